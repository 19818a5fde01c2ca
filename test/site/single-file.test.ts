// Opens the docs page that `npm run docs` writes as one file.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findViolations } from './support/axe.ts';
import { isSkipped, openPage } from './support/browser.ts';
import { operationPages } from './support/site-folder.ts';

const folder = join(import.meta.dirname, '../../reports/docs');
/** Matches violations that a style cannot fix: the levels of some headings of Redoc, and the names of its buttons. */
const KNOWN = /^(?:heading-order|label-content-name-mismatch): /;

/** Opens the docs page, and waits until its script runs. */
async function openDocs(options: BrowserContextOptions = {}): Promise<Page> {
  const [file] = globSync('*.html', { cwd: folder });
  if (file === undefined) throw new Error('The docs page must exist before its tests: run `npm run docs`.');
  const page = await openPage(pathToFileURL(join(folder, file)).href, options);
  await page.locator('[data-testid=search-trigger][role=button]').waitFor({ state: 'attached' });
  return page;
}

describe.skipIf(isSkipped)('the docs page in one file (needs Chromium)', () => {
  test('shows the whole table of operations in a window of 1,400 px', async () => {
    const page = await openDocs();
    const table = page.locator('.md-table-wrapper').first();
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });

  test('links each operation in its table', async () => {
    const page = await openDocs();
    const links = page.locator('.md-table-wrapper a');
    expect(await links.count()).toBe(operationPages.length);
    for (let index = 0; index < operationPages.length; index += 1) {
      await links.nth(index).click();
      const section = page.locator(`[data-section-id='${new URL(page.url()).hash.slice(1)}']`);
      await section.getByRole('heading', { name: 'Request' }).waitFor();
    }
  });

  test('shows a sample of each call', async () => {
    const page = await openDocs();
    await page.locator('.md-table-wrapper a').first().click();
    await page.getByText('createManagementClient({').first().waitFor();
    expect(await page.getByText('curl -i').first().isVisible()).toBe(true);
  });

  test('opens the search with the keyboard, finds a field, and does not violate its content security policy', async () => {
    const page = await openDocs();
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.type('subject_token_type');
    await page.getByText('response 200').first().waitFor();
    expect(errors).toEqual([]);
  });

  test.each(['light', 'dark'] as const)('has no violation of axe-core in the %s theme', async (colorScheme) => {
    const page = await openDocs({ colorScheme });
    for (const group of await page.locator('.menu-content a[href^="#/"]').all()) await group.click();
    expect((await findViolations(page)).filter((violation) => !KNOWN.test(violation))).toEqual([]);
  });
});
