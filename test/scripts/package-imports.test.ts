// Tests the directions of imports: docs/architecture.md describes them.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { filesIn } from '../support/files-in.ts';
import { projectRoot } from '../support/project-copy.ts';

/** A part of the repository: a package, or a folder that is not a package. */
const PARTS = ['tools/document', 'tools/diff', 'tools/contract', 'packages/sandbox', 'packages/cli', 'src'];

/** The parts that the code of a part may import by their names. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  src: [],
  'tools/document': [],
  'tools/diff': ['tools/document'],
  'tools/contract': ['tools/document'],
  'packages/sandbox': ['tools/document', 'src'],
  'packages/cli': ['tools/document', 'src'],
};

/** Modules of the client that packages and scripts import by their paths, because the client does not export them. */
const SHARED_MODULES = [
  'src/bulk/bulk-error',
  'src/bulk/give-up',
  'src/bulk/journal/journal-lines',
  'src/bulk/outcome',
  'src/options/closest-name',
  'src/generated/catalogue',
  'src/generated/defaults',
  'src/generated/management',
  'src/http-method',
  'src/success-content',
  'src/wait',
];

/** The client contains these modules: it must not depend on the private package. */
const BUNDLED = ['tools/document/src/drift/', 'tools/document/src/secure-url'];

/** Modules of packages that scripts import by their paths, because the packages do not export what only scripts use. */
const BUILD_MODULES = [
  'packages/cli/derive/command-operations',
  'packages/cli/src/visible-text',
  'packages/sandbox/derive/package',
  'packages/sandbox/derive/resource-types',
  'packages/sandbox/derive/sandbox-server',
  'packages/sandbox/derive/validator-code',
  'packages/sandbox/src/arguments-help',
  'packages/sandbox/src/token/oauth-client',
];

/** An import, with the imported file without its extension or the imported package. */
interface Import {
  readonly importer: string;
  readonly imported: string;
}

const partOf = (file: string): string | undefined => PARTS.find((part) => file.startsWith(`${part}/`));

/** Lists the imports of the source files in a folder. Paths are relative to the root, without extensions. */
function importsIn(folder: string): Import[] {
  return filesIn(join(projectRoot, folder), /\.(ts|astro)$/).flatMap((file) => {
    const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
    const importer = relative(projectRoot, file);
    return importedFiles.map(({ fileName }) => ({
      importer,
      imported: fileName.startsWith('.')
        ? relative(projectRoot, join(dirname(file), fileName)).replace(/\.(ts|js)$/, '')
        : fileName,
    }));
  });
}

/** Returns an import as the line of a message. */
const line = ({ importer, imported }: Import): string => `${importer} imports ${imported}`;

const FOLDERS_BY_PART = PARTS.map(
  (part) => [part, part === 'src' ? ['src'] : [`${part}/src`, `${part}/derive`]] as const,
);

describe('the code of a package', () => {
  test.each(FOLDERS_BY_PART)(
    'of %s reaches other files of the repository only in the list of this test',
    (part, folders) => {
      const foreign = folders
        .flatMap(importsIn)
        .filter(({ imported }) => /^[a-z]+\//.test(imported) && isFileOfRepository(imported))
        .filter(({ imported }) => !imported.startsWith(`${part}/`))
        .filter(({ imported }) => part.startsWith('tools/') || !SHARED_MODULES.includes(imported))
        .filter(({ imported }) => part !== 'src' || !BUNDLED.some((path) => imported.startsWith(path)));
      expect(foreign.map(line)).toEqual([]);
    },
  );

  test.each(FOLDERS_BY_PART)('of %s imports only the packages below it', (part, folders) => {
    const names = new Map(PARTS.map((one) => [nameOf(one), one]));
    const upward = folders.flatMap(importsIn).filter(({ imported }) => {
      const target = names.get(imported.split('/')[0] ?? '');
      return target !== undefined && !ALLOWED[part]?.includes(target);
    });
    expect(upward.map(line)).toEqual([]);
  });
});

test.each(['scripts', 'site/reference', 'site/src', 'site/plugins', 'examples', 'bench', 'compat'])(
  'the code in %s imports the files of packages only by the name of the package, or in the lists of this test',
  (folder) => {
    const reaching = importsIn(folder).filter(
      ({ imported }) =>
        partOf(imported) !== undefined &&
        partOf(imported) !== 'src' &&
        ![...SHARED_MODULES, ...BUILD_MODULES].includes(imported),
    );
    expect(reaching.map(line)).toEqual([]);
  },
);

/** The folders without import cycles. */
const WITHOUT_CYCLES = [
  ...['src', 'scripts', 'tools/document/src', 'tools/diff/src', 'tools/contract/src', 'packages/sandbox/src'],
  ...['packages/sandbox/derive', 'packages/cli/src', 'packages/cli/derive', 'compat', 'bench', 'examples', 'site'],
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
  expect(fileNames.filter((file) => / from 'tenant-management-sandbox'/.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('the tools and their tests import nothing of the client, the packages and the scripts', () => {
  const reaching = importsIn('tools').filter(({ imported }) => /^(src|packages|scripts|tenant-)/.test(imported));
  expect(reaching.map(line)).toEqual([]);
});

test('no script imports from test', () => {
  expect(
    importsIn('scripts')
      .filter(({ imported }) => imported.startsWith('test/'))
      .map(line),
  ).toEqual([]);
});

/** Returns the name of a package. */
function nameOf(part: string): string {
  return JSON.parse(readFileSync(join(projectRoot, part === 'src' ? '.' : part, 'package.json'), 'utf8')).name;
}

/** Whether a path without an extension starts with a folder of the repository. */
const isFileOfRepository = (path: string): boolean =>
  ['packages', 'tools', 'src', 'scripts', 'site', 'test', 'bench', 'compat', 'examples'].includes(
    path.split('/')[0] ?? '',
  );
