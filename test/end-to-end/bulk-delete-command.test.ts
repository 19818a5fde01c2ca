// Tests examples/bulk-delete.js with the built client of the fixture document.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { createIds, enrollments, OPERATION, startTenant } from '../../packages/cli/test/run-cli.ts';
import { startProcess } from '../support/started-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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

test('bulk-delete.js counts ids that are not found, and if the call for an id fails, prints a remedy and exits with status 1', async () => {
  const job = await createDeleteJob(5);
  const [missing = '', failing = ''] = job.ids;
  job.sandbox.enrollments.delete(missing);
  const onlyMissing = await createDeleteJob(2);
  onlyMissing.sandbox.enrollments.delete(missing);
  expect(await onlyMissing.run()).toMatchObject({ status: 0, stdout: `${missing}: not found\n` });

  job.sandbox.fail({ id: failing, with: 400 });
  const ended = await job.run();
  expect(ended.status).toBe(1);
  expect(ended.stdout.split('\n').toSorted()).toEqual([
    '',
    `${missing}: not found`,
    expect.stringMatching(`^${failing}: 400 Bad Request: `),
  ]);
  expect(ended.stderr).toMatch(
    /\nFinished: 3 deleted, 1 not found, 1 failed\nTo send the failed ids again, run the same command again\.\n$/,
  );
  // The same command sends only the failed id and the missing id.
  const again = await job.run();
  expect(again).toMatchObject({ status: 0, stdout: `${missing}: not found\n` });
  expect(again.stderr).toMatch(/\nFinished: 1 deleted, 1 not found, 0 failed\nEarlier runs finished 3 other ids\.\n$/);
  expect(job.deletedIds().filter((id) => id === failing)).toHaveLength(2);
  expect(job.sandbox.enrollments.size).toBe(0);
});

test('bulk-delete.js stops during an outage, and deletes every id when the same command runs after the outage', async () => {
  const job = await createDeleteJob(20);
  const outage = job.sandbox.fail({ operation: 'delete_guardian_enrollments_by_id', with: 500, times: Infinity });
  const ended = await job.run();
  expect(ended.status).toBe(1);
  expect(ended.stderr).toMatch(
    /the run stopped: the first 16 calls got no usable response; items: 0 finished, 0 missing, \d+ failed/,
  );
  expect(job.journalLines()).toHaveLength(1);
  expect(job.sandbox.enrollments.size).toBe(20);

  outage.remove();
  const again = await job.run();
  expect(again).toMatchObject({ status: 0, stdout: '' });
  expect(again.stderr).toMatch(/\nFinished: 20 deleted, 0 not found, 0 failed\n$/);
  expect(job.sandbox.enrollments.size).toBe(0);
});

test('bulk-delete.js prints one sentence for a missing file, an empty list or an invalid option, and its usage if the argument or an environment variable is missing', () => {
  const variables = { TENANT_DOMAIN: 'acme.example.com', TENANT_CLIENT_ID: 'id', TENANT_CLIENT_SECRET: 's3cret' };
  const run = (args: string[], env: Record<string, string>) =>
    spawnSync(process.execPath, [example, ...args], { env, encoding: 'utf8' });
  const absent = run(['absent.csv'], variables);
  expect(absent.status).toBe(1);
  expect(absent.stderr).toMatch(/^\nENOENT: no such file or directory, open 'absent\.csv'\n/);
  expect(absent.stderr).toContain('\nTo continue when the cause is removed, run the same command again.\n');
  const empty = join(temporaryFolder(), 'ids.csv');
  writeFileSync(empty, 'id,name\n');
  const withoutIds = run([empty], variables);
  expect(withoutIds.status).toBe(1);
  expect(withoutIds.stderr).toContain(`\n${empty} must contain an id in the first column of a row\n`);
  const withoutClient = run(['absent.csv'], { ...variables, TENANT_DOMAIN: 'https://acme.example.com' });
  expect(withoutClient.status).toBe(1);
  expect(withoutClient.stderr).toMatch(/^\ntenantDomain must be .*\nTo continue when/);
  const usage =
    'Usage: TENANT_DOMAIN=… TENANT_CLIENT_ID=… TENANT_CLIENT_SECRET=… node bulk-delete.js ids.csv\n' +
    'With a sandbox: TENANT_BASE_URL=http://127.0.0.1:4020/api/v2 instead of TENANT_DOMAIN\n';
  expect(run([], variables)).toMatchObject({ status: 2, stderr: usage });
  expect(run(['ids.csv'], { ...variables, TENANT_CLIENT_SECRET: '' })).toMatchObject({ status: 2, stderr: usage });
});
