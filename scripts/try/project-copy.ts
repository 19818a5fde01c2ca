import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { projectRoot } from 'tenant-management-document';
import { parse, stringify } from 'yaml';
import { linkModules } from '../process/link-modules.ts';
import { runNode } from '../process/run-node.ts';
import type { Input } from './input.ts';

/** Folders that no step needs. */
const OMITTED = ['.git', 'node_modules', 'dist', 'reports', 'bench', 'compat', 'coverage'];

/** Folders that belong to the document of this project; `docs/another-document.md` lists them. */
const OF_THIS_DOCUMENT = ['openapi', 'test/contract/facts'];

/**
 * The entry of the document in `redocly.yaml`. The lint rules check only structure, references, operation ids and path
 * parameters, so every valid document passes. The decorators are those of the docs page.
 */
const ENTRY = {
  extends: ['minimal'],
  rules: { 'operation-operationId-unique': 'error', 'path-parameters-defined': 'error' },
  decorators: { 'tenant-management/show-terms': 'on', 'tenant-management/show-not-shown': 'on' },
};

const BUNDLE_TIMEOUT_MS = 120_000;

/** A copy of the project with another document as its only document. */
export interface ProjectCopy {
  /** Absolute path. */
  readonly root: string;
  /** Name of the document in `redocly.yaml`. */
  readonly name: string;
  /** Absolute path of the document. */
  readonly file: string;
}

/** Copies the project to a temporary folder, with another document as the only entry of `redocly.yaml`. */
export async function copyProject(input: Input): Promise<ProjectCopy> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'tenant-management-try-')));
  try {
    await cp(projectRoot, root, { recursive: true, filter: (source) => !OMITTED.includes(basename(source)) });
    await Promise.all(OF_THIS_DOCUMENT.map((path) => rm(join(root, path), { recursive: true })));
    await linkModules(root);
    const name = basename(input.file, extname(input.file)).replaceAll(/[^\w-]+/g, '-');
    const path = `openapi/${name}${extname(input.file) === '.json' ? '.json' : '.yaml'}`;
    await mkdir(join(root, 'openapi'));
    const config: object = parse(await readFile(join(root, 'redocly.yaml'), 'utf8'));
    await writeFile(join(root, 'redocly.yaml'), stringify({ ...config, apis: { [name]: { root: path, ...ENTRY } } }));
    await placeDocument(input, root, path);
    return { root, name, file: join(root, path) };
  } catch (error) {
    await rm(root, { recursive: true });
    throw error;
  }
}

/** Copies the document. Bundles a split document into one file, because circular references stay resolvable there. */
async function placeDocument({ file, isSplit }: Input, root: string, path: string): Promise<void> {
  if (!isSplit) return cp(file, join(root, path));
  const cli = 'node_modules/@redocly/cli/bin/cli.js';
  const { status, output } = await runNode([cli, 'bundle', file, '--output', path], {
    cwd: root,
    timeout: BUNDLE_TIMEOUT_MS,
  });
  if (status !== 0) throw new Error(`Redocly could not bundle ${file}:\n${output}`);
}
