// The Prism processes that the mock and the contract suite start.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startPrism } from '../../scripts/process/prism.ts';
import { projectRoot } from '../support/project-copy.ts';

const MOCK = ['mock', join(projectRoot, 'openapi/management.yaml')];

test('a mock still answers after its start limit has passed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const mock = await startPrism(MOCK);
  onTestFinished(() => mock.stop());
  await vi.advanceTimersByTimeAsync(60_000);
  const { status } = await fetch(`${mock.url}/token-exchange-profiles/tep_1`);
  expect(status).toBe(401);
});

test('a Prism that does not listen within its start limit is ended, and the error says so', async () => {
  // No process listens one millisecond after its start.
  await expect(startPrism(MOCK, { startLimitMs: 1 })).rejects.toThrow(/^Prism did not listen within 1 ms$/);
});

test('a mock ends when the process that started it is killed', { timeout: 30_000 }, async () => {
  const parent = spawnParent();
  const url = await firstLine(parent);
  const { hostname, port } = new URL(url);
  // A connection without a request stays open until the mock ends.
  const connection = connect(Number(port), hostname);
  await once(connection, 'connect');
  // Its end can be a reset, which is an error of the connection: only that it is closed counts.
  connection.on('error', () => undefined);
  const closed = new Promise((resolve) => connection.once('close', resolve));
  parent.kill('SIGKILL');
  await closed;
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

/** Starts a process that starts a mock and prints its URL. */
function spawnParent(): ChildProcess {
  const code = `
    import { startPrism } from ${JSON.stringify(join(projectRoot, 'scripts/process/prism.ts'))};
    console.log((await startPrism(${JSON.stringify(MOCK)})).url);`;
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
