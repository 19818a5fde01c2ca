import { join } from 'node:path';
import { createPacer } from 'tenant-management-client/bulk';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { EXIT } from '../../src/exit-status.js';
import { operations } from '../../src/generated/operations.js';
import { jobJournal } from '../../src/job/job-journal.js';
import { runJob } from '../../src/job/run-job.js';

test.each([
  { title: 'before the first result counts as wrong usage', failing: 0, status: EXIT.usage },
  { title: 'after the first result counts as a failure', failing: 1, status: EXIT.failed },
])('a TypeError of a call $title', async ({ failing, status }) => {
  const [operation] = operations;
  if (operation === undefined) throw new Error('the document must have an operation');
  const stop = await runJob({
    operation,
    items: ['a', 'b'].map((id) => ({ job: 'test', values: [id] })),
    isDryRun: false,
    concurrency: 1,
    pacer: createPacer(),
    journal: undefined,
    giveUpAfter: 300_000,
    tenant: 'acme',
    signal: new AbortController().signal,
    call: async ({ values }) => {
      if (values[0] === ['a', 'b'][failing]) throw new TypeError('the private key must be valid');
      return {};
    },
    onResult: () => undefined,
    onProgress: () => undefined,
  });
  expect(stop?.status).toBe(status);
});

test('a continued job starts no more calls after an interruption, not even for ids before the last finished id', async () => {
  const [operation] = operations;
  if (operation === undefined) throw new Error('the document must have an operation');
  const file = join(temporaryFolder(), 'job.journal');
  const items = ['a', 'b', 'c'].map((id) => ({ job: 'test', values: [id] }));
  const controller = new AbortController();
  const run = async (call: (id: string | undefined) => void) => {
    const journal = jobJournal({ chosen: undefined, file, items });
    const ids: (string | undefined)[] = [];
    const stop = await runJob({
      operation,
      items,
      isDryRun: false,
      concurrency: 1,
      pacer: createPacer(),
      journal: journal.forRun(),
      giveUpAfter: 300_000,
      tenant: 'acme',
      signal: controller.signal,
      call: async ({ values }) => {
        ids.push(values[0]);
        call(values[0]);
        return {};
      },
      onResult: () => undefined,
      onProgress: () => undefined,
    });
    return { ids, status: stop?.status };
  };

  const failed = await run((id) => {
    if (id !== 'c') throw new DOMException('the call timed out', 'TimeoutError');
  });
  expect(failed).toEqual({ ids: ['a', 'b', 'c'], status: undefined });
  expect(await run(() => controller.abort())).toEqual({ ids: ['a'], status: EXIT.interrupted });
});
