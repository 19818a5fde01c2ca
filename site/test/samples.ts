import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { clientCredentials, createManagementClient } from 'tenant-management-client';
import type { Sandbox } from 'tenant-management-sandbox';
import { projectRoot } from 'tools-document/read';
import { expect, onTestFinished } from 'vitest';
import { type CommandOperation, changesTenant } from '../../packages/cli/src/command-operation.ts';
import { runCli } from '../../packages/cli/test/run-cli.ts';
import { FIXTURE_ROOT } from '../../test/support/fixture.ts';
import { compileFiles } from '../../test/support/typescript/compile-files.ts';

/** The host in the samples of the fixture. */
export const TENANT = 'https://acme.example.com';

/** Returns the text of the fenced blocks of a page in a language. */
export const blocksIn = (page: string, language: string): string[] =>
  [...page.matchAll(/^(`{3,})(\w+)\n(.*?)^\1$/gms)].flatMap(({ 2: name, 3: text = '' }) =>
    name === language ? [text] : [],
  );

/** Returns the samples in TypeScript that are not a test of a sandbox. */
export const clientSamples = (page: string): string[] =>
  blocksIn(page, 'ts').filter((code) => !code.includes('startSandbox'));

/** Returns the types that a page names in its text, as declarations. */
export const typesIn = (page: string): string[] =>
  [...page.matchAll(/in TypeScript(?:, the type of `data` is)? `(.+?)`/gi)].map(
    ([, type], index) => `type T${index} = ${type};`,
  );

/** Names that the samples use without declaring them. */
const UNDECLARED = `import type { Method } from './src/http-method.ts';
import type { DataOf as DataOfCall, PathsWith } from './src/index.ts';
declare global {
  const readSecret: () => Promise<string>;
  const accessToken: string;
  type components = import('./src/index.ts').components;
  type DataOf<P extends PathsWith<M>, M extends Method> = DataOfCall<P, M>;
}
export {};
`;

/**
 * Compiles samples against the client.
 *
 * @param samples The samples by name.
 * @param generated The generated types of another document; without it, the samples call the fixture.
 * @returns The errors, each with the name of its sample.
 */
export async function compileSamples(samples: ReadonlyMap<string, string>, generated?: string): Promise<string[]> {
  const files = new Map([...samples].map(([name, code]) => [`sample-${name}.ts`, `${code}\nexport {};\n`]));
  files.set('undeclared.ts', UNDECLARED);
  for (const path of globSync(['src/**/*.ts', 'common/*.ts'], {
    cwd: projectRoot,
    exclude: ['src/bulk/node/**'],
  }))
    files.set(path, readFileSync(join(projectRoot, path), 'utf8'));
  for (const path of globSync('src/generated/*.ts', { cwd: FIXTURE_ROOT }))
    files.set(path, readFileSync(join(FIXTURE_ROOT, path), 'utf8'));
  if (generated !== undefined) files.set('src/generated/management.ts', generated);
  const paths = { 'tenant-management-client': ['./src/index.ts'], '#generated/*': ['./src/generated/*'] };
  return (await compileFiles(files, { paths })).map(({ file, line, message }) => `${file}:${line}: ${message}`);
}

/** Runs a sample in this process, with the global `fetch` and with other names. Returns what the sample prints. */
export async function runSample(code: string, names: object = {}): Promise<{ printed: unknown[]; failed: unknown[] }> {
  const printed: unknown[] = [];
  const failed: unknown[] = [];
  const all = {
    ...{ createManagementClient, clientCredentials, readSecret: async () => 'secret', ...names },
    console: { log: (value: unknown) => printed.push(value), error: (...values: unknown[]) => failed.push(values) },
  };
  const body = `return (async () => {${code.replaceAll(/^import [^;]*;$/gm, '')}})();`;
  await new Function(...Object.keys(all), body)(...Object.values(all));
  return { printed, failed };
}

type TestBody = (context: { after: typeof onTestFinished }) => Promise<void>;

/** Runs a sample that is a test with `node:test`, in this process and with another sandbox. */
export async function runTestSample(code: string, startSandbox: (options?: object) => Promise<unknown>): Promise<void> {
  const bodies: TestBody[] = [];
  await runSample(code, { assert, startSandbox, test: (_title: string, body: TestBody) => bodies.push(body) });
  expect(bodies).toHaveLength(1);
  for (const body of bodies) await body({ after: onTestFinished });
}

/** The clients of the samples. */
export const CLIENTS = ['my-service', 'help-desk'].map((clientId) => ({ clientId, clientSecret: 'secret' }));

/** Runs the sample of the command line in this process, with a sandbox in place of its tenant. */
export async function runCommandSample(
  sample: string,
  commands: readonly CommandOperation[],
  command: CommandOperation,
  { baseUrl, tokenUrl }: Pick<Sandbox, 'baseUrl' | 'tokenUrl'>,
): Promise<void> {
  const tenant = `--base-url ${baseUrl} --token-url ${tokenUrl} --audience ${baseUrl}/ ${changesTenant(command) ? '--yes' : ''}`;
  const local = sample.replace(/--(?:domain|base-url) \S+/, tenant);
  const words = await runShell(`tenant-management() { printf '%s\\0' "$@"; }\n${local}`, {});
  await runCli(words.split('\0').slice(0, -1), { commands, env: { TENANT_CLIENT_SECRET: 'secret' } });
}

/** Runs a shell command. Returns its output. */
export async function runShell(command: string, env: Readonly<Record<string, string>>): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-ec', command], { env: { ...process.env, ...env } });
  return stdout;
}
