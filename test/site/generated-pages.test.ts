import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isSkipped, openPage } from './support/browser.ts';
import { operationPages, siteFolder } from './support/site-folder.ts';

const PAGES = ['tenant-management-client', 'tenant-management-client/bulk', 'tenant-management-sandbox'];

/** Returns the text of the content of an API page. */
const textOf = (page: string): string =>
  (/<main[\s\S]*<\/main>/.exec(readFileSync(join(siteFolder, 'api', page, 'index.html'), 'utf8'))?.[0] ?? '')
    .replaceAll(/<(?:script|style)[\s\S]*?<\/(?:script|style)>|<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ');

test.each(PAGES)('the API page of %s has the groups functions, options, errors and types in this order', (page) => {
  const html = readFileSync(join(siteFolder, 'api', page, 'index.html'), 'utf8');
  const groups = [...html.matchAll(/<h2 id="([a-z]+)"/g)].map(([, id]) => id);
  expect(groups).toEqual(['functions', 'options', 'errors', 'types'].filter((id) => groups.includes(id)));
  expect(groups).toEqual(expect.arrayContaining(['functions', 'options', 'types']));
});

test('an API page shows an option with its default, and a function with its parameters and the errors it throws', () => {
  const text = textOf('tenant-management-client');
  expect(text).toMatch(/timeout\?: number Time limit of the full call in milliseconds[^*]*?Default: 60_000/);
  expect(text).toMatch(
    /createManagementClient\(\)[\s\S]*?Parameters: options: ManagementClientOptions Throws: TypeError if/,
  );
});

test('an API page shows a property of a base class only once, and no constructor', () => {
  const text = textOf('tenant-management-client');
  expect(text.match(/maybePerformed\?: number Number of attempts that the server may have performed/g)).toHaveLength(1);
  expect(text).not.toContain('constructor');
});

const [first = ''] = operationPages;

describe.skipIf(isSkipped)('the page of an operation (needs Chromium)', () => {
  test('keeps the samples next to the text on a wide screen while the reader scrolls', async () => {
    const page = await openPage(first, { viewport: { width: 1440, height: 900 } });
    await page.locator('#failures').scrollIntoViewIfNeeded();
    const [text, sample] = await Promise.all([
      page.locator('#failures').boundingBox(),
      page.locator('.operation-call .expressive-code').first().boundingBox(),
    ]);
    expect(sample?.x).toBeGreaterThan(text?.x ?? Number.NaN);
    expect(sample?.y).toBeGreaterThan(0);
  });
});
