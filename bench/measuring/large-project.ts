import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { stringify } from 'yaml';
import { linkModules } from '../../scripts/process/link-modules.ts';
import { largeDocument } from '../../test/support/large-document.ts';
import { projectRoot } from './folders.ts';

/** Files to copy: the measured commands read or write them. */
const COPIED = [
  'package.json',
  'tsconfig.json',
  'redocly.yaml',
  'README.md',
  'docs',
  'openapi',
  'packages',
  'scripts',
  'site/reference',
  'src',
];

/** Folders of `packages` that no command reads. The packages of `node_modules` are linked. */
const OMITTED = ['node_modules', 'dist', 'test'];

/** `largeDocument` accepts only multiples of six as the number of operations. */
const STEP = 6;

/** A copy of the project in a temporary folder. */
export interface LargeProject {
  readonly root: string;
  /** Runs a script until it exits. @returns The duration in seconds. */
  time(script: string): number;
  remove(): Promise<void>;
}

/** Copies the project, and adds a document with the given number of operations as its first document. */
export async function createLargeProject(operations: number): Promise<LargeProject> {
  const project = await copyProject();
  const document = stringify(documentOf(operations), { aliasDuplicateObjects: false });
  await writeFile(join(project.root, 'openapi/warehouse.yaml'), document);
  const config = await readFile(join(project.root, 'redocly.yaml'), 'utf8');
  const entry = 'apis:\n  warehouse:\n    root: openapi/warehouse.yaml\n    extends: [spec]\n';
  await writeFile(join(project.root, 'redocly.yaml'), config.replace('apis:\n', entry));
  return project;
}

/** Copies the project. */
export async function copyProject(): Promise<LargeProject> {
  const root = await mkdtemp(join(tmpdir(), 'tenant-management-bench-'));
  const filter = (source: string) => !OMITTED.includes(basename(source));
  await Promise.all(COPIED.map((path) => cp(join(projectRoot, path), join(root, path), { recursive: true, filter })));
  await linkModules(root);
  return {
    root,
    time: (script) => time(root, script),
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** Returns a document with exactly the given number of operations. */
function documentOf(operations: number): object {
  const document = largeDocument(Math.ceil(operations / STEP) * STEP) as { paths: Record<string, object> };
  let left = operations;
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const kept = Object.entries(item).filter(([method]) => method === 'parameters' || left-- > 0);
    return [path, Object.fromEntries(kept)] as const;
  });
  const withOperations = paths.filter(([, item]) => Object.keys(item).some((key) => key !== 'parameters'));
  return { ...document, paths: Object.fromEntries(withOperations) };
}

function time(root: string, script: string): number {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${script} failed:\n${stdout}${stderr}`);
  return (performance.now() - start) / 1000;
}
