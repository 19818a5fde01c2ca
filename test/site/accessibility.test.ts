// Checks one page of each kind with axe-core, in both themes and at four widths, and takes screenshots of these pages.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findViolations } from './support/axe.ts';
import { isSkipped, openPage } from './support/browser.ts';
import { pageKinds } from './support/site-folder.ts';

const SCREENSHOTS = join(import.meta.dirname, '../../reports/screenshots');
/** The rules that depend on colors. The other rules give the same result in both themes. */
const COLOR_RULES = ['color-contrast'];

/** Writes a picture of a whole page, such as `guides-tokens-360-dark.png`. */
async function takeScreenshot(page: Page, address: string, ...names: string[]): Promise<void> {
  const words = address === '/' ? ['home'] : address.split('/').filter((word) => word !== '');
  await page.screenshot({ path: join(SCREENSHOTS, `${[...words, ...names].join('-')}.png`), fullPage: true });
}

describe.skipIf(isSkipped).each([320, 360, 768, 1440])('axe-core, at %s px (needs Chromium)', (width) => {
  const viewport = { width, height: 900 };

  test.each(pageKinds)('finds no violation in the light theme in %s', async (address) => {
    const page = await openPage(address, { colorScheme: 'light', viewport });
    await takeScreenshot(page, address, `${width}`, 'light');
    expect(await findViolations(page)).toEqual([]);
  });

  test.each(pageKinds)('finds no violation of contrast in the dark theme in %s', async (address) => {
    const page = await openPage(address, { colorScheme: 'dark', viewport });
    await takeScreenshot(page, address, `${width}`, 'dark');
    expect(await findViolations(page, { rules: COLOR_RULES })).toEqual([]);
  });
});
