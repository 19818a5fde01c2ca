import type { Page } from 'playwright-core';
import { readYaml } from '../../support/read-yaml.ts';

/** Number of results that most readers look at. */
const FIRST_RESULTS = 3;

/** Queries of readers for which a guide is the first result, also if a large document has many operations. */
export const guideQueries: Queries = readYaml(import.meta.dirname, '../guide-queries.yaml');

/** Queries, each with the page that readers look for, or with the pages that answer the question. */
export type Queries = Readonly<Record<string, string | readonly string[]>>;

/** A page in the results of a search: its address, its kind, its title, its excerpts, and the titles of its sections. */
export type Result = Awaited<ReturnType<typeof search>>[number];

/** Opens the search dialog if it is closed, types a query, and waits for its results. */
export async function search(page: Page, query: string) {
  const input = page.getByPlaceholder('Search');
  if (!(await input.isVisible())) await page.getByRole('button', { name: 'Search' }).click();
  await input.fill(query);
  await page
    .locator('site-search [role=status]')
    .filter({ hasText: `“${query}”` })
    .waitFor();
  return page.locator('site-search li').evaluateAll((items) =>
    items.map((item) => ({
      address: item.querySelector('a')?.getAttribute('href') ?? '',
      kind: item.querySelector('small')?.textContent,
      texts: [...item.querySelectorAll(':scope > :not(small)')]
        .map(({ textContent }) => textContent)
        .filter((text) => text !== ''),
    })),
  );
}

/** Returns a line for each query for which none of the expected pages is among the first results. */
export async function findMissed(
  page: Page,
  queries: Queries,
  base: string,
  places = FIRST_RESULTS,
): Promise<string[]> {
  const missed: string[] = [];
  for (const [query, ids] of Object.entries(queries)) {
    const first = (await search(page, query)).slice(0, places).map(({ address }) => address);
    const expected = [ids].flat().map((id) => `${base}${id}/`);
    if (!expected.some((address) => first.includes(address))) missed.push(`${query}: ${first.join(', ')}`);
  }
  return missed;
}
