import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as client from 'tenant-management-client';
import { projectRoot } from 'tools-document/read';
import { FIXTURE_ROOT } from '../../test/support/fixture.ts';
import { compileFiles } from '../../test/support/typescript/compile-files.ts';

/** The host in the samples of the fixture. */
export const TENANT = 'https://acme.example.com';

/** Returns the text of the fenced blocks of a page in a language. */
export const blocksIn = (page: string, language: string): string[] =>
  [...page.matchAll(/^(`{3,})(\w+)\n(.*?)^\1$/gms)].flatMap(({ 2: name, 3: text = '' }) =>
    name === language ? [text] : [],
  );

/** Names that the samples use without declaring them. */
const UNDECLARED = `declare global {
  const readSecret: () => Promise<string>;
  const accessToken: string;
  type components = import('./src/index.ts').components;
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

/** Names that `runSample` passes to a sample. The sample uses them as global names or imports them. */
const PARAMETERS = ['createManagementClient', 'clientCredentials', 'readSecret', 'console'] as const;

/** Runs a sample in this process, with the global `fetch`. Returns what the sample prints. */
export async function runSample(code: string): Promise<{ printed: unknown[]; failed: unknown[] }> {
  const printed: unknown[] = [];
  const failed: unknown[] = [];
  const run = new Function(...PARAMETERS, `return (async () => {${code.replaceAll(/^import [^;]*;$/gm, '')}})();`);
  await run(client.createManagementClient, client.clientCredentials, async () => 'secret', {
    log: (value: unknown) => printed.push(value),
    error: (...values: unknown[]) => failed.push(values),
  });
  return { printed, failed };
}

/** Runs a shell command. Returns its output. */
export async function runShell(command: string, env: Readonly<Record<string, string>>): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-ec', command], { env: { ...process.env, ...env } });
  return stdout;
}
