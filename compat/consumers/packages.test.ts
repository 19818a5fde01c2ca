// Checks the exports and files of the packed packages with publint and attw.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { packPackages } from '../../scripts/process/pack.ts';
import { toolModules } from './consumer-folder.ts';

let folder: string;
let packed: ReturnType<typeof packPackages>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tenant-management-packages-'));
  packed = packPackages(folder);
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a program on a packed package. Throws an error with its output if the program finds a problem. */
const check = (program: string, ...args: string[]): string =>
  execFileSync(process.execPath, [join(toolModules, program), ...args], { encoding: 'utf8' });

test.each(['client', 'sandbox', 'cli'] as const)('publint finds no problem in the packed %s', (name) => {
  check('publint/src/cli.js', packed[name], '--strict');
});

// Both packages are ES modules, so require() resolves to an ES module.
test.each([
  ['client', ['--exclude-entrypoints', 'openapi.yaml']],
  ['sandbox', []],
] as const)('attw finds no problem in the types of the packed %s', (name, options) => {
  check('@arethetypeswrong/cli/dist/index.js', packed[name], '--ignore-rules', 'cjs-resolves-to-esm', ...options);
});
