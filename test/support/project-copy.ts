import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect } from 'vitest';
import { parse, stringify } from 'yaml';
import { linkModules } from '../../scripts/process/link-modules.ts';
import { runNode } from '../../scripts/process/run-node.ts';
import { FIXTURE_SANDBOX, placeFixture } from './fixture.ts';

/** Root of the project that is copied. */
export const projectRoot = join(import.meta.dirname, '../..');

/** Files and folders that the project's commands read or write. */
const COPIED = [
  'package.json',
  'tsconfig.json',
  'redocly.yaml',
  'vitest.config.ts',
  'README.md',
  'docs',
  'examples',
  'openapi',
  'packages',
  'common',
  'tools',
  'scripts',
  'site/plugins/content-security-policy.ts',
  'site/reference',
  'src',
  'test/contract',
  'test/processes',
  'test/support',
];

/** Folders of `packages` that no command reads, or that contain builds for the document of the project. */
const OMITTED = ['node_modules', 'test', 'dist'];

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

/** Copies the working tree of the project, with the fixture in place of the document, and with the fixture's sandbox. */
export async function copyProject(): Promise<ProjectCopy> {
  const root = await mkdtemp(join(tmpdir(), 'tenant-management-client-'));
  const filter = (source: string) => !OMITTED.includes(basename(source));
  await Promise.all(COPIED.map((path) => cp(join(projectRoot, path), join(root, path), { recursive: true, filter })));
  await placeFixture(root);
  await cp(FIXTURE_SANDBOX, join(root, 'packages/sandbox/dist'), { recursive: true });
  await linkModules(root);
  return {
    root,
    run: (script, ...args) => runNode([script, ...args], { cwd: root, timeout: COMMAND_TIMEOUT_MS }),
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
