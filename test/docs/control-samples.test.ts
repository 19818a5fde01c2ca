// Runs the curl and Python samples of the sandbox's README against the built sandbox.
import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Sandbox, startSandbox } from 'tenant-management-sandbox';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasOtherDocument, projectRoot } from './markdown-pages.ts';

const run = promisify(execFile);
const readme = await readFile(join(projectRoot, 'packages/sandbox/README.md'), 'utf8');
/** Returns the first code block of the README that has the given language and contains the given text. */
const sample = (language: string, text: string): string =>
  [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].find(
    (block) => block[1] === language && block[2]?.includes(text),
  )?.[2] ?? '';
/** Starts a sandbox that is closed at the end of the test. */
async function start(): Promise<Sandbox> {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  return sandbox;
}

const isInstalled = (command: string) => spawnSync(command, ['--version']).status === 0;

describe('the samples of the control API in packages/sandbox/README.md', () => {
  test.skipIf(hasOtherDocument || !isInstalled('python3'))('run in Python', async () => {
    const sandbox = await start();
    const env = { ...process.env, SANDBOX: sandbox.controlUrl };
    const { stdout } = await run('python3', ['-c', sample('python', 'urllib')], { env });
    // Without names of resources in its type, because an edit of the document can rename them.
    const resources: Readonly<Record<string, ReadonlyMap<string, unknown>>> = sandbox.resources;
    const enrollments = resources['guardian/enrollments'];
    const ids = [...(enrollments?.keys() ?? [])].toSorted().map((id) => `'${id}'`);
    expect(stdout).toBe(`${sandbox.baseUrl} [${ids.join(', ')}]\n`);
    expect(enrollments?.get('dev_1')).toEqual({ id: 'dev_1' });
  });

  test.skipIf(hasOtherDocument || !isInstalled('curl'))('run in a shell with curl in a fresh sandbox', async () => {
    const sandbox = await start();
    const lines = sample('sh', '/faults').replace(/^TENANT=.*$/m, `TENANT=${sandbox.address}`);
    const script = lines.replaceAll(/^curl /gm, "curl -s -o /dev/null -w '%{http_code} ' ");
    const { stdout } = await run('bash', ['-ec', script]);
    expect(stdout).toBe('200 200 200 200 201 201 200 204 ');
  });
});
