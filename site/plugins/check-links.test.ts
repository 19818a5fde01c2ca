import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { findBrokenLinks } from './check-links.ts';

/** Writes the files of a site to a temporary folder, and returns the broken links of its pages. */
function brokenLinksOf(files: Readonly<Record<string, string>>, base = '/'): string[] {
  const html = new Map(Object.entries(files).filter(([path]) => path.endsWith('.html')));
  return findBrokenLinks(temporaryFolder(files), html, base);
}

const PAGE = '<h2 id="retries">Retries</h2>';

test('findBrokenLinks() accepts links to a page, a heading, a file, the same page and another site', () => {
  const targets = ['/guides/', '/guides/#retries', '../guides/', '/a.txt', '#top', 'https://example.com/none'];
  const links = targets.map((target) => `<a class="x" href="${target}">x</a>`).join('');
  expect(brokenLinksOf({ 'a.txt': '', 'guides/index.html': PAGE, 'b/index.html': `<p id="top">${links}` })).toEqual([]);
});

test.each(['/none/', '/guides', '/guides/#none', '#none', 'none.png', '//site/none/'])(
  'findBrokenLinks() reports the link "%s" to a page, a heading or a file that does not exist',
  (target) => {
    const files = { 'guides/index.html': PAGE, 'b/index.html': `<a title="a > b" href="${target}">x</a>` };
    expect(brokenLinksOf(files)).toEqual([`b/index.html: ${target}`]);
  },
);

test('findBrokenLinks() reports a link to an absolute path that does not start with the base path of the site', () => {
  const links = '<a href="/name/guides/">x</a><a href="/more/guides/">x</a>';
  expect(brokenLinksOf({ 'guides/index.html': PAGE, 'index.html': links }, '/name/')).toEqual([
    'index.html: /more/guides/',
  ]);
});

test('findBrokenLinks() ignores text that looks like a link in code samples and in scripts', () => {
  const html = '<pre>&lt;a href="/none/"></pre><script>const link = \'<a href="/none/">\';</script>';
  expect(brokenLinksOf({ 'index.html': html })).toEqual([]);
});
