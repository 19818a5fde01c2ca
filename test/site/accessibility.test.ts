// Checks one page of each kind with axe-core, in both themes and at four widths.

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findViolations } from './support/axe.ts';
import { isSkipped, openPage, tabTo } from './support/browser.ts';
import { operationPage, pageKinds } from './support/site-folder.ts';

/** The rules that depend on colors. The other rules give the same result in both themes. */
const COLOR_RULES = ['color-contrast'];

describe.skipIf(isSkipped).each([320, 360, 768, 1440])('axe-core, at %s px (needs Chromium)', (width) => {
  const viewport = { width, height: 900 };

  test.each(pageKinds)('finds no violation in the light theme in %s', async (address) => {
    const page = await openPage(address, { colorScheme: 'light', viewport });
    expect(await findViolations(page)).toEqual([]);
  });

  test.each(pageKinds)('finds no violation of contrast in the dark theme in %s', async (address) => {
    const page = await openPage(address, { colorScheme: 'dark', viewport });
    expect(await findViolations(page, COLOR_RULES)).toEqual([]);
  });
});

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

describe.skipIf(isSkipped)('a printed page (needs Chromium)', () => {
  test.each(['/guides/calls/', operationPage])('has a readable contrast if the theme is dark: %s', async (address) => {
    const page = await openPage(address, { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    expect(await findViolations(page, ['color-contrast'])).toEqual([]);
  });

  test('shows whole samples, and neither the menu nor buttons', async () => {
    const page = await openPage(operationPage);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator(':is(nav, button, .try-it):visible').count()).toBe(0);
    const hidden = await page
      .locator('.expressive-code, .operation-call')
      .evaluateAll((elements) => elements.filter((element) => element.scrollHeight > element.clientHeight).length);
    expect(hidden).toBe(0);
    expect(await page.locator('[role=tabpanel]:visible').count()).toBe(4);
    expect(await page.locator('main .terms').evaluateAll((all) => all.filter((one) => !one.checkVisibility()))).toEqual(
      [],
    );
  });
});

/** Returns the visible texts of a page, and the visible links of its menu. */
const visibleTexts = (page: Page): Promise<string[]> =>
  page
    .locator('main :is(h1, h2, h3, h4, p, li, dt, dd, th, td, pre), nav.sidebar a')
    .evaluateAll((elements) =>
      elements.filter((element) => element.checkVisibility()).map(({ textContent }) => textContent.trim()),
    );

describe.skipIf(isSkipped)('without JavaScript (needs Chromium)', () => {
  test.each(pageKinds)('the whole content and the menu can be read in %s', async (address) => {
    const texts = await visibleTexts(await openPage(address));
    expect(texts.length).toBeGreaterThan(0);
    const all = await visibleTexts(await openPage(address, { javaScriptEnabled: false }));
    expect(texts.filter((text) => !all.includes(text))).toEqual([]);
  });
});
