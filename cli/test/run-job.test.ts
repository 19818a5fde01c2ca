import { createPacer } from 'tenant-management-client/bulk';
import { expect, test } from 'vitest';
import { EXIT } from '../src/exit-status.js';
import { operations } from '../src/generated/operations.js';
import { runJob } from '../src/job/run-job.js';

test.each([
  { title: 'wrong usage before the first result', failing: 0, status: EXIT.usage },
  { title: 'a failure after the first result', failing: 1, status: EXIT.failed },
])('a TypeError of a call is $title', async ({ failing, status }) => {
  const [operation] = operations;
  if (operation === undefined) throw new Error('the document must have an operation');
  const stop = await runJob({
    operation,
    items: ['a', 'b'].map((id) => ({ job: 'test', values: [id] })),
    isDryRun: false,
    concurrency: 1,
    pacer: createPacer(),
    journal: undefined,
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
