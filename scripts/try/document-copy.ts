import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { type DocumentFile, projectRoot, readDocument, withoutFiles } from 'tenant-management-document';
import { parse, stringify } from 'yaml';
import { linkModules } from '../process/link-modules.ts';

/** Files and folders that the steps need. */
const COPIED = [
  ...['package.json', 'redocly.yaml', 'tsconfig.json', 'tsconfig.build.json', 'vitest.config.ts', 'README.md'],
  ...['docs', 'packages', 'scripts', 'site/reference', 'src', 'test/contract', 'test/support'],
];

/** Names of folders that no step needs, or that belong to the document of this project. */
const OMITTED = ['node_modules', 'dist', 'test', 'facts'];

/** Compiled code of Prism, which copies share. */
const COMPILE_CACHE = 'node_modules/.cache/node';

/**
 * The rules for the document in `redocly.yaml`. Only structure, references, operation ids and path parameters can be
 * errors, so every valid document passes. The decorators are those of the docs page.
 */
const RULES = {
  extends: ['minimal'],
  rules: {
    'operation-operationId-unique': 'error',
    'path-parameters-defined': 'error',
    'no-server-trailing-slash': 'warn',
  },
  decorators: { 'tenant-management/show-terms': 'on', 'tenant-management/show-not-shown': 'on' },
};

/** A copy of the project with another document as its only document. */
export interface ProjectCopy {
  /** Absolute path. */
  readonly root: string;
  /** Name of the document in `redocly.yaml`. */
  readonly name: string;
  /** Absolute path of the document in the copy. */
  readonly file: string;
  /** Absolute path of the document that the user passed. Lint reads this file, so that messages show its lines. */
  readonly original: string;
}

/** Copies the project to a temporary folder, with another document as the only entry of `redocly.yaml`. */
export async function copyProject(input: DocumentFile): Promise<ProjectCopy> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'tenant-management-try-')));
  try {
    const filter = (source: string) => !OMITTED.includes(basename(source));
    await Promise.all(COPIED.map((path) => cp(join(projectRoot, path), join(root, path), { recursive: true, filter })));
    await linkModules(root);
    await Promise.all([
      mkdir(join(projectRoot, COMPILE_CACHE), { recursive: true }),
      mkdir(join(root, 'node_modules/.cache')),
    ]);
    await symlink(join(projectRoot, COMPILE_CACHE), join(root, COMPILE_CACHE), 'junction');
    const name = basename(input.file, extname(input.file)).replaceAll(/[^\w-]+/g, '-');
    const extension = input.isSplit || extname(input.file) === '.json' ? '.json' : '.yaml';
    const path = `openapi/${name}${extension}`;
    await mkdir(join(root, 'openapi'));
    const config: object = parse(await readFile(join(root, 'redocly.yaml'), 'utf8'));
    await writeFile(join(root, 'redocly.yaml'), stringify({ ...config, ...RULES, apis: { [name]: { root: path } } }));
    const file = join(root, path);
    // Write a document of several files as one file, which keeps its references to components.
    if (input.isSplit) await writeFile(file, JSON.stringify(withoutFiles(await readDocument(input.file))));
    else await cp(input.file, file);
    return { root, name, file, original: input.file };
  } catch (error) {
    await rm(root, { recursive: true });
    throw error;
  }
}
