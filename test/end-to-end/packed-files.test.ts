// Tests which files the packed packages contain. Build all packages first.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installPacked } from '../../scripts/process/install-packed.ts';
import { packPackages } from '../../scripts/process/pack.ts';
import { linksOf, resolveLink } from '../docs/markdown-pages.ts';

/** Files that a package contains although no other file refers to them. */
const UNREFERENCED = /^(?:package\.json|AGENTS\.md|README\.md|CHANGELOG\.md|(?:dist\/)?LICENSE(?:\.[\w-]+)?)$/;

/** The part of `package.json` that names files. */
interface Manifest {
  readonly exports: Record<string, string | Record<string, string>>;
  readonly bin?: Record<string, string>;
}
type Read = (file: string) => string;

/** Returns the files to which a file refers: its imports, or the targets of the links of a Markdown file. */
function referencesOf(file: string, read: Read): string[] {
  const resolved = (path: string) => posix.join(posix.dirname(file), path);
  const text = read(file);
  if (file.endsWith('.md')) return linksOf({ file, text }).map((link) => resolveLink(link).file);
  if (!/\.(?:js|d\.ts)$/.test(file)) return [];
  const imports = [...text.matchAll(/(?:\bfrom |\bimport\(|\bimport )["'](\.[^"']*)["']/g)].map(([, path = '']) =>
    file.endsWith('.d.ts') ? path.replace(/\.js$/, '.d.ts') : path,
  );
  return imports.map(resolved);
}

/** Returns the files that neither the exports nor the commands of a package need, and to which no page links. */
function unneededFiles(files: readonly string[], read: Read): string[] {
  const { exports, bin = {} } = JSON.parse(read('package.json')) as Manifest;
  const entries = [...Object.values(exports), bin].flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  );
  const unreferenced = files.filter((file) => UNREFERENCED.test(file));
  const needed = new Set([...entries.map((entry) => posix.normalize(entry)), ...unreferenced]);
  // The loop also visits the files that it adds. A link can lead out of the package.
  for (const file of needed) {
    if (files.includes(file)) for (const reference of referencesOf(file, read)) needed.add(reference);
  }
  return files.filter((file) => !needed.has(file));
}

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tenant-management-packed-'));
  const { client, sandbox, cli } = packPackages(folder);
  await installPacked(client, 'tenant-management-client', folder);
  await installPacked(sandbox, 'tenant-management-sandbox', folder);
  await installPacked(cli, 'tenant-management-cli', folder);
});
afterAll(() => rm(folder, { recursive: true }));

function packed(name: string): { root: string; files: string[]; read: Read } {
  const root = join(folder, 'node_modules', name);
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  return { root, files, read: (file) => readFileSync(join(root, file), 'utf8') };
}

describe.each([
  { name: 'tenant-management-client', main: 'dist/index.js' },
  { name: 'tenant-management-sandbox', main: 'dist/index.js' },
  { name: 'tenant-management-cli', main: 'dist/cli.js' },
])('the packed $name', ({ name, main }) => {
  test('contains no file that its exports, its commands and its pages do not need', () => {
    const { files, read } = packed(name);
    expect(files).toContain(main);
    expect(unneededFiles(files, read)).toEqual([]);
  });
});

test('the packed tenant-management-cli has no dependencies, and contains the licenses of the packages in its bundle', () => {
  const { read } = packed('tenant-management-cli');
  expect(JSON.parse(read('package.json'))).not.toHaveProperty('dependencies');
  const licenses = read('dist/LICENSE.bundled');
  expect(licenses.match(/^[@\w/-]+(?= \d+\.\d+\.\d+ \()/gm)).toEqual(
    expect.arrayContaining([
      '@clack/prompts',
      'commander',
      'csv-parse',
      'csv-stringify',
      'oauth4webapi',
      'openapi-fetch',
    ]),
  );
});

test.each(['tenant-management-client', 'tenant-management-sandbox'])(
  'the packed %s contains AGENTS.md for coding assistants',
  (name) => {
    expect(packed(name).files).toContain('AGENTS.md');
  },
);

test('the packed tenant-management-client has at most 480,000 bytes', () => {
  const { root, files } = packed('tenant-management-client');
  const sizes = files.map((file) => statSync(join(root, file)).size);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(480_000);
});

test('unneededFiles() returns declarations, chunks and maps that no entry point needs, and pages without a link', () => {
  const texts: Record<string, string> = {
    'package.json': '{ "exports": { ".": { "types": "./dist/index.d.ts", "default": "./dist/index.js" } } }',
    'dist/index.js': "import './chunk.js';",
    'dist/chunk.js': '',
    'dist/index.d.ts': "export { call } from './call.js';",
    'dist/call.d.ts': '',
    LICENSE: '',
    'README.md': '[Tokens](docs/tokens.md) [in the repository](docs/README.md)',
    'docs/tokens.md': '[Example](../examples/token.js#top)',
    'examples/token.js': '',
  };
  const unneeded = {
    'dist/old.d.ts': '',
    'dist/chunk.js.map': '{}',
    'dist/old.js': '',
    'test/call.test.ts': '',
    'docs/old.md': '[Tokens](tokens.md)',
  };
  const all: Record<string, string> = { ...texts, ...unneeded };
  expect(unneededFiles(Object.keys(all), (file) => all[file] ?? '')).toEqual(Object.keys(unneeded));
});
