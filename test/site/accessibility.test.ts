// Checks one page of each kind with axe-core, in both themes and at two widths.
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { DESKTOP, isSkipped, openPage, PHONE } from './browser.ts';
import { pageKinds } from './site-folder.ts';

/** The rules that depend on colors. The other rules give the same result in both themes. */
const COLOR_RULES = ['color-contrast'];

/**
 * Returns a line for each element of a page that violates a rule of axe-core.
 *
 * @param runOnly Ids of the rules to check; all rules by default.
 */
async function violations(page: Page, runOnly?: string[]): Promise<string[]> {
  await page.evaluate(axe.source);
  const results = await page.evaluate(
    // The script above defines the global variable `axe`.
    (options) => (globalThis as unknown as { axe: typeof axe }).axe.run(options),
    runOnly === undefined ? {} : { runOnly },
  );
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

describe.skipIf(isSkipped).each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('axe-core, on a %s', (_name, viewport) => {
  test.each(pageKinds)('finds no violation in the light theme in %s', async (address) => {
    expect(await violations(await openPage(address, { colorScheme: 'light', viewport }))).toEqual([]);
  });

  test.each(pageKinds)('finds no violation of contrast in the dark theme in %s', async (address) => {
    expect(await violations(await openPage(address, { colorScheme: 'dark', viewport }), COLOR_RULES)).toEqual([]);
  });
});
