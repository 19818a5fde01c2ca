import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  BulkError,
  type BulkOptions,
  type BulkProgress,
  bulk,
  createJournal,
  createPacer,
} from '../../../src/bulk/index.ts';
import {
  ApiError,
  createManagementClient,
  type Fetch,
  NetworkError,
  TimeoutError,
  TokenError,
} from '../../../src/index.ts';
import { advanceTime, advanceUntilSettled, useFakeTime } from '../../support/fake-time.ts';
import { recordEvents } from '../../support/process-events.ts';
import { createResponse } from '../../support/scripted-fetch.ts';
import { CALL, controlledCalls, memoryJournal, networkError, numbers, readAll } from './job-fakes.ts';

beforeEach(() => useFakeTime());

const apiError = (status: number, body: unknown = undefined) => new ApiError(createResponse(status), CALL, body);
const unsent = new TimeoutError({ ...CALL, attempts: 0, maybePerformed: 0 }, 5_000, 'rate_limit');
const missing = () => apiError(404, { errorCode: 'enrollment_not_found' });
const unknownPath = () =>
  new ApiError(createResponse(404), { ...CALL, path: '/items/{id}' }, { message: 'No such path' });
const tokenError = (status: number) => new TokenError(CALL, createResponse(status), { reason: 'no token' });
const returns = (error: unknown) => async (): Promise<unknown> => ({ error });
const throws = (error: unknown) => async (): Promise<unknown> => {
  throw error;
};

/** Creates a pacer, and a function that deletes an item with a client of this pacer. */
function createRemove(fetch: Fetch, timeout?: number) {
  const pacer = createPacer();
  const options = { tenantDomain: 'acme.example.com', auth: 't0ken', fetch, pacer };
  const management = createManagementClient({ ...options, ...(timeout && { timeout }) });
  const remove = (id: string, call: object) =>
    management.DELETE('/guardian/enrollments/{id}', { params: { path: { id } }, ...call });
  return { pacer, remove };
}

/** Runs a job of 40 items, and returns how many items were yielded. */
async function runJob(call: (item: number) => Promise<unknown>, options: BulkOptions<number, unknown> = {}) {
  const { items, error } = await readAll(bulk(numbers(40), call, { concurrency: 1, ...options }));
  return { count: items.length, error };
}

describe('a run whose tenant has never sent a usable response', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['a 408', returns(apiError(408))],
    ['a 503', returns(apiError(503))],
    ['a redirect', returns(apiError(302))],
    ['a 2xx that is not JSON', returns(apiError(200))],
    ['a NetworkError', throws(networkError)],
    ['a TimeoutError', throws(new TimeoutError(CALL, 60_000, 'response'))],
    ['an ApiError with the status 500 that unwrap throws', throws(apiError(500))],
    ['a 404 to a DELETE whose body is not JSON', returns(apiError(404, '<h1>Not Found</h1>'))],
    ['a 404 to a DELETE that the document does not have', returns(unknownPath())],
    ['a TokenError with a 503', throws(tokenError(503))],
    ['a TokenError with a 408', throws(tokenError(408))],
    ['a TokenError with a 429', throws(tokenError(429))],
  ])('stops with a BulkError after 16 calls in a row with %s', async (_case, call) => {
    const { count, error } = await runJob(call);
    expect(count).toBe(16);
    expect(error).toBeInstanceOf(BulkError);
    expect(error).toMatchObject({ code: 'outage', finished: 0, failed: 16, unfinished: 24, index: undefined });
    expect((error as BulkError).message).toBe(
      'the run stopped: the first 16 calls got no usable response; items: 0 finished, 0 missing, 16 failed, 24 unfinished;' +
        ' without a journal, the next run starts with the first item',
    );
    expect((error as BulkError).cause).toMatchObject({ method: CALL.method });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['a 429', returns(apiError(429))],
    ['a 304', returns(apiError(304))],
    ['a 400', returns(apiError(400))],
    ['a missing item', returns(missing())],
    ['a TimeoutError of a request that was never sent', throws(unsent)],
    [
      'a TimeoutError while the call waits for the rate limit',
      throws(new TimeoutError({ ...CALL, maybePerformed: 0 }, 5_000, 'rate_limit')),
    ],
    ['an error of the program, which shows nothing about the tenant', returns(new Error('not found in the database'))],
  ])('does not stop after 16 calls in a row with %s', async (_case, call) => {
    expect(await runJob(call)).toEqual({ count: 40, error: undefined });
  });

  test('has the error of the 16th call as its cause, and not that of a call that was in flight', async () => {
    const call = async (item: number) => {
      if (item === 0) await new Promise((resolve) => setImmediate(resolve));
      return { error: apiError(item === 0 ? 500 : 503) };
    };
    expect((await runJob(call, { concurrency: 18 })).error).toMatchObject({ code: 'outage', cause: { status: 503 } });
  });

  test('has a BulkError whose message names the journal', async () => {
    const { journal, lines } = memoryJournal();
    const { error } = await runJob(returns(apiError(503)), { journal, concurrency: 8 });
    expect((error as BulkError).message).toMatch(/unfinished; the next run with the same journal continues the job$/);
    expect(lines).toHaveLength(1);
  });

  test('waits for the calls in flight, yields their items and counts them', async () => {
    const call = (item: number) =>
      item === 0 ? new Promise((resolve) => setImmediate(resolve)) : throws(networkError)();
    const { count, error } = await runJob(call, { concurrency: 18 });
    expect(error).toMatchObject({ code: 'outage', finished: 1, failed: count - 1, unfinished: 40 - count });
  });

  test('reports an unknown number of unfinished items if the input has neither a length nor a size', async () => {
    const { error } = await readAll(bulk(numbers(40).values(), throws(networkError), { concurrency: 1 }));
    expect(error).toMatchObject({ unfinished: undefined });
    expect((error as BulkError).message).toContain('16 failed, an unknown number unfinished');
  });
});

describe('a run whose tenant accepts no request for a long time', () => {
  /** Runs a job whose tenant returns a response to each request, and returns its end, the time and the progress. */
  async function runAgainst(respond: (request: number) => Response, options: BulkOptions<string, unknown> = {}) {
    let requests = 0;
    const { pacer, remove } = createRemove(async () => {
      requests += 1;
      return respond(requests);
    });
    const reports: BulkProgress[] = [];
    const ids = Array.from({ length: 300 }, (_, index) => `dev_${index}`);
    const start = performance.now();
    const onProgress = (progress: BulkProgress) => reports.push(progress);
    const reading = readAll(bulk(ids, remove, { pacer, onProgress, ...options }));
    const { items, error } = await advanceUntilSettled(reading);
    return { items, error, reports, requests, seconds: (performance.now() - start) / 1000 };
  }

  test('stops after five minutes if every response is a 429', async () => {
    const { items, error, seconds } = await runAgainst(() => createResponse(429, {}, { 'Retry-After': '30' }));
    expect(error).toMatchObject({ name: 'BulkError', code: 'no_progress', finished: 0, failed: items.length });
    expect((error as BulkError).unfinished).toBe(300 - items.length);
    expect((error as BulkError).message).toContain('the tenant accepted no request for 300 s');
    expect((error as BulkError).cause).toMatchObject({ method: 'DELETE', path: CALL.path });
    // Five seconds later, the calls that still wait for the rate limit are aborted.
    expect(seconds).toBeGreaterThanOrEqual(300);
    expect(seconds).toBeLessThanOrEqual(306);
  });

  test('continues after a pause of ten minutes that the tenant requests, and reports the pause', async () => {
    const { error, reports, items } = await runAgainst((request) =>
      request === 1 ? createResponse(429, {}, { 'Retry-After': '600' }) : createResponse(204),
    );
    expect(error).toBeUndefined();
    expect(items).toHaveLength(300);
    const pauses = reports.filter(({ pausedMs }) => pausedMs > 0);
    expect(pauses[0]).toMatchObject({ pausedMs: 600_000, finished: 0 });
    // The end of the pause is reported too.
    expect(reports[reports.lastIndexOf(pauses.at(-1) as BulkProgress) + 1]).toMatchObject({ pausedMs: 0 });
  });

  test('does not stop while items are missing, because a 404 for a missing item is a usable response', async () => {
    const { error, items } = await runAgainst(
      () => createResponse(404, { errorCode: 'enrollment_not_found' }, { 'Content-Type': 'application/json' }),
      { concurrency: 1, giveUpAfter: 2_000 },
    );
    expect(error).toBeUndefined();
    expect(new Set(items.map(({ outcome }) => outcome))).toEqual(new Set(['missing']));
  });
});

describe('a run that cannot continue', () => {
  test('keeps the code no_progress if a call in flight then fails with a network error', async () => {
    const { calls, call } = controlledCalls<string>();
    const reading = readAll(bulk(['a'], call, { giveUpAfter: 60_000 }));
    await advanceTime(60_000);
    calls[0]?.reject(networkError);
    expect((await reading).error).toMatchObject({ code: 'no_progress', failed: 1 });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('does not count a pause that began before its start, and reports the pause', async () => {
    const responses = [createResponse(429, {}, { 'Retry-After': '30' }), createResponse(204)];
    const { pacer, remove } = createRemove(async () => responses.shift() as Response, 5_000);
    await remove('other', {});
    const reports: BulkProgress[] = [];
    const options = { pacer, giveUpAfter: 10_000, onProgress: (progress: BulkProgress) => reports.push(progress) };
    const { items, error } = await advanceUntilSettled(readAll(bulk(['a'], remove, options)));
    expect(error).toBeUndefined();
    expect(items).toMatchObject([{ outcome: 'done' }]);
    expect(reports.map(({ pausedMs }) => pausedMs)).toEqual([30_000, 0, 0]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['a 403', returns(apiError(403))],
    ['an error of the function', throws(new Error('a bug'))],
  ])('because of %s waits at most giveUpAfter for a call that never settles', async (_case, end) => {
    const call = (item: number) => (item === 0 ? new Promise(() => undefined) : end());
    const reading = readAll(bulk(numbers(40), call, { concurrency: 2, giveUpAfter: 60_000 }));
    const { error } = await advanceUntilSettled(reading);
    expect(error).toMatchObject({ code: 'stopped', index: 1 });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('ends after an abort, even if a promise of onProgress never settles', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const onProgress = () => {
      controller.abort(reason);
      return new Promise(() => undefined);
    };
    const { error } = await readAll(bulk(numbers(9), async () => 'done', { onProgress, signal: controller.signal }));
    expect(error).toBe(reason);
  });

  test('has no numbers in its BulkError if its journal was not read to the end', async () => {
    const { journal } = memoryJournal(['tenant-management-client bulk journal 2', 'damaged']);
    const { error } = await readAll(bulk(['a', 'b'], async () => 'done', { journal }));
    expect(error).toMatchObject({ code: 'stopped', finished: 0, failed: 0, unfinished: undefined });
  });
});

describe('an item that was never sent', () => {
  test.each([
    ['token request fails', new NetworkError({ ...CALL, attempts: 3, maybePerformed: 0, during: 'token' }, undefined)],
    ['request was never sent', unsent],
  ])('has no line in the journal, even if isFinal accepts every error: its %s', async (_case, thrown) => {
    const { journal, lines } = memoryJournal();
    const isFinal = vi.fn(() => true);
    const { items } = await readAll(bulk(['a'], throws(thrown), { journal, isFinal }));
    expect(items).toMatchObject([{ outcome: 'failed', thrown }]);
    expect(isFinal).not.toHaveBeenCalled();
    expect(lines).toHaveLength(1);
  });
});

describe('the result of a function that makes its own requests', () => {
  test('is a failure if it is a response that is not 2xx', async () => {
    const { items } = await readAll(bulk(['a', 'b'], async (id) => createResponse(id === 'a' ? 500 : 204)));
    expect(items.map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'failed']);
  });
});

test('the message of a store is not in the message of a BulkError, because it can contain the item', async () => {
  const { store } = memoryJournal();
  const append = () => Promise.reject(new Error('duplicate key: anna@example.com'));
  const { error } = await readAll(
    bulk(['anna@example.com'], async () => 'done', { journal: createJournal({ ...store, append }) }),
  );
  expect((error as BulkError).message).toBe('the journal could not be written; see the cause of this error');
  expect(JSON.stringify(error)).not.toContain('anna');
});

describe('isFinal', () => {
  test('stops the run if it throws an error or returns a promise', async () => {
    const cause = new Error('s3cret');
    const isFinal = () => {
      throw cause;
    };
    const thrown = await readAll(bulk(['a'], returns(apiError(409)), { isFinal }));
    expect(thrown.error).toMatchObject({ code: 'stopped', index: 0, cause });
    expect((thrown.error as Error).message).toContain('isFinal threw an error; see the cause of this error');
    const async = (async () => true) as unknown as () => boolean;
    const promised = await readAll(bulk(['a'], returns(apiError(409)), { isFinal: async }));
    expect(promised.items).toEqual([]);
    expect(promised.error).toMatchObject({ index: 0, message: 'isFinal must return true or false, not a promise' });
  });
});

describe('onProgress', () => {
  test.each([
    ['10 s', {}, 10_000],
    ['giveUpAfter, if it was passed,', { giveUpAfter: 2_000 }, 2_000],
    ['giveUpAfter, if it was passed,', { giveUpAfter: 60_000 }, 60_000],
  ])('keeps a finished run from its end for at most %s if its promise never settles', async (_case, options, ms) => {
    const start = performance.now();
    const { store, lines } = memoryJournal();
    const close = vi.fn();
    const onProgress = () => new Promise(() => undefined);
    const run = bulk(['a', 'b'], async () => 'done', {
      ...options,
      journal: createJournal({ ...store, close }),
      onProgress,
    });
    const { items, error } = await advanceUntilSettled(readAll(run));
    expect(performance.now() - start).toBe(ms);
    expect(items).toHaveLength(2);
    expect(error).toBeInstanceOf(BulkError);
    expect(error).toMatchObject({
      ...{ code: 'stopped', index: undefined, finished: 2, missing: 0, failed: 0, unfinished: 0 },
      message: `the run ended, but a promise of onProgress did not settle in ${ms} ms`,
    });
    expect(close).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
    expect(lines).toHaveLength(3);
  });

  test('delays the end of a run until its promise settles, and no timer remains', async () => {
    const start = performance.now();
    const onProgress = () => new Promise((resolve) => setTimeout(resolve, 9_999));
    const { error } = await advanceUntilSettled(readAll(bulk(['a'], async () => 'done', { onProgress })));
    expect(error).toBeUndefined();
    expect(performance.now() - start).toBe(9_999);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ['a 403', returns(apiError(403)), 'stopped', '403 Forbidden'],
    ['an outage', throws(networkError), 'outage', 'the last calls got no usable response'],
  ])(
    'whose promise never settles does not replace the error of a run that %s has stopped',
    async (_case, call, code, message) => {
      const onProgress = () => new Promise(() => undefined);
      const callItem = (item: number) => (item === 0 ? Promise.resolve('done') : call());
      const { error } = await advanceUntilSettled(readAll(bulk(numbers(40), callItem, { concurrency: 1, onProgress })));
      expect(error).toMatchObject({ code, message: expect.stringContaining(message) });
    },
  );

  test('stops the run with a BulkError without an index if it throws an error for the items of an earlier run', async () => {
    const { journal } = memoryJournal();
    await readAll(bulk(['a'], async () => 'done', { journal }));
    const onProgress = () => {
      throw new Error('s3cret');
    };
    const { error } = await readAll(bulk(['a', 'b'], async () => 'done', { journal, onProgress }));
    const message = 'onProgress threw an error; see the cause of this error';
    expect(error).toMatchObject({ code: 'stopped', index: undefined, message });
  });

  test('stops the run if its promise rejects', async () => {
    const unhandled = recordEvents('unhandledRejection');
    const cause = new Error('s3cret');
    const call = vi.fn(async () => 'done');
    const onProgress = () => Promise.reject(cause);
    const { items, error } = await readAll(bulk(numbers(9), call, { concurrency: 1, onProgress }));
    expect(items.length).toBeLessThan(9);
    expect(error).toBeInstanceOf(BulkError);
    expect(error).toMatchObject({ code: 'stopped', index: 0, cause });
    expect((error as Error).message).toBe(
      'the run stopped at item 0 (counted from 0): onProgress threw an error; see the cause of this error',
    );
    expect(unhandled).toEqual([]);
  });

  test('stops the run with a BulkError if its promise rejects after the last item', async () => {
    const cause = new Error('late');
    const onProgress = () => new Promise((_resolve, reject) => setImmediate(reject, cause));
    const { items, error } = await readAll(bulk(['a'], async () => 'done', { onProgress }));
    expect(items).toHaveLength(1);
    expect(error).toMatchObject({ code: 'stopped', cause });
  });
});
