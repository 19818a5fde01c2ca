// Searches the built site.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { isSkipped, openPage } from './support/browser.ts';

/** Largest position of a result: most readers look only at the first results. */
const FIRST_RESULTS = 5;

/** Returns the addresses of the first pages in the results of the search. */
async function firstResults(page: Page): Promise<string[]> {
  const links = page.locator('site-search dialog a[href]');
  const targets = await links.evaluateAll((elements) => elements.map((element) => element.getAttribute('href') ?? ''));
  return [...new Set(targets.map((target) => target.replace(/[?#].*/, '')))].slice(0, FIRST_RESULTS);
}

describe.skipIf(isSkipped)('search (needs Chromium)', () => {
  test.each([
    ['a field', 'subject_token_type', /^\/reference\//],
    ['a scope', 'read:token_exchange_profiles', /^\/reference\//],
    ['a status code', '429', /^\/(?:reference|guides)\//],
    ['an error class', 'NetworkError', /^\/(?:api|guides)\//],
    ['an option of the client', 'tokenCache', /^\/(?:api|guides)\//],
  ])('finds %s on one of the first five pages: %s', async (_kind, words, address) => {
    const page = await openPage('/');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByPlaceholder('Search').fill(words);
    // The search adds one result after the other.
    await expect.poll(() => firstResults(page), { timeout: 20_000 }).toContainEqual(expect.stringMatching(address));
    await page.goto((await firstResults(page)).find((target) => address.test(target)) ?? '');
    expect(await page.locator('main').innerText()).toContain(words);
  });
});
