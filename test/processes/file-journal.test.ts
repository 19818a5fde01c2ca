import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { forkWorker, temporaryFolder } from './process-fleet.ts';

const PROCESSES = 6;

/** Starts a process that runs the job when it receives a message. */
async function startWorker(path: string): Promise<ChildProcess> {
  const child = forkWorker('lock-worker.ts', [path]);
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(await once(child, 'message')).toEqual(['ready', undefined]);
  return child;
}

/** Starts the job in a process. Resolves with the message of the refusal, or with `runs`. */
async function runJob(child: ChildProcess): Promise<string> {
  const answer = once(child, 'message');
  child.send('go');
  return String((await answer)[0]);
}

test('fileJournal lets only one of several processes run a job, and another process takes over after a crash', async () => {
  const path = join(await temporaryFolder(), 'reset.journal');
  const workers = await Promise.all(Array.from({ length: PROCESSES }, () => startWorker(path)));

  // Each round except the first starts with the lock of a process that was killed.
  for (let round = 0; round < 2; round += 1) {
    const answers = await Promise.all(workers.map(runJob));
    const holders = workers.filter((_, index) => answers[index] === 'runs');
    expect(holders).toHaveLength(1);
    const [holder] = holders;
    const refused = answers.filter((answer) => answer !== 'runs');
    expect(refused).toHaveLength(workers.length - 1);
    for (const message of refused) {
      expect(message).toMatch(/^the journal could not be opened: process \d+ on host \S+ uses .*reset\.journal; /);
    }
    workers.splice(workers.indexOf(holder as ChildProcess), 1);
    holder?.kill('SIGKILL');
    await once(holder as ChildProcess, 'exit');
  }
  expect(readFileSync(path, 'utf8').match(/^0 .* ok$/gm)).toHaveLength(1);
});
