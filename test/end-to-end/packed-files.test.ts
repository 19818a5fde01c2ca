// Tests which files the packed packages contain, and that the source maps lead to sources. Build all packages first.
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installPacked } from '../../scripts/process/install-packed.ts';
import { packPackages } from '../../scripts/process/pack.ts';
import { linksOf, resolveLink } from '../docs/markdown-pages.ts';
import { definitionsOf } from '../support/typescript/tsserver.ts';

/** Files that a package contains although no other file refers to them. */
const UNREFERENCED = /^(?:package\.json|AGENTS\.md|README\.md|CHANGELOG\.md|(?:dist\/)?LICENSE(?:\.[\w-]+)?)$/;

/** The part of `package.json` that names files. */
interface Manifest {
  readonly exports: Record<string, string | Record<string, string>>;
  readonly bin?: Record<string, string>;
}
/** A source map, of a JavaScript file or of declarations. */
interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent?: readonly string[];
}
type Read = (file: string) => string;

/**
 * Returns the files to which a file refers: its imports, its source map, the sources of a declaration map, or the targets
 * of the links of a Markdown file.
 */
function referencesOf(file: string, read: Read): string[] {
  const resolved = (path: string) => posix.join(posix.dirname(file), path);
  if (file.endsWith('.d.ts.map')) return (JSON.parse(read(file)) as SourceMap).sources.map(resolved);
  const text = read(file);
  if (file.endsWith('.md')) return linksOf({ file, text }).map((link) => resolveLink(link).file);
  if (!/\.(?:js|d\.ts)$/.test(file)) return [];
  const imports = [...text.matchAll(/(?:\bfrom |\bimport\(|\bimport )["'](\.[^"']*)["']/g)].map(([, path = '']) =>
    file.endsWith('.d.ts') ? path.replace(/\.js$/, '.d.ts') : path,
  );
  const maps = [...text.matchAll(/^\/\/# sourceMappingURL=(\S+)$/gm)].map(([, path = '']) => path);
  return [...imports, ...maps].map(resolved);
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
  const config = { compilerOptions: { module: 'nodenext', skipLibCheck: true }, files: ['program.ts'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { client, sandbox, cli } = packPackages(folder);
  await installPacked(client, 'tenant-management-client', folder);
  await installPacked(sandbox, 'tenant-management-sandbox', folder);
  await installPacked(cli, 'tenant-management-cli', folder);
});
afterAll(() => rm(folder, { recursive: true }));

function packed(name: string): { files: string[]; read: Read } {
  const root = join(folder, 'node_modules', name);
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  return { files, read: (file) => readFileSync(join(root, file), 'utf8') };
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

describe.each([
  { name: 'tenant-management-client', used: 'createManagementClient', source: 'src/client.ts' },
  { name: 'tenant-management-sandbox', used: 'startSandbox', source: 'packages/sandbox/src/sandbox.ts' },
])('the packed $name', ({ name, used, source }) => {
  test('contains AGENTS.md for coding assistants', () => {
    expect(packed(name).files).toContain('AGENTS.md');
  });

  test('has a source map for each JavaScript file of the build, with the text of all sources', () => {
    const { files, read } = packed(name);
    for (const file of files.filter((path) => /^dist\/.*\.js$/.test(path))) {
      const { sources, sourcesContent } = JSON.parse(read(`${file}.map`)) as SourceMap;
      expect(
        sourcesContent?.filter((text) => text.length > 0),
        file,
      ).toHaveLength(sources.length);
    }
  });

  test('has a declaration map for each declaration, and contains the sources of the map', () => {
    const { files, read } = packed(name);
    const declarations = files.filter((file) => file.endsWith('.d.ts'));
    expect(declarations).toContain('dist/index.d.ts');
    for (const file of declarations) expect(files).toEqual(expect.arrayContaining(referencesOf(`${file}.map`, read)));
  });

  test('lets "go to definition" of an editor open the source of an exported function', async () => {
    const program = join(folder, 'program.ts');
    const text = `import { ${used} } from '${name}';\n`;
    await writeFile(program, text);
    const [definition] = await definitionsOf(program, { line: 1, offset: text.indexOf(used) + 1 });
    expect(definition?.file).toMatch(new RegExp(`/${name}/dist/sources/${source}$`));
    const lines = readFileSync(definition?.file ?? '', 'utf8').split('\n');
    expect(lines[(definition?.start.line ?? 0) - 1]).toContain(`function ${used}(`);
  });
});

test('unneededFiles() returns declarations, maps and sources that no entry point needs, and pages without a link', () => {
  const texts: Record<string, string> = {
    'package.json': '{ "exports": { ".": { "types": "./dist/index.d.ts", "default": "./dist/index.js" } } }',
    'dist/index.js': "import './chunk.js';\n//# sourceMappingURL=index.js.map",
    'dist/index.js.map': '{}',
    'dist/chunk.js': '',
    'dist/index.d.ts': "export { call } from './call.js';",
    'dist/call.d.ts': '//# sourceMappingURL=call.d.ts.map',
    'dist/call.d.ts.map': '{ "sources": ["sources/call.ts"] }',
    'dist/sources/call.ts': '',
    LICENSE: '',
    'README.md': '[Tokens](docs/tokens.md) [in the repository](docs/README.md)',
    'docs/tokens.md': '[Example](../examples/token.js#top)',
    'examples/token.js': '',
  };
  const unneeded = {
    'dist/old.d.ts': '',
    'dist/chunk.js.map': '{}',
    'dist/sources/old.ts': '',
    'test/call.test.ts': '',
    'docs/old.md': '[Tokens](tokens.md)',
  };
  const all: Record<string, string> = { ...texts, ...unneeded };
  expect(unneededFiles(Object.keys(all), (file) => all[file] ?? '')).toEqual(Object.keys(unneeded));
});
