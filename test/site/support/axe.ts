import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Returns a line for each element of a page that violates a rule of axe-core.
 *
 * @param rules Ids of the rules; all rules by default.
 */
export async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(axe.source);
  const results = await page.evaluate(
    // The script above defines the global variable `axe`.
    (options) => (globalThis as unknown as { axe: typeof axe }).axe.run(options),
    rules === undefined ? {} : { runOnly: rules },
  );
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
