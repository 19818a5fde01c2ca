// Checks the parts that pages have in common: copy buttons, links to the previous and next page, Markdown versions.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isSkipped, openPage } from './support/browser.ts';
import { pages, siteFolder } from './support/site-folder.ts';

const readText = (path: string): string => readFileSync(join(siteFolder, path), 'utf8');

describe.skipIf(isSkipped)('a page (needs Chromium)', () => {
  test('has a button that copies a sample', async () => {
    const page = await openPage('/guides/tokens/', { permissions: ['clipboard-read', 'clipboard-write'] });
    const sample = page.locator('.expressive-code').first();
    await sample.hover();
    await sample.locator('.copy button').click();
    await page.locator('.copy .feedback.show').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const lines = await sample.locator('.ec-line').allInnerTexts();
    expect(copied.split('\n').map((line) => line.trim())).toEqual(lines.map((line) => line.trim()));
  });

  test('has a button that copies its Markdown version', async () => {
    const page = await openPage('/guides/tokens/', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Copy page' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(readText('guides/tokens.md'));
  });

  test('has a link to the next page, which has a link back', async () => {
    const page = await openPage('/guides/tokens/');
    await page.locator('a[rel=next]').click();
    await page.locator('a[rel=prev]').click();
    expect(new URL(page.url()).pathname).toBe('/guides/tokens/');
  });

  test('has a link to each of its headings', async () => {
    const page = await openPage('/guides/tokens/');
    const headings = page.locator('main .sl-markdown-content :is(h2, h3)');
    const anchors = await headings.evaluateAll((elements) => elements.map(({ id }) => `#${id}`));
    expect(anchors.length).toBeGreaterThan(2);
    const links = await page
      .locator('main a[href^="#"]')
      .evaluateAll((elements) => elements.map((element) => element.getAttribute('href')));
    expect(anchors.filter((anchor) => !links.includes(anchor))).toEqual([]);
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
