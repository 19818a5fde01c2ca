// Tests the Prism processes that `npm run mock` and the contract suite start.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startPrism } from '../../tools/contract/src/prism/prism-process.ts';
import { FIXTURE } from '../support/fixture.ts';
import { projectRoot } from '../support/project-copy.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const DOCUMENT = FIXTURE.file;

test('the mock still responds after its start timeout has passed, also on an idle connection', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const mock = await startPrism(DOCUMENT);
  onTestFinished(() => mock.stop());
  await vi.advanceTimersByTimeAsync(60_000);
  const { status, headers } = await fetch(`${mock.url}/token-exchange-profiles/tep_1`);
  expect(status).toBe(401);
  // The mock does not close idle connections.
  expect(headers.get('Keep-Alive')).toBeNull();
});

test('startPrism() rejects if the Prism process does not listen within the start timeout', async () => {
  // No process can listen within one millisecond of its start.
  await expect(startPrism(DOCUMENT, { startTimeoutMs: 1 })).rejects.toThrow(/^Prism did not listen within 1 ms$/);
});

test('the mock process exits when its parent process is killed', { timeout: 30_000 }, async () => {
  const parent = spawnParent();
  const url = await firstLine(parent);
  const { hostname, port } = new URL(url);
  // A connection without a request stays open until the mock process exits.
  const connection = connect(Number(port), hostname);
  await once(connection, 'connect');
  // Ignore the error of a connection reset: the test checks only that the connection is closed.
  connection.on('error', () => undefined);
  const closed = new Promise((resolve) => connection.once('close', resolve));
  parent.kill('SIGKILL');
  await closed;
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

test('the mock reports a violation that contains characters that a header field cannot contain', async () => {
  const file = join(temporaryFolder(), 'openapi.json');
  const size = { name: 'size', in: 'query', schema: { enum: ['größer', '大'] } };
  const responses = { 200: { description: 'Done.' }, 422: { description: 'Invalid.' } };
  const info = { title: 'Shirts', version: '1' };
  const paths = { '/shirts': { get: { parameters: [size], responses } } };
  await writeFile(file, JSON.stringify({ openapi: '3.1.0', info, paths }));
  const mock = await startPrism(file);
  onTestFinished(() => mock.stop());
  const { headers } = await fetch(`${mock.url}/shirts?size=klein`);
  expect(JSON.parse(headers.get('sl-violations') ?? '')).toMatchObject([
    { message: expect.stringMatching(/größer, 大$/) },
  ]);
});

/** Starts a process that starts a mock and prints its URL. */
function spawnParent(): ChildProcess {
  const code = `
    import { startPrism } from ${JSON.stringify(join(projectRoot, 'tools/contract/src/prism/prism-process.ts'))};
    console.log((await startPrism(${JSON.stringify(DOCUMENT)})).url);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void parent.kill());
  return parent;
}

/** Resolves with the first line that a process prints. */
async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('the process has no pipe for its output');
  const [line]: string[] = await once(createInterface(stdout), 'line');
  return line ?? '';
}
