// Checks the parts that pages have in common: copy buttons, links to the previous and next page, Markdown versions.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isSkipped, openPage } from './support/browser.ts';
import { pages, siteFolder } from './support/site-folder.ts';

const readText = (path: string): string => readFileSync(join(siteFolder, path), 'utf8');

describe.skipIf(isSkipped)('a page (needs Chromium)', () => {
  test('has a link to the next page, which has a link back', async () => {
    const page = await openPage('/guides/tokens/');
    await page.locator('a[rel=next]').click();
    await page.locator('a[rel=prev]').click();
    expect(new URL(page.url()).pathname).toBe('/guides/tokens/');
  });
});

describe('the Markdown versions of the pages', () => {
  const twinned = pages.filter((page) => page.endsWith('/'));
  const twinOf = (page: string): string => (page === '/' ? 'index.md' : `${page.slice(1, -1)}.md`);

  test('exist for every page', () => {
    expect(twinned.filter((page) => !existsSync(join(siteFolder, twinOf(page))))).toEqual([]);
  });

  test('start with the title of the page', () => {
    const titleOf = (page: string) => /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(readText(`${page.slice(1)}index.html`))?.[1];
    const plain = (text = '') =>
      text
        .replaceAll(/<[^>]+>|[`*]/g, '')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .trim();
    const differing = twinned.filter(
      (page) => plain(/^# (.+)\n/.exec(readText(twinOf(page)))?.[1]) !== plain(titleOf(page)),
    );
    expect(differing).toEqual([]);
  });

  test('are listed in llms.txt for all pages except the home page', () => {
    const list = readText('llms.txt');
    expect(twinned.filter((page) => page !== '/' && !list.includes(`/${twinOf(page)})`))).toEqual([]);
  });
});
