// Tests examples/bulk-delete.js with the built client of the fixture document.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { createIds, enrollments, OPERATION, startTenant } from '../../packages/cli/test/run-cli.ts';
import { startProcess } from '../support/started-script.ts';

const example = join(inject('builtProject'), 'examples/bulk-delete.js');

/** Starts a sandbox with enrollments, and writes a CSV file with their ids. */
async function createDeleteJob(count: number) {
  const ids = createIds(count);
  let interrupt = () => {};
  let requestsLeft = Number.POSITIVE_INFINITY;
  const tenant = await startTenant({
    ...enrollments(ids),
    onRequest: ({ operation }) => {
      if (operation === OPERATION) requestsLeft -= 1;
      if (requestsLeft === 0) interrupt();
    },
  });
  const csv = join(tenant.folder, 'ids.csv');
  writeFileSync(csv, `\uFEFFid,name\r\n${ids.map((id, index) => `"${id}",user ${index}\r\n`).join('')}`);
  return {
    ...tenant,
    ids,
    /** Runs the example. Sends SIGINT to it after some requests of this run to delete an enrollment. */
    run: async (interruptAfter = Number.POSITIVE_INFINITY) => {
      requestsLeft = interruptAfter;
      const { child, ended } = startProcess(process.execPath, [example, csv], {
        env: { ...process.env, ...tenant.env },
      });
      interrupt = () => child.kill('SIGINT');
      return await ended;
    },
    /** Returns the lines of the journal. A line without its line end is not included. */
    journalLines: () => readFileSync(`${csv}.journal`, 'utf8').split('\n').slice(0, -1),
  };
}

/** Returns the index of each item that a journal has a line for. */
const indexesOf = (journalLines: readonly string[]): number[] =>
  journalLines.slice(1).map((line) => Number(line.split(' ')[0]));

test('bulk-delete.js stops on Ctrl-C, and the next run continues with the unfinished ids', async () => {
  const job = await createDeleteJob(60);
  const stopped = await job.run(20);
  expect(stopped).toMatchObject({ status: 1, stdout: '' });
  expect(stopped.stderr).toMatch(/\nStopped\nTo continue, run the same command again\.\n$/);
  const finished = indexesOf(job.journalLines());
  expect(finished.length).toBeLessThan(60);

  const resumed = await job.run();
  expect(resumed.status).toBe(0);
  expect(resumed.stderr).toMatch(
    /\r60 of 60, \d failed, [\d.]+ per second \nFinished: \d+ deleted, \d+ not found, 0 failed\nEarlier runs/,
  );
  const finishedIds = finished.map((index) => job.ids[index]);
  const missing = resumed.stdout.split('\n').flatMap((line) => (line === '' ? [] : line.replace(/: not found$/, '')));
  expect(missing.filter((id) => finishedIds.includes(id))).toEqual([]);
  expect(job.sandbox.enrollments.size).toBe(0);
  const sent = job.deletedIds();
  expect(finishedIds.filter((id = '') => sent.indexOf(id) !== sent.lastIndexOf(id))).toEqual([]);
  // A missing id has no line.
  const recordedIds = indexesOf(job.journalLines()).map((index) => job.ids[index] ?? '');
  expect([...recordedIds, ...missing].toSorted()).toEqual(job.ids.toSorted());
});
