// Tests imports: their directions, which CONTRIBUTING.md describes, and their names.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/project-copy.ts';

/** The parts of the repository with their levels. A part imports only parts of lower levels. */
const LEVELS: Readonly<Record<string, number>> = {
  ...{ common: 0, 'tools/document': 1, src: 1 },
  ...{ 'tools/diff': 2, 'tools/contract': 2 },
  ...{ 'packages/sandbox': 3, 'packages/cli': 3 },
  ...{ site: 4, scripts: 5, examples: 6, test: 7, bench: 8, compat: 8 },
};

/** An import, with the imported file without its extension or the imported package. */
interface Import {
  readonly importer: string;
  readonly imported: string;
}

const partOf = (path: string): string | undefined => Object.keys(LEVELS).find((part) => path.startsWith(`${part}/`));

/** Lists the imports of the source files in a folder. Paths are relative to the root, without extensions. */
function importsIn(folder: string): Import[] {
  const options = { cwd: projectRoot, exclude: ['**/{node_modules,dist,output}'] };
  return globSync(`${folder}/**/*.{ts,astro}`, options).flatMap((importer) => {
    const { importedFiles } = ts.preProcessFile(readFileSync(join(projectRoot, importer), 'utf8'), true, true);
    return importedFiles.map(({ fileName }) => ({
      importer,
      imported: fileName.startsWith('.') ? join(dirname(importer), fileName).replace(/\.(ts|js)$/, '') : fileName,
    }));
  });
}

/** Returns an import as the line of a message. */
const line = ({ importer, imported }: Import): string => `${importer} imports ${imported}`;

const NAMES = new Map(
  Object.keys(LEVELS).flatMap((part): [string, string][] => {
    const file = join(projectRoot, part === 'src' ? '.' : part, 'package.json');
    return existsSync(file) ? [[JSON.parse(readFileSync(file, 'utf8')).name, part]] : [];
  }),
);

/**
 * The imports of each file that reach another part. Tests of the packages are part of the tests, and tests of tools can use
 * `test/support`.
 */
const REACHING = ['common', 'src', 'packages', 'tools', 'site', 'scripts', 'test', 'examples', 'bench', 'compat']
  .flatMap(importsIn)
  .flatMap(({ importer, imported }) => {
    const from = /^packages\/.*\/test\/|^site\/(test|.*\.test\.ts$)/.test(importer) ? 'test' : partOf(importer);
    const to = partOf(imported) ?? NAMES.get(imported.split('/')[0] ?? '');
    const isSupport = /^tools\/\w+\/test\//.test(importer) && imported.startsWith('test/support/');
    return from === undefined || to === undefined || from === to || isSupport ? [] : [{ importer, imported, from, to }];
  });

test('each part imports only parts below it', () => {
  const upward = REACHING.filter(({ from, to }) => (LEVELS[from] ?? 0) <= (LEVELS[to] ?? 0));
  expect(upward.map(line)).toEqual([]);
});

/** The folders of a part. A folder imports only folders before it. */
const FOLDERS = {
  'tools/document/src': ['model', 'schema', 'operations', 'validation', 'samples', 'read', 'behavior'],
  'packages/cli/src': ['output', 'tenant', 'input', 'job'],
  src: ['rate-limit', 'errors', 'options', 'token', 'deprecation', 'drift', 'bulk'],
};

test.each(Object.entries(FOLDERS))('each folder of %s imports only folders before it', (part, folders) => {
  const used = importsIn(part).flatMap(({ importer }) => importer.slice(part.length + 1).match(/^[^/]+(?=\/)/) ?? []);
  expect([...folders, 'generated']).toEqual(expect.arrayContaining(used));
  const rank = (path: string) => folders.findIndex((folder) => path.startsWith(`${part}/${folder}/`));
  const upward = importsIn(part).filter(
    ({ importer, imported }) => rank(importer) < rank(imported) && rank(importer) >= 0,
  );
  expect(upward.map(line)).toEqual([]);
});

test('only tests import modules of the client by their paths', () => {
  expect(REACHING.filter(({ imported, from }) => imported.startsWith('src/') && from !== 'test').map(line)).toEqual([]);
});

test('the modules of common import only each other, because the client bundles them', () => {
  expect(
    importsIn('common')
      .filter(({ imported }) => !imported.startsWith('common/'))
      .map(line),
  ).toEqual([]);
});

/** The folders without import cycles. */
const WITHOUT_CYCLES = [
  ...['common', 'src', 'scripts', 'tools/document/src', 'tools/diff/src', 'tools/contract/src', 'packages/sandbox/src'],
  ...['packages/sandbox/derive', 'packages/cli/src', 'packages/cli/derive', 'compat', 'bench', 'examples', 'site'],
  ...[
    'test',
    'tools/document/test',
    'tools/diff/test',
    'tools/contract/test',
    'packages/sandbox/test',
    'packages/cli/test',
  ],
];

test('no import is part of a cycle, also no import of a type', () => {
  let left = WITHOUT_CYCLES.flatMap(importsIn).map((one) => ({ ...one, importer: one.importer.replace(/\.ts$/, '') }));
  // Removes the imports of modules that import no other or that no other imports, until only the cycles are left.
  for (let count = 0; count !== left.length; ) {
    count = left.length;
    const [importers, imported] = [new Set(left.map((one) => one.importer)), new Set(left.map((one) => one.imported))];
    left = left.filter((one) => importers.has(one.imported) && imported.has(one.importer));
  }
  expect(left.map(line)).toEqual([]);
});

test('npm run site, which does not build the sandbox, checks the types of no module that imports the sandbox', () => {
  const folder = join(projectRoot, 'site');
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile);
  const { fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  expect(
    fileNames.filter((file) => /^\S.* from 'tenant-management-sandbox'/m.test(readFileSync(file, 'utf8'))),
  ).toEqual([]);
});

test('the modules of site, whose types only npm run test:site checks, import only names that exist', async () => {
  const entryPoints = globSync('site/{src,plugins,reference}/**/*.ts', { cwd: projectRoot });
  const options = { bundle: true, packages: 'external', platform: 'node', format: 'esm', outdir: 'none' } as const;
  const bundle = build({ ...options, absWorkingDir: projectRoot, entryPoints, write: false });
  await expect(bundle).resolves.toMatchObject({ errors: [] });
});
