// Checks that the links of the packed Markdown files lead to files of the same package.
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { npm } from '../../scripts/process/npm.ts';
import { isExternal, type Link, linksOf, pages, projectRoot, resolveLink } from './markdown-pages.ts';

/** The folders of the published packages, by name. */
const FOLDERS: Readonly<Record<string, string>> = {
  'tenant-management-client': '.',
  'tenant-management-sandbox': 'packages/sandbox',
  'tenant-management-cli': 'packages/cli',
};

/** The entry of a package in the output of `npm pack --json`. */
interface Packed {
  readonly name: string;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** Files that grow with the document. */
const OF_DOCUMENT = /^(README\.md$|openapi\/|dist\/(src\/generated\/|catalogue\.js|drift-checks\.js))/;

const output = npm(
  [
    ...['pack', '--dry-run', '--json', '--ignore-scripts', '--include-workspace-root'],
    ...['--workspace=packages/sandbox', '--workspace=packages/cli'],
  ],
  projectRoot,
);
// npm 10 prints a list, and npm 12 prints an object whose keys are package names.
const packages = Object.values(JSON.parse(output) as Record<string, Packed>).map(({ name, files }) => ({
  name,
  bytes: files.filter(({ path }) => !OF_DOCUMENT.test(path)).reduce((sum, { size }) => sum + size, 0),
  // Paths relative to the root of the project.
  files: files.map(({ path }) => posix.join(FOLDERS[name] ?? '', path)),
}));

/** Returns the links that lead to no file of the package. `links.test.ts` checks their anchors. */
const brokenLinks = (links: readonly Link[], files: readonly string[]): string[] =>
  links
    .filter((link) => !isExternal(link) && !files.includes(resolveLink(link).file))
    .map(({ page, target }) => `${page.file}: ${target}`);

describe.each(packages)('the packed $name', ({ files }) => {
  test('contains the target of each relative link of its Markdown files', () => {
    const links = pages.filter(({ file }) => files.includes(file)).flatMap(linksOf);
    expect(brokenLinks(links, files)).toEqual([]);
  });
});

test('the packed tenant-management-client has at most 345,000 bytes without the document, and contains the pages for developers of services', () => {
  const client = packages.find(({ name }) => name === 'tenant-management-client');
  expect(client?.bytes).toBeLessThanOrEqual(345_000);
  expect(client?.files).toEqual(
    expect.arrayContaining(['AGENTS.md', 'README.md', 'docs/bulk.md', 'docs/errors.md', 'packages/sandbox/README.md']),
  );
});
