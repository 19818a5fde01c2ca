// Checks the links of the built site.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findBrokenLinks } from '../../site/build/check-links.ts';
import { fileOf, pages, siteFolder } from './support/site-folder.ts';

const html = new Map(pages.map(fileOf).map((file) => [file, readFileSync(join(siteFolder, file), 'utf8')]));

test('no link of the site leads to a page, a file or a heading that does not exist', () => {
  const count = [...html.values()].flatMap((text) => text.match(/ href="(?!https?:)/g) ?? []).length;
  expect(count).toBeGreaterThan(pages.length);
  expect(findBrokenLinks(siteFolder, html, '/')).toEqual([]);
});

test('each id of an API page has the name of its member and is unique, and properties link to themselves', () => {
  const ids = (page: string) => [...(html.get(fileOf(page)) ?? '').matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);
  const wrong = pages
    .filter((page) => page.startsWith('/api/'))
    .flatMap((page) => ids(page).filter((id, index, all) => /^[a-z]+-\d+$/.test(id) || all.indexOf(id) !== index));
  expect(wrong).toEqual([]);
  expect(ids('/api/tenant-management-client/')).toEqual(
    expect.arrayContaining(['TokenError-toJSON-Returns', 'CallOptions-timeout', 'createManagementClient-Parameters']),
  );
  expect(html.get('api/tenant-management-client/index.html')).toMatch(
    /<a id="CallOptions-timeout" href="#CallOptions-timeout"[^>]*><code[^>]*>timeout\?<\/code>/,
  );
});
