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
