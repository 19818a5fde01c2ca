import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Selects the part of a page and the rules to check. */
export interface AxeOptions {
  /** Selector of the elements that are checked with their content. */
  readonly selector?: string;
  /** Ids of the rules; all rules by default. */
  readonly rules?: string[];
}

/** Returns a line for each element of a page that violates a rule of axe-core. */
export async function findViolations(page: Page, { selector = 'html', rules }: AxeOptions = {}): Promise<string[]> {
  await page.evaluate(axe.source);
  const results = await page.evaluate(
    // The script above defines the global variable `axe`.
    ({ context, options }) => (globalThis as unknown as { axe: typeof axe }).axe.run(context, options),
    { context: selector, options: rules === undefined ? {} : { runOnly: rules } },
  );
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
