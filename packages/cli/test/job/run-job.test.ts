import { join } from 'node:path';
import { fileJournal } from 'tenant-management-client/bulk/node';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { EXIT } from '../../src/exit-status.ts';
import { runTestJob } from './test-job.ts';

test.each([
  { title: 'before the first result counts as wrong usage', failing: 'a', status: EXIT.usage },
  { title: 'after the first result counts as a failure', failing: 'b', status: EXIT.failed },
])('a TypeError of a call $title', async ({ failing, status }) => {
  const stop = await runTestJob(['a', 'b'], async ({ values }) => {
    if (values[0] === failing) throw new TypeError('the private key must be valid');
    return {};
  });
  expect(stop?.status).toBe(status);
});

test('an error that onResult throws is a fault of the program, and is thrown', async () => {
  const onResult = () => {
    throw new RangeError('a fault of the program');
  };
  await expect(runTestJob(['a'], async () => ({}), { onResult })).rejects.toThrow(RangeError);
});

test('a continued job starts no more calls after an interruption, not even for ids before the last finished id', async () => {
  const journal = fileJournal(join(temporaryFolder(), 'job.journal'));
  const controller = new AbortController();
  const run = async (call: (id: string | undefined) => void) => {
    const ids: (string | undefined)[] = [];
    const calling = async ({ values: [id] }: { readonly values: readonly string[] }) => {
      ids.push(id);
      call(id);
      return {};
    };
    const more = { journal, signal: controller.signal };
    const stop = await runTestJob(['a', 'b', 'c'], calling, more);
    return { ids, status: stop?.status };
  };

  const failed = await run((id) => {
    if (id !== 'c') throw new DOMException('the call timed out', 'TimeoutError');
  });
  expect(failed).toEqual({ ids: ['a', 'b', 'c'], status: undefined });
  expect(await run(() => controller.abort())).toEqual({ ids: ['a'], status: EXIT.interrupted });
});
