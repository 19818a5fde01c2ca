import type { Page } from 'playwright-core';

/** Number of results that most readers look at. */
const FIRST_RESULTS = 3;

/** A page in the results of a search: its address, its title, its excerpts, and the titles of its sections. */
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
      texts: [...item.children].map(({ textContent }) => textContent).filter((text) => text !== ''),
    })),
  );
}

/** Returns a line for each query for which none of the expected pages is among the first results. */
export async function findMissed(
  page: Page,
  queries: Readonly<Record<string, string | readonly string[]>>,
  base: string,
): Promise<string[]> {
  const missed: string[] = [];
  for (const [query, ids] of Object.entries(queries)) {
    const first = (await search(page, query)).slice(0, FIRST_RESULTS).map(({ address }) => address);
    const expected = [ids].flat().map((id) => `${base}${id}/`);
    if (!expected.some((address) => first.includes(address))) missed.push(`${query}: ${first.join(', ')}`);
  }
  return missed;
}
