import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { BulkError, bulk, createPacer } from '../../../src/bulk/index.ts';
import type { BulkPacing } from '../../../src/bulk/pacer/pacer-state.ts';
import { ApiError, createManagementClient, TokenError } from '../../../src/index.ts';
import { rejectionOf } from '../../support/expected-errors.ts';
import { pacerOf, pacingOf } from '../../support/pacing.ts';
import { recordEvents } from '../../support/process-events.ts';
import { createResponse, deferred, scriptedFetch } from '../../support/scripted-fetch.ts';
import { controlledCalls, networkError, numbers, readAll, settled } from './job-fakes.ts';

const CALL = { method: 'DELETE', path: '/items/{id}', attempts: 1 };
/** Creates the error of a result, as the client does. */
const apiError = (status: number) => new ApiError(createResponse(status), { ...CALL, maybePerformed: 0 }, undefined);
/** Creates the yielded value of an item that is done. */
const done = (item: unknown, index: number, result: unknown) => ({
  ...{ item, index, result },
  ...{ outcome: 'done', maybePerformed: 0, attempts: 1 },
});

/** Creates an error whose `name` and `code` cannot be read. */
function withThrowingGetters(): Error {
  const get = () => {
    throw new Error('the getter failed');
  };
  return Object.defineProperties(new Error('s3cret'), { name: { get }, code: { get } });
}

/** An async iterable that yields items and then waits forever. */
async function* endless<Item>(...items: Item[]): AsyncGenerator<Item> {
  yield* items;
  await new Promise(() => undefined);
}

/** An async iterable that ends after some items. */
async function* endsAfter<Item>(...items: Item[]): AsyncGenerator<Item> {
  yield* items;
}

const timeoutOfAnotherRealm = { name: 'TimeoutError', [Symbol.toStringTag]: 'DOMException' };

describe('maybePerformed of a yielded item', () => {
  test.each<[string, () => Promise<unknown>, number]>([
    ['is 0 without an error', async () => ({ data: undefined }), 0],
    ['is 0 if the error of the result is null', async () => ({ error: null }), 0],
    ['is the number of the error of the result', async () => ({ error: { maybePerformed: 2 } }), 2],
    ['is the number of a thrown error', () => Promise.reject(networkError), 1],
    ['is 0 for a 4xx of another client', async () => createResponse(409), 0],
    ['is 1 for a 5xx of another client', async () => createResponse(500), 1],
    ['is 1 for an AbortSignal.timeout()', () => Promise.reject(new DOMException('timed out', 'TimeoutError')), 1],
    ['is 1 for an AbortSignal.timeout() of another realm', () => Promise.reject(timeoutOfAnotherRealm), 1],
  ])('%s', async (_case, call, maybePerformed) => {
    const { items } = await readAll(bulk(['a'], call));
    expect(items).toMatchObject([{ maybePerformed }]);
  });
});

describe('bulk', () => {
  test('yields the items in the order in which their calls finish, with their index and result', async () => {
    const { call, callOf } = controlledCalls<string>();
    const job = bulk(['a', 'b', 'c'], call);
    const first = job.next();
    await settled();
    callOf('c').resolve('third');
    expect(await first).toEqual({ done: false, value: done('c', 2, 'third') });
    callOf('a').resolve('first');
    expect((await job.next()).value).toEqual(done('a', 0, 'first'));
    callOf('b').resolve(undefined);
    expect((await job.next()).value).toEqual(done('b', 1, undefined));
    expect(await job.next()).toEqual({ done: true, value: undefined });
  });

  test.each([
    ['8 calls at the same time by default', {}, 8],
    ['3 calls at the same time if concurrency is 3', { concurrency: 3 }, 3],
    ['all calls if concurrency is larger than the number of items', { concurrency: 2_147_483_647 }, 20],
  ])('starts %s', async (_case, options, expected) => {
    const { call, calls } = controlledCalls<number>();
    void bulk(numbers(20), call, options).next();
    await settled();
    expect(calls.map(({ item }) => item)).toEqual(numbers(expected));
  });

  test.each<[string, () => Iterable<number> | AsyncIterable<number>, number | undefined]>([
    ['an array', () => [0, 1, 2], 3],
    ['a Set', () => new Set([0, 1, 2]), 3],
    ['a generator', () => [0, 1, 2].values(), undefined],
    ['an async generator', () => endsAfter(0, 1, 2), undefined],
  ])('accepts %s as items, and reports the total if the items have a length or a size', async (_case, items, total) => {
    const onProgress = vi.fn();
    const { items: yielded } = await readAll(bulk(items(), async (item) => item, { onProgress }));
    expect(yielded.map(({ result }) => result)).toEqual([0, 1, 2]);
    expect(onProgress).toHaveBeenLastCalledWith(expect.objectContaining({ finished: 3, total }));
  });

  test('passes each call options that the methods of a client accept', async () => {
    const { fetch, sent } = scriptedFetch([createResponse(204), createResponse(404)]);
    const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken', fetch });
    const remove = (id: string, call: object) =>
      management.DELETE('/guardian/enrollments/{id}', { params: { path: { id } }, ...call });
    const { items, error } = await readAll(bulk(['a', 'b'], remove, { pacer: createPacer() }));
    expect(error).toBeUndefined();
    expect(items.map(({ result }) => result?.error?.status)).toEqual([undefined, 404]);
    expect(sent).toHaveLength(2);
  });

  test('keeps starting calls while the consumer processes an item', async () => {
    const { call, calls, callOf } = controlledCalls<number>();
    const job = bulk(numbers(5), call, { concurrency: 2 });
    const first = job.next();
    await settled();
    callOf(0).resolve('x');
    await first;
    await settled();
    expect(calls.map(({ item }) => item)).toEqual([0, 1, 2]);
  });

  test('reads an item and starts its call only when the pacer is ready', async () => {
    const turn = deferred<void>();
    const ready = vi.fn<BulkPacing['ready']>(() => turn.promise);
    const read = vi.fn(() => ({ done: false as const, value: 'a' }));
    const { call, calls } = controlledCalls<string>();
    const pacer = pacerOf({ ...pacingOf(createPacer()), ready });
    void bulk({ [Symbol.iterator]: () => ({ next: read }) }, call, { pacer, concurrency: 1 }).next();
    await settled();
    expect(ready).toHaveBeenCalledOnce();
    expect(read).not.toHaveBeenCalled();
    turn.resolve();
    await settled();
    expect(calls).toHaveLength(1);
    expect(ready).toHaveBeenCalledOnce();
  });
});

describe('a run of bulk stops with a BulkError', () => {
  test.each([401, 403])(
    'if a result has status %i; the run waits for the calls in flight and yields their items first',
    async (status) => {
      const { call, calls, callOf } = controlledCalls<string>();
      const reading = readAll(bulk(['a', 'b', 'c', 'd'], call, { concurrency: 3 }));
      await settled();
      const cause = apiError(status);
      callOf('b').resolve({ error: cause });
      await settled();
      callOf('a').resolve('done');
      await settled();
      callOf('c').reject(networkError);
      const { items, error } = await reading;
      expect(items).toEqual([
        done('a', 0, 'done'),
        { item: 'c', index: 2, thrown: networkError, attempts: 1, outcome: 'failed', maybePerformed: 1 },
      ]);
      expect(error).toBeInstanceOf(BulkError);
      expect(error).toMatchObject({ name: 'BulkError', index: 1, cause });
      expect((error as BulkError).message).toBe(`the run stopped at item 1 (counted from 0): ${cause.message}`);
      expect(calls).toHaveLength(3);
    },
  );

  const SEE_CAUSE = 'see the cause of this error';
  const THREW = `the function threw an error; ${SEE_CAUSE}`;
  test.each<[string, unknown, string]>([
    ['an ApiError with status 403, which unwrap throws', apiError(403), apiError(403).message],
    ['a TypeError, whose message can contain the item', new TypeError('s3cret is not valid'), THREW],
    ['another error, whose message can contain the item', new Error('s3cret'), THREW],
    ['a value that is not an error', undefined, THREW],
    ['an error whose getters throw', withThrowingGetters(), THREW],
  ])('if the function throws %s', async (_case, cause, reason) => {
    const { items, error } = await readAll(bulk(['s3cret'], () => Promise.reject(cause)));
    expect(items).toEqual([]);
    expect(error).toBeInstanceOf(BulkError);
    expect(error).toMatchObject({ index: 0, message: `the run stopped at item 0 (counted from 0): ${reason}` });
    expect(Object(error).cause).toBe(cause);
  });

  test('if a result with status 403 is not from the client; the BulkError does not contain the text of the result', async () => {
    const { error } = await readAll(bulk(['a'], async () => ({ error: { status: 403, message: 's3cret' } })));
    expect(error).toMatchObject({
      message: `the run stopped at item 0 (counted from 0): the result has the status 403; ${SEE_CAUSE}`,
    });
  });

  test('if the client obtains no token; the error names the token request as the reason', async () => {
    const reason401 = { reason: 'no usable access_token in the body', error: 'invalid_client' };
    const cause = new TokenError({ ...CALL, maybePerformed: 1 }, createResponse(401), reason401);
    const { error } = await readAll(bulk(['s3cret'], () => Promise.reject(cause)));
    const reason = 'the client could not obtain a token: Token request: 401: invalid_client';
    expect(error).toMatchObject({ index: 0, cause, message: `the run stopped at item 0 (counted from 0): ${reason}` });
  });

  const cause = new Error('s3cret');
  const throwCause = (): never => {
    throw cause;
  };
  test.each<[string, Iterable<string> | AsyncIterable<string>]>([
    ['Symbol.iterator', { [Symbol.iterator]: throwCause }],
    ['Symbol.asyncIterator', { [Symbol.asyncIterator]: throwCause }],
    ['next()', { [Symbol.iterator]: () => ({ next: throwCause }) }],
  ])('if %s of the items throws an error', async (_case, items) => {
    const { error } = await readAll(bulk(items, async () => undefined));
    expect(error).toBeInstanceOf(BulkError);
    expect(error).toMatchObject({
      index: undefined,
      cause,
      message: `the iterable of the items threw an error; ${SEE_CAUSE}`,
    });
  });

  test('if onProgress throws an error; the run yields the finished item first', async () => {
    const call = vi.fn(async () => 'done');
    const { items, error } = await readAll(bulk(['a', 'b'], call, { concurrency: 1, onProgress: throwCause }));
    expect(items).toEqual([done('a', 0, 'done')]);
    expect(error).toBeInstanceOf(BulkError);
    expect(error).toMatchObject({ index: 0, cause });
    expect((error as Error).message).toBe(
      `the run stopped at item 0 (counted from 0): onProgress threw an error; ${SEE_CAUSE}`,
    );
    expect(call).toHaveBeenCalledOnce();
  });

  test('if the pacer throws an error', async () => {
    const { error } = await readAll(
      bulk(['a'], async () => undefined, {
        pacer: pacerOf({ ...pacingOf(createPacer()), ready: () => Promise.reject(cause) }),
      }),
    );
    expect(error).toBeInstanceOf(BulkError);
    expect(error).toMatchObject({ cause, message: `the pacer or the journal threw an error; ${SEE_CAUSE}` });
  });

  test('if a result has status 403 while the run waits for the pacer or for the next item; the run closes the iterator of the items', async () => {
    const signals: AbortSignal[] = [];
    const pacer = pacerOf({
      ...pacingOf(createPacer()),
      ready: (signal: AbortSignal) =>
        signals.push(signal) === 1
          ? Promise.resolve()
          : new Promise<void>((_resolve, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason));
            }),
    });
    const refused = async () => ({ error: apiError(403) });
    const close = vi.fn(() => ({ done: true as const, value: undefined }));
    const items = { [Symbol.iterator]: () => ({ next: () => ({ value: 'a' }), return: close }) };
    expect((await readAll(bulk(items, refused, { pacer }))).error).toMatchObject({ index: 0 });
    expect(signals).toHaveLength(2);
    expect(close).toHaveBeenCalledOnce();
    expect((await readAll(bulk(endless('a'), refused))).error).toMatchObject({ index: 0 });
  });
});

describe('the signal of bulk', () => {
  test('rejects the iteration with its reason before the first call if it is already aborted', async () => {
    const reason = new Error('stopped');
    const call = vi.fn();
    const items = { [Symbol.iterator]: () => expect.unreachable() };
    expect(await readAll(bulk(items, call, { signal: AbortSignal.abort(reason) }))).toEqual({
      items: [],
      error: reason,
    });
    expect(call).not.toHaveBeenCalled();
  });
});

describe('a loop over bulk that ends with break', () => {
  test('starts no other call, waits for the calls in flight, and closes the iterator of the items', async () => {
    const { signal } = new AbortController();
    const { call, calls, callOf } = controlledCalls<number>();
    const closed = vi.fn();
    async function* items() {
      try {
        yield* numbers(10);
      } finally {
        await settled();
        closed();
      }
    }
    const job = bulk(items(), call, { concurrency: 3, signal });
    const first = job.next();
    await settled();
    callOf(0).resolve('done');
    await first;
    // A `break` in a loop over the job calls `return()` too.
    const returned = vi.fn();
    const returning = job.return().then(returned);
    await settled();
    callOf(1).resolve('done');
    await settled();
    expect(returned).not.toHaveBeenCalled();
    callOf(2).reject(networkError);
    await returning;
    expect(calls).toHaveLength(3);
    expect(closed).toHaveBeenCalledOnce();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('leaves no unhandled rejection if the input never yields the next item and its return() rejects', async () => {
    const unhandled = recordEvents('unhandledRejection');
    const next = vi
      .fn<() => Promise<IteratorResult<string>>>(() => new Promise(() => undefined))
      .mockResolvedValueOnce({ value: 'a' });
    const items = { [Symbol.asyncIterator]: () => ({ next, return: () => Promise.reject(new Error('not closed')) }) };
    for await (const _finished of bulk(items, async () => 'done')) break;
    await settled();
    expect(unhandled).toEqual([]);
  });

  test('throws a BulkError if return() of the items throws an error', async () => {
    const cause = new Error('not closed');
    const close = () => {
      throw cause;
    };
    const items = { [Symbol.iterator]: () => ({ next: () => ({ value: 'a' }), return: close }) };
    const job = bulk(items, async () => 'done', { concurrency: 1 });
    await job.next();
    await settled();
    const error = await rejectionOf(job.return());
    expect(error).toBeInstanceOf(BulkError);
    expect(error.cause).toBe(cause);
  });

  test.each([
    ['after the last item', () => ({ done: true as const, value: undefined })],
    [
      'after next() has thrown an error',
      () => {
        throw new Error('not readable');
      },
    ],
  ])('does not call return() of the items %s', async (_case, next) => {
    const close = vi.fn();
    await readAll(bulk({ [Symbol.iterator]: () => ({ next, return: close }) }, async () => 'done'));
    expect(close).not.toHaveBeenCalled();
  });
});

test('a run whose input never closes leaves no listener on the signal of the caller', async () => {
  const { signal } = new AbortController();
  const items = {
    [Symbol.asyncIterator]: () => ({
      next: async () => ({ done: false as const, value: 'a' }),
      return: () => new Promise<never>(() => undefined),
    }),
  };
  const run = bulk(items, async () => ({ data: undefined, response: new Response() }), { signal, concurrency: 1 });
  await run.next();
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  // The end of the run waits for the input, which never closes.
  void run.return(undefined);
  for (let round = 0; round < 20; round += 1) await new Promise(setImmediate);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
