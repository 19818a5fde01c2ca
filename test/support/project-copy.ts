import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { linkModules } from '../../scripts/process/link-modules.ts';
import { runNode } from '../../scripts/process/run-node.ts';
import { placeFixture } from './fixture.ts';

/** Root of the project that is copied. */
export const projectRoot = join(import.meta.dirname, '../..');

/** Files and folders that the project's commands read or write. */
const COPIED = [
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'redocly.yaml',
  'vitest.config.ts',
  'README.md',
  'docs',
  'openapi',
  'packages',
  'scripts',
  'site/build/content-security-policy.ts',
  'site/reference',
  'src',
  'test/contract',
  'test/support',
];

/** Folders of `packages` that no command reads. The packages of `node_modules` are linked. */
const OMITTED = ['node_modules', 'test'];

/** Longer than any command takes. A command that hangs is killed after this time, so that its test fails. */
const COMMAND_TIMEOUT_MS = 110_000;

/** A copy of the project that a test can change, in a temporary folder. */
export interface ProjectCopy {
  /** Absolute path of the copy. */
  readonly root: string;
  /** Runs a script of the copy; `output` has stdout and stderr in the order of arrival. */
  run(script: string, ...args: string[]): Promise<{ status: number; output: string }>;
  remove(): Promise<void>;
}

/** Copies the working tree of the project, with the fixture in place of the document. */
export async function copyProject(): Promise<ProjectCopy> {
  const root = await mkdtemp(join(tmpdir(), 'tenant-management-client-'));
  const filter = (source: string) => !OMITTED.includes(basename(source));
  await Promise.all(COPIED.map((path) => cp(join(projectRoot, path), join(root, path), { recursive: true, filter })));
  await placeFixture(root);
  await linkModules(root);
  return {
    root,
    run: (script, ...args) => run(root, script, args),
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** Changes a file in a copy of the project. Fails if the change has no effect. */
export async function edit(folder: string, path: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(join(folder, path), 'utf8');
  const changed = change(text);
  expect(changed, `the edit of ${path} changes the file`).not.toBe(text);
  await writeFile(join(folder, path), changed);
}

/** Makes another document the first entry of a copy's `redocly.yaml`: the commands use the first entry. */
export async function placeFirst(
  { root }: Pick<ProjectCopy, 'root'>,
  document: object,
  lint: object = {},
): Promise<void> {
  await writeFile(join(root, 'openapi/warehouse.yaml'), stringify(document, { aliasDuplicateObjects: false }));
  const config: { apis: object } = parse(await readFile(join(root, 'redocly.yaml'), 'utf8'));
  const apis = { warehouse: { root: 'openapi/warehouse.yaml', ...lint }, ...config.apis };
  await writeFile(join(root, 'redocly.yaml'), stringify({ ...config, apis }));
}

/** A test with its own copy of the project, which is removed when the test ends. */
// biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this fixture needs.
export const copyTest = test.extend('project', async ({}, { onCleanup }) => {
  const project = await copyProject();
  onCleanup(() => project.remove());
  return project;
});

/** Runs a script of the project itself. Build the project first. */
export const runScript = (script: string, ...args: string[]): Promise<{ status: number; output: string }> =>
  run(projectRoot, script, args);

const run = (cwd: string, script: string, args: string[]): Promise<{ status: number; output: string }> =>
  runNode([script, ...args], { cwd, timeout: COMMAND_TIMEOUT_MS });
