// Searches the built site.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readYaml } from '../support/read-yaml.ts';
import { isSkipped, openPage } from './support/browser.ts';
import { findMissed, guideQueries, type Queries, type Result, search } from './support/search-dialog.ts';

const queries: Queries = readYaml(import.meta.dirname, 'search-queries.yaml');

/** Folders, each with the kind of its pages. */
const KINDS =
  '/api API,/changelog Guide,/examples Example,/guides Guide,/guides/decisions Decision,/reference Operation';

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the words of a page that its readers can see. Only screen readers read the elements of the class `sr-only`. */
const visibleWords = async (page: Page): Promise<string[]> =>
  wordsOf(
    await page.locator('main').evaluate((main: HTMLElement) => {
      for (const element of main.querySelectorAll('.sr-only')) element.remove();
      for (const element of main.querySelectorAll('details')) element.open = true;
      return main.innerText;
    }),
  );

describe.skipIf(isSkipped)('the search (needs Chromium)', () => {
  test('finds the expected page of each query among the first three, and the expected guide first', async () => {
    const page = await openPage('/');
    expect(await findMissed(page, queries, '/')).toEqual([]);
    expect(await findMissed(page, guideQueries, '/guides/', 1)).toEqual([]);
  });

  test('shows only words that a reader sees in the page, and no text twice, and the kind of each page', async () => {
    const page = await openPage('/');
    const results: Result[] = [];
    for (const query of Object.keys(queries)) results.push(...(await search(page, query)));
    expect(results.filter(({ texts }) => new Set(texts).size < texts.length)).toEqual([]);
    const kinds = new Set(
      results.map(({ address, kind }) => `${/^\/(guides\/decisions|\w*)/.exec(address)?.[0]} ${kind}`),
    );
    expect([...kinds].sort().join()).toBe(KINDS);
    const hidden: string[] = [];
    for (const address of new Set(results.map((result) => result.address))) {
      await page.goto(address);
      const visible = await visibleWords(page);
      const shown = results
        .filter((result) => result.address === address)
        .flatMap(({ texts }) => texts.flatMap(wordsOf));
      hidden.push(...shown.filter((word) => !visible.includes(word)).map((word) => `${address}: ${word}`));
    }
    expect(hidden).toEqual([]);
  });

  test('finds pages with some of the words if no page has all of them, and says so', async () => {
    const page = await openPage('/');
    const [first] = await search(page, 'commonjs zebra prism redis');
    expect(first?.address).toMatch(/^\/guides\/(?:contract-testing|platforms|tokens)\/$/);
    expect(await page.locator('site-search [role=status]').innerText()).toContain('No page has all words');
    expect(await search(page, 'zzzz')).toEqual([]);
  });

  test.each(['/', 'Control+k', 'Meta+k'])(
    'opens with %s, moves with the arrow keys, opens the first result with Enter, and closes with Escape',
    async (keys) => {
      const page = await openPage('/');
      const input = page.locator('site-search input');
      await page.keyboard.press(keys);
      await page.keyboard.type('a/b');
      expect(await input.inputValue()).toBe('a/b');
      await page.keyboard.press('Escape');
      expect(await input.isVisible()).toBe(false);
      const [first] = await search(page, 'redis');
      const stops = page.locator('site-search :is(input, li a)');
      const focused: number[] = [];
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) {
        await page.keyboard.press(key);
        focused.push(await stops.evaluateAll((all) => all.findIndex((stop) => stop.matches(':focus'))));
      }
      expect(focused).toEqual([1, 2, 1, 0]);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**${first?.address}`);
    },
  );
});
