// Opens docs pages that `npm run docs` writes as one file.
import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { writeDocs } from '../../scripts/docs.ts';
import { redocly } from '../../scripts/lint/redocly.ts';
import { readYaml } from '../support/read-yaml.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { findViolations } from './support/axe.ts';
import { isSkipped, openPage } from './support/browser.ts';

const folder = join(import.meta.dirname, '../../reports/docs');
/** Matches violations that a style cannot fix: the levels of some headings of Redoc, and the names of its buttons. */
const KNOWN = /^(?:heading-order|label-content-name-mismatch): /;

/** Elements that run a script, load a file, send a form, or leave the page. */
const ELEMENTS =
  'iframe, meta[http-equiv=refresh], form, base, [onload], [onerror], img[src*=evil], a[href^="javascript:document"], a[href^="data:"]';

/** Opens the docs page, and waits until its script runs. */
async function openDocs(options: BrowserContextOptions = {}, pages = folder): Promise<Page> {
  const [file] = globSync('*.html', { cwd: pages });
  if (file === undefined) throw new Error('The docs page must exist before its tests: run `npm run docs`.');
  const page = await openPage(pathToFileURL(join(pages, file)).href, options);
  await page.locator('[data-testid=search-trigger][role=button]').waitFor({ state: 'attached' });
  return page;
}

describe.skipIf(isSkipped)('the docs page in one file (needs Chromium)', () => {
  test('opens the search with the keyboard, finds a field, and does not violate its content security policy', async () => {
    const page = await openDocs();
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.reload();
    await page.locator('[data-testid=search-trigger][role=button]').waitFor({ state: 'attached' });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.type('subject_token_type');
    await page.getByText('response 200').first().waitFor();
    expect(errors).toEqual([]);
  });

  test('shows HTML in texts of a document as text: no script runs, no request is sent, and the reader stays on the page', async () => {
    const pages = temporaryFolder({});
    await writeDocs('management', join(pages, 'hostile.html'), async (...args) => {
      if (args[0] !== 'bundle') return redocly(...args);
      await writeFile(args.at(-1) ?? '', JSON.stringify(readYaml(import.meta.dirname, 'hostile-document.yaml')));
      return 0;
    });
    const page = await openDocs({}, pages);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.reload();
    for (const id of ['/things', '/things/list', '/things/evil']) {
      await page.evaluate((hash) => location.assign(hash), `#${id}`);
      await page.locator(`[data-section-id='${id}']`).getByRole('heading').first().waitFor();
      expect(await page.locator(ELEMENTS).count()).toBe(0);
    }
    expect(requests).toEqual([pathToFileURL(join(pages, 'hostile.html')).href]);
    expect(await page.title()).toMatch(/^<\/script><meta/);
  });

  test.each(['light', 'dark'] as const)('has no violation of axe-core in the %s theme', async (colorScheme) => {
    const page = await openDocs({ colorScheme });
    for (const group of await page.locator('.menu-content a[href^="#/"]').all()) await group.click();
    expect((await findViolations(page)).filter((violation) => !KNOWN.test(violation))).toEqual([]);
  });
});
