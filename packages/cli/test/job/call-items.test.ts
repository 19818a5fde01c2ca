import { join } from 'node:path';
import { TimeoutError } from 'tenant-management-client';
import { createPacer } from 'tenant-management-client/bulk';
import { fileJournal } from 'tenant-management-client/bulk/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { operations } from '#generated/operations.js';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { EXIT } from '../../src/exit-status.ts';
import { itemResult } from '../../src/item-result.ts';
import { type CallItemsOptions, callItems } from '../../src/job/call-items.ts';
import { delaySignal } from '../../src/job/interruption.ts';

/** Runs a job of items with one id each, one call at a time. */
async function callTestItems(
  ids: readonly string[],
  call: CallItemsOptions['call'],
  more: Partial<CallItemsOptions> = {},
) {
  const [operation] = operations;
  if (operation === undefined) throw new Error('the document must have an operation');
  return callItems({
    operation,
    items: ids.map((id) => ({ job: 'test', values: [id] })),
    isDryRun: false,
    concurrency: 1,
    pacer: createPacer(),
    journal: undefined,
    giveUpAfter: 300_000,
    tenant: 'acme',
    signal: new AbortController().signal,
    call,
    onResult: () => undefined,
    onProgress: () => undefined,
    ...more,
  });
}

test.each([
  { title: 'before the first result counts as wrong usage', failing: 'a', exitStatus: EXIT.usage },
  { title: 'after the first result counts as a failure', failing: 'b', exitStatus: EXIT.failed },
])('a TypeError of a call $title', async ({ failing, exitStatus }) => {
  const stop = await callTestItems(['a', 'b'], async ({ values }) => {
    if (values[0] === failing) throw new TypeError('the private key must be valid');
    return {};
  });
  expect(stop?.exitStatus).toBe(exitStatus);
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
    const stop = await callTestItems(['a', 'b', 'c'], calling, more);
    return { ids, exitStatus: stop?.exitStatus };
  };

  const failed = await run((id) => {
    if (id !== 'c') throw new DOMException('the call timed out', 'TimeoutError');
  });
  expect(failed).toEqual({ ids: ['a', 'b', 'c'], exitStatus: undefined });
  expect(await run(() => controller.abort())).toEqual({ ids: ['a'], exitStatus: EXIT.interrupted });
});

test('an id whose request was never sent because of the rate limit is not finished, and does not count as failed', async () => {
  const results: string[] = [];
  const call = { method: 'DELETE', path: '/items/{id}' };
  const fail = async ({ values }: { readonly values: readonly string[] }) => {
    throw new TimeoutError(
      { ...call, attempts: values[0] === 'sent' ? 1 : 0, maybePerformed: 0 },
      60_000,
      values[0] === 'sent' ? 'response' : 'rate_limit',
    );
  };
  const stop = await callTestItems(['sent', 'unsent'], fail, {
    onResult: ({ id, outcome }) => results.push(`${id} ${outcome}`),
  });
  expect(stop).toBeUndefined();
  expect(results).toEqual(['sent failed']);
});

test('itemResult() has a note instead of data of 20,000 levels, so that the report of the other items is printed', () => {
  const data: unknown = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
  const operation = { method: 'DELETE', path: '/items/{id}' } as Parameters<typeof itemResult>[0]['operation'];
  const call = { id: 'a', outcome: 'done', error: undefined, maybePerformed: 0, operation, isDryRun: false } as const;
  expect(itemResult({ ...call, data, tenant: 'acme.example.com' })).toEqual({
    id: 'a',
    outcome: 'done',
    data: '(nested too deeply to print)',
  });
});

test.each([
  ['immediately if no call is in flight', true],
  ['after five seconds if calls are in flight', false],
])('an interruption ends a job %s', (_case, isIdle) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const controller = new AbortController();
  const { signal, close } = delaySignal(controller.signal, () => isIdle);
  controller.abort();
  vi.advanceTimersByTime(4_999);
  expect(signal.aborted).toBe(isIdle);
  vi.advanceTimersByTime(1);
  expect(signal.aborted).toBe(true);
  close();
});
