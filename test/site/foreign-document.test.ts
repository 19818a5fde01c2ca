// Builds the site below a base path, for a document that contains scripts and links to files.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from 'tools-document/model';
import { beforeAll, describe, expect, test } from 'vitest';
import { listen } from '../support/loopback.ts';
import { readYaml } from '../support/read-yaml.ts';
import { isSkipped, openPage } from './support/browser.ts';
import { search } from './support/search-dialog.ts';
import { buildCopy, TIMEOUT_MS } from './support/site-copy.ts';
import { createSiteServer } from './support/site-server.ts';

/** Path of the site on its host. */
const BASE = '/manuals/';
const DOCUMENT: OpenApiDocument = readYaml(import.meta.dirname, 'foreign-document.yaml');
const { '/shelves/0': shelf = {} } = DOCUMENT.paths;
// The list of so many operations has a filter.
for (let number = 1; number < 30; number += 1) DOCUMENT.paths[`/shelves/${number}`] = shelf;
const OPERATIONS = Object.keys(DOCUMENT.paths).length;

let copy: Awaited<ReturnType<typeof buildCopy>>;
const readPage = (address: string): string => readFileSync(join(copy.folder, address, 'index.html'), 'utf8');
const openCopy = async (path: string) => openPage((await listen(createSiteServer(copy.folder, BASE))) + path);

beforeAll(async () => {
  copy = await buildCopy(DOCUMENT, `https://owner.example${BASE}`);
  return () => copy.remove();
}, TIMEOUT_MS);

test.each(['reference', 'reference/operations/status'])('the page "%s" shows HTML of a description as text', (page) => {
  // These attributes contain the text of a code block and the samples of the call.
  const html = readPage(page).replaceAll(/ data-(?:code|call)="[^"]*"/g, '');
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).not.toMatch(/<script>alert|<img src=x/);
});

test('the row of a field shows its whole description as text, even if the description contains HTML', () => {
  const { schema } = Object(DOCUMENT).paths['/status'].get.responses[200].content['application/json'];
  const text = schema.properties.on.description.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  expect(readPage('reference/operations/status')).toContain(`<p>${text}</p>`);
});

test('the page of an operation contains no link to a script, even if a description has such a link', () => {
  const html = readPage('reference/operations/status');
  expect(html).toContain('the script');
  expect(html).not.toMatch(/href="javascript:/);
});

test('the build prints how to serve the site below its base path', () => {
  expect(copy.printed).toContain(`To serve it: SITE_URL=https://owner.example${BASE} npm --prefix site run preview`);
});

test('the header of a page has a link to the repository that package.json names', () => {
  expect(readPage('guides/tokens')).toMatch(
    /<header[\s\S]*<a href="https:\/\/git\.example\/owner\/name"[\s\S]*<\/header>/,
  );
});

test('an HTML link in the title of the document is shown as text', () => {
  expect(readPage('reference')).toContain('<p>Warehouse &lt;a href="/x"&gt;x&lt;/a&gt;, version');
});

test('a link in a description does not publish a file of the project', () => {
  expect(readPage('reference/operations/status').replaceAll('<wbr>', '')).toContain('openapi/warehouse.yaml');
  expect(existsSync(join(copy.folder, 'files/openapi/warehouse.yaml.txt'))).toBe(false);
});

describe.skipIf(isSkipped)('the site below a base path (needs Chromium)', () => {
  test('has a search that links to a page that exists', async () => {
    const page = await openCopy(BASE);
    const [first] = await search(page, 'GET /status');
    expect(first?.address).toBe(`${BASE}reference/operations/status/`);
    expect((await page.goto(new URL(first?.address ?? '', page.url()).href))?.status()).toBe(200);
  });

  test('has a form with the sample of a body and of an optional parameter', async () => {
    const page = await openCopy(`${BASE}reference/operations/report/#try-it`);
    const { text } = JSON.parse(await page.getByLabel('Body (JSON, optional)').inputValue());
    expect(text).toContain('</textarea></template><script>');
    await page.getByLabel('page (query, optional)').waitFor();
  });

  test('has a filter of many operations that hides other rows, groups without rows, and counts the rows', async () => {
    const page = await openCopy(`${BASE}reference/`);
    const rows = page.locator('main tbody tr:visible');
    const names = page.locator('main h2:visible');
    expect(await rows.count()).toBe(OPERATIONS);
    expect(await names.allInnerTexts()).toEqual(expect.arrayContaining(['Status', 'Wall shelves']));
    const filter = page.getByLabel('Filter the operations');
    await filter.fill('SHELVES/29  get');
    expect(await rows.allInnerTexts()).toEqual([expect.stringContaining('GET /shelves/29')]);
    expect(await names.allInnerTexts()).not.toContain('Status');
    expect(await page.getByRole('status').innerText()).toBe(`1 of ${OPERATIONS} operations`);
    await filter.fill('wall GET');
    expect(await rows.count()).toBe(OPERATIONS - 2);
    await filter.fill('none');
    expect(await names.allInnerTexts()).not.toContain('Wall shelves');
    await filter.fill('');
    expect(await rows.count()).toBe(OPERATIONS);
    expect(await page.getByRole('status').innerText()).toBe('');
  });
});
