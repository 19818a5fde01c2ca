import { PassThrough } from 'node:stream';
import { createJournal, createPacer } from 'tenant-management-client/bulk';
import { expect, test, vi } from 'vitest';
import { operations } from '#generated/operations.js';
import { EXIT } from '../../src/exit-status.ts';
import { sendItems } from '../../src/send-items.ts';

test('a job that is interrupted before it opens its journal keeps the journal of an earlier run', async () => {
  const [operation] = operations;
  if (operation === undefined) throw new Error('the document must have an operation');
  const remove = vi.fn();
  const read = vi.fn();
  const items = ['a', 'b'].map((id) => ({ job: 'test', values: [id] }));
  const status = await sendItems(
    {
      plan: {
        operation,
        tenant: 'acme',
        clientId: 'help-desk',
        ids: ['a', 'b'],
        duplicates: 0,
        resumed: 1,
        leftOut: 0,
        journal: 'j',
      },
      options: { yes: true, concurrency: 1, giveUpAfter: 300 },
      request: { query: {}, body: undefined },
      journal: {
        file: 'j',
        prepareFolder: async () => undefined,
        read,
        forRun: () =>
          createJournal({
            // biome-ignore lint/correctness/useYield: the run must end before it has read a line.
            read: async function* () {
              throw new Error('interrupted');
            },
            append: async () => undefined,
          }),
        remove,
      },
      finished: { done: 1, unfinished: items.slice(1), isNew: false, wasStarted: true },
      items,
      connection: { pacer: createPacer(), pace: async () => undefined, call: async () => ({}) },
    },
    {
      env: {},
      stdin: new PassThrough(),
      stdout: new PassThrough(),
      stderr: new PassThrough(),
      signal: AbortSignal.abort(),
    },
  );
  expect(status).toBe(EXIT.interrupted);
  expect(remove).not.toHaveBeenCalled();
});
