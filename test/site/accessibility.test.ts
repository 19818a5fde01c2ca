// Checks one page of each kind with axe-core, in both themes and at two widths.
import { describe, expect, test } from 'vitest';
import { findViolations } from './axe.ts';
import { DESKTOP, isSkipped, openPage, PHONE } from './browser.ts';
import { pageKinds } from './site-folder.ts';

/** The rules that depend on colors. The other rules give the same result in both themes. */
const COLOR_RULES = ['color-contrast'];

describe.skipIf(isSkipped).each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('axe-core, on a %s', (_name, viewport) => {
  test.each(pageKinds)('finds no violation in the light theme in %s', async (address) => {
    expect(await findViolations(await openPage(address, { colorScheme: 'light', viewport }))).toEqual([]);
  });

  test.each(pageKinds)('finds no violation of contrast in the dark theme in %s', async (address) => {
    expect(
      await findViolations(await openPage(address, { colorScheme: 'dark', viewport }), { rules: COLOR_RULES }),
    ).toEqual([]);
  });
});
