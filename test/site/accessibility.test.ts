// Checks one page of each kind with axe-core, in both themes and at four widths.
import { describe, expect, test } from 'vitest';
import { findViolations } from './support/axe.ts';
import { isSkipped, openPage } from './support/browser.ts';
import { pageKinds } from './support/site-folder.ts';

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
