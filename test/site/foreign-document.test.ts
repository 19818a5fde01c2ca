// Builds the site below a base path, for a document that contains scripts and links to files.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { listen } from '../support/loopback.ts';
import { isSkipped, openPage } from './support/browser.ts';
import { search } from './support/search-dialog.ts';
import { copySite, type SiteCopy, TIMEOUT_MS } from './support/site-copy.ts';
import { createSiteServer } from './support/site-server.ts';

/** Puts a text between indented lines of backticks, which only some parsers read as a fence. */
const unescaped = (text: string): string => `Text:\n\n    \`\`\`\n${text}\n    \`\`\``;

/** Path of the site on its host. */
const BASE = '/manuals/';
const SCRIPT = unescaped('<script>alert(1)</script>');
const IMAGE = 'Write \\`<img src=x onerror=alert(2)>\\` here.';
const LINKS = `${unescaped('[b](javascript:alert(3)) [the script][1]')}\n\n${unescaped('[1]: javascript:alert(4)')}`;
const RELATIVE_LINK = 'See [the guide][2].\n\n[2]: ../guide.md';
const FILE = 'Read `[this file](../../../../../../openapi/warehouse.yaml)`.';
/** Enough operations for a filter of their list. */
const SHELVES = 30;

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Warehouse <a href="/x">x</a>', version: '1.0', description: SCRIPT },
  servers: [{ url: 'https://warehouse.example.org/v1' }],
  security: [{ accessToken: [] }],
  paths: {
    '/status': {
      get: {
        operationId: 'status',
        description: [SCRIPT, IMAGE, LINKS, RELATIVE_LINK, FILE].join('\n\n'),
        responses: { 204: { description: IMAGE } },
      },
    },
    ...Object.fromEntries(
      Array.from({ length: SHELVES }, (_, index) => [
        `/shelves/${index}`,
        {
          get: { operationId: `shelf-${index}`, summary: `Get shelf ${index}`, tags: ['wall-shelves'], responses: {} },
        },
      ]),
    ),
  },
  components: { securitySchemes: { accessToken: { type: 'http', scheme: 'bearer' } } },
};

let copy: SiteCopy;
let printed: string;
const readPage = (address: string): string => readFileSync(join(copy.folder, address, 'index.html'), 'utf8');

beforeAll(async () => {
  copy = await copySite(DOCUMENT, `https://owner.example${BASE}`);
  printed = await copy.build();
  return () => copy.remove();
}, TIMEOUT_MS);

test.each(['reference', 'reference/operations/status'])('the page "%s" shows HTML of a description as text', (page) => {
  // The button that copies a code block has its text in this attribute.
  const html = readPage(page).replaceAll(/ data-code="[^"]*"/g, '');
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).not.toMatch(/<script>alert|<img src=x/);
});

test('the page of an operation contains no link to a script, even if a description has such a link', () => {
  const html = readPage('reference/operations/status');
  expect(html).toContain('the script');
  expect(html).not.toMatch(/href="javascript:/);
});

test('the build prints how to serve the site below its base path', () => {
  expect(printed).toContain(`To serve it: SITE_URL=https://owner.example${BASE} npm --prefix site run preview`);
});

test('an HTML link in the title of the document is shown as text', () => {
  expect(readPage('reference')).toContain('<p>Warehouse &lt;a href="/x"&gt;x&lt;/a&gt;, version');
});

test.skipIf(isSkipped)(
  'the search of a site below a base path links to a page that exists (needs Chromium)',
  async () => {
    const origin = await listen(createSiteServer(copy.folder, BASE));
    const page = await openPage(origin + BASE);
    const [first] = await search(page, 'GET /status');
    expect(first?.address).toBe(`${BASE}reference/operations/status/`);
    expect((await page.goto(`${origin}${first?.address}`))?.status()).toBe(200);
  },
);

test('a link in a description does not publish a file of the project', () => {
  expect(readPage('reference/operations/status')).toContain('openapi/warehouse.yaml');
  expect(existsSync(join(copy.folder, 'files/openapi/warehouse.yaml.txt'))).toBe(false);
});

test.skipIf(isSkipped)(
  'the list of many operations has a filter that hides other rows, groups without rows, and counts the rows (needs Chromium)',
  async () => {
    const origin = await listen(createSiteServer(copy.folder, BASE));
    const page = await openPage(`${origin}${BASE}reference/`);
    const rows = page.locator('main tbody tr:visible');
    const names = page.locator('main h2:visible');
    expect(await rows.count()).toBe(SHELVES + 1);
    expect(await names.allInnerTexts()).toEqual(expect.arrayContaining(['Status', 'Wall shelves']));
    const filter = page.getByLabel('Filter the operations');
    await filter.fill('SHELF  29');
    expect(await rows.allInnerTexts()).toEqual([expect.stringContaining('Get shelf 29')]);
    expect(await names.allInnerTexts()).not.toContain('Status');
    expect(await page.getByRole('status').innerText()).toBe(`1 of ${SHELVES + 1} operations`);
    await filter.fill('wall GET');
    expect(await rows.count()).toBe(SHELVES);
    await filter.fill('none');
    expect(await names.allInnerTexts()).not.toContain('Wall shelves');
    await filter.fill('');
    expect(await rows.count()).toBe(SHELVES + 1);
    expect(await page.getByRole('status').innerText()).toBe('');
  },
);
