// Uses the site with the keyboard only.
import { describe, expect, test } from 'vitest';
import { isSkipped, openPage, tabTo } from './support/browser.ts';

describe.skipIf(isSkipped)('the keyboard (needs Chromium)', () => {
  test.each([
    ['the search', '/', 'site-search > button', 'site-search dialog input'],
    ['an operation in the menu', '/reference/', 'nav.sidebar a[href^="/reference/operations/"]', '.operation-call'],
  ])('reaches %s of the page %s with Tab, and opens it with Enter', async (_what, address, target, opened) => {
    const page = await openPage(address);
    // The script of the search enables its button when the browser is idle.
    await page.locator('site-search > button:enabled').waitFor();
    expect(await page.locator(opened).isVisible()).toBe(false);
    await tabTo(page, page.locator(target).first());
    await page.keyboard.press('Enter');
    await page.locator(opened).waitFor();
  });
});
