import { type ChildProcess, fork } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';

export const projectRoot = join(import.meta.dirname, '../..');

/**
 * Creates a folder that is removed when the test ends. It is inside the copy of the project, so that modules in the
 * folder can import the packages of the fixture document.
 */
export async function temporaryFolder(): Promise<string> {
  const reports = join(inject('builtProject'), 'reports');
  await mkdir(reports, { recursive: true });
  const folder = await mkdtemp(join(reports, 'processes-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Starts a worker with the built client of the fixture document. The caller kills the worker. */
export const forkWorker = (file: string, args: readonly string[]): ChildProcess =>
  fork(join(inject('builtProject'), 'test/processes', file), args, { execPath: process.execPath });

/**
 * Starts processes and waits until all of them are ready. Then tells each process to make its call, and resolves
 * with the results.
 */
export async function runTogether(
  count: number,
  baseUrl: string,
  storeModule: string,
  options: object,
): Promise<string[]> {
  const processes = Array.from({ length: count }, () =>
    forkWorker('token-worker.ts', [baseUrl, storeModule, JSON.stringify(options)]),
  );
  onTestFinished(() => processes.forEach((child) => void child.kill()));
  await Promise.all(processes.map(nextMessage));
  return Promise.all(
    processes.map((child) => {
      const message = nextMessage(child);
      child.send('go');
      return message;
    }),
  );
}

/** Resolves with the next message of a process; rejects if the process exits without a message. */
function nextMessage(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(String(message)));
    child.once('exit', (status) => reject(new Error(`a process exited with status ${status} and sent no message`)));
  });
}

/** Returns the results of `runTogether` if every call succeeds: `done` for each process. */
export const allDone = (count: number): string[] => Array.from({ length: count }, () => 'done');
