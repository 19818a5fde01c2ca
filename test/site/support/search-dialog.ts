import type { Page } from 'playwright-core';

/** Number of results that most readers look at. */
const FIRST_RESULTS = 3;

/** Opens the search dialog if it is closed, and types a query. */
async function search(page: Page, query: string): Promise<void> {
  const input = page.getByPlaceholder('Search');
  if (!(await input.isVisible())) await page.getByRole('button', { name: 'Search' }).click();
  await input.fill(query);
}

/** Returns the addresses of the first pages in the results of a search. */
export async function firstResults(page: Page, query: string): Promise<string[]> {
  await search(page, query);
  // The dialog first shows "Searching for …", and then the number of results and the query.
  await page
    .getByText(/^(?:\d+|No) results? for /)
    .filter({ hasText: query })
    .waitFor();
  const results = await page.locator('site-search dialog .pagefind-ui__result').all();
  // The dialog loads each result separately.
  const titles = results
    .slice(0, FIRST_RESULTS)
    .map((result) => result.locator('.pagefind-ui__result-title a').first());
  return Promise.all(titles.map(async (title) => (await title.getAttribute('href')) ?? ''));
}
