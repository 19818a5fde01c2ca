// Uses the site with the keyboard only.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { isSkipped, openPage } from './support/browser.ts';

/** Largest number of presses of the tab key: more than any page of these tests has focusable elements. */
const MAX_STOPS = 200;

/** Presses the tab key until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The tab key must reach ${target}`);
}

describe.skipIf(isSkipped)('the keyboard (needs Chromium)', () => {
  test('opens the search, types words, and opens a result', async () => {
    const page = await openPage('/');
    // The script of the search loads when the browser is idle. Until then, no input can have the focus.
    await page.locator('site-search input').waitFor({ state: 'attached' });
    await tabTo(page, page.getByRole('button', { name: 'Search' }));
    await page.keyboard.press('Enter');
    await page.keyboard.type('NetworkError');
    const result = page.locator('site-search dialog a[href]').first();
    await result.waitFor();
    await tabTo(page, result);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname !== '/');
    expect(await page.locator('main').innerText()).toContain('NetworkError');
  });

  test('opens the page of an operation from the menu', async () => {
    const page = await openPage('/reference/');
    const link = page.locator('nav.sidebar a[href^="/reference/operations/"]').first();
    const address = await link.getAttribute('href');
    await tabTo(page, link);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${address}`);
  });
});
