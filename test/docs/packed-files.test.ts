// Checks package.json of the packed packages, and that the links of their Markdown files lead to files of the package.
import { mkdtempDisposableSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packPackages, unpack } from '../../scripts/process/pack.ts';
import { isExternal, type Link, linksOf, pages, resolveLink } from './markdown-pages.ts';

/** Files that grow with the document. */
const OF_DOCUMENT = /^(README\.md$|openapi\/|dist\/(src\/generated\/|catalogue\.js|drift-checks\.js))/;

/** Fields of `package.json` that are only for this repository. */
const INTERNAL = /^(private|workspaces|scripts|overrides|allowScripts|scarfSettings|devDependencies)$/;

using unpacked = mkdtempDisposableSync(join(tmpdir(), 'packed-'));
const packed = packPackages(unpacked.path);
const packages = Object.entries(packed).map(([name, file]) => {
  const root = join(unpacked.path, name);
  unpack(file, root);
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  return {
    name: `tenant-management-${name}`,
    manifest: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as object,
    bytes: files
      .filter((file) => !OF_DOCUMENT.test(file))
      .reduce((sum, file) => sum + statSync(join(root, file)).size, 0),
    // Paths relative to the root of the project.
    files: files.map((path) => posix.join(name === 'client' ? '.' : `packages/${name}`, path)),
  };
});

/** Returns the links that lead to no file of the package. `links.test.ts` checks their anchors. */
const brokenLinks = (links: readonly Link[], files: readonly string[]): string[] =>
  links
    .filter((link) => !isExternal(link) && !files.includes(resolveLink(link).file))
    .map(({ page, target }) => `${page.file}: ${target}`);

describe.each(packages)('the packed $name', ({ files, manifest }) => {
  test('has no field of package.json that is only for this repository', () => {
    expect(Object.keys(manifest).filter((field) => INTERNAL.test(field))).toEqual([]);
  });

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
