// Compares pages with and without JavaScript.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { isSkipped, openPage } from './support/browser.ts';
import { pageKinds } from './support/site-folder.ts';

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
