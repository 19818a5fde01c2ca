import { createHash } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { deletePaths } from '#generated/delete-paths.ts';
import {
  BulkError,
  type BulkProgress,
  bulk,
  type CallEnd,
  createJournal,
  type Journal,
  type JournalStore,
} from '../../../src/bulk/index.ts';
import { ApiError, TimeoutError } from '../../../src/index.ts';
import { advanceUntilSettled, useFakeTime } from '../../support/fake-time.ts';
import { recordEvents } from '../../support/process-events.ts';
import { createResponse, deferred } from '../../support/scripted-fetch.ts';
import { controlledCalls, memoryJournal, networkError, numbers, readAll, settled, until } from './job-fakes.ts';

const HEADER = 'tenant-management-client bulk journal 2';
const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
const line = (index: number, item: string, outcome = 'ok') => `${index} ${hash(item)} ${outcome}`;
const CALL = { method: 'DELETE', path: '/', attempts: 1, maybePerformed: 1 };
const serverError = new ApiError(createResponse(500), CALL, undefined);
const timeoutError = new TimeoutError(CALL, 60_000, 'response');

const differs = (index: number, difference: string) =>
  `the journal belongs to another job: item ${index} (counted from 0) ${difference}; to continue the job, pass the` +
  ' same items in the same order; to start again, use another journal';

/** Runs a job that finishes every item, and returns the items that were sent and yielded. */
async function runJob<Item>(items: Iterable<Item> | AsyncIterable<Item>, journal: Journal, concurrency = 1) {
  const sent: Item[] = [];
  const reports: BulkProgress[] = [];
  const call = async (item: Item) => void sent.push(item);
  const onProgress = (progress: BulkProgress) => reports.push(progress);
  const { items: yielded, error } = await readAll(bulk(items, call, { journal, concurrency, onProgress }));
  return { sent, yielded: yielded.map(({ index }) => index), error, reports };
}

describe('the journal of bulk', () => {
  test('starts with its format and version, and has one line with index, SHA-256 and outcome for each finished item', async () => {
    const { journal, lines } = memoryJournal();
    const [path] = deletePaths;
    const answer = (method: string, status: number, body: unknown) => () => ({
      error: { method, path, status, body },
    });
    const results: Record<string, () => unknown> = {
      a: () => undefined,
      b: () => ({ data: 1 }),
      missing: answer('DELETE', 404, {}),
      noJson: answer('DELETE', 404, '<h1>Not Found</h1>'),
      array: answer('DELETE', 404, []),
      null: answer('DELETE', 404, null),
      read: answer('GET', 404, {}),
      conflict: answer('DELETE', 409, {}),
      d: () => Promise.reject(networkError),
      e: () => Promise.reject(timeoutError),
      f: () => ({ error: 'text' }),
      g: () => Promise.reject(serverError),
      'ä€😀': () => ({ error: null }),
    };
    const items = Object.keys(results);
    const { error } = await readAll(bulk(items, (item) => results[item]?.(), { journal, concurrency: 1 }));
    expect(error).toBeUndefined();
    const finished = { a: 'ok', b: 'ok', 'ä€😀': 'ok' };
    const expected = Object.entries(finished).map(([item, outcome]) => line(items.indexOf(item), item, outcome));
    expect(lines).toEqual([HEADER, ...expected]);
    // The next run sends every other item again.
    const others = items.filter((item) => !(item in finished));
    expect(await runJob(items, journal)).toMatchObject({ sent: others, error: undefined });
  });

  test('has a line for a failed item if isFinal returns true, with the status, the name or `error` as its outcome', async () => {
    const { journal, lines } = memoryJournal();
    const results: Record<string, () => unknown> = {
      a: () => ({ error: { status: 409 } }),
      tooSmall: () => ({ error: { status: 99 } }),
      tooLarge: () => ({ error: { status: 600 } }),
      huge: () => ({ error: { status: 1e21 } }),
      noInteger: () => ({ error: { status: 404.5 } }),
      b: () => Promise.reject(networkError),
      c: () => ({ error: { status: 400 } }),
    };
    const items = Object.keys(results);
    const asked: unknown[] = [];
    const isFinal = ({ item, index, result, thrown }: CallEnd<string, unknown>) => {
      asked.push([item, index, thrown ?? result]);
      return item !== 'c';
    };
    const { items: yielded } = await readAll(
      bulk(items, (item) => results[item]?.(), { journal, concurrency: 1, isFinal }),
    );
    expect(yielded.map(({ outcome }) => outcome)).toEqual([...Array(6).fill('final'), 'failed']);
    const outcomes = ['409', 'error', 'error', 'error', 'error', 'NetworkError'];
    expect(lines).toEqual([HEADER, ...outcomes.map((outcome, index) => line(index, items[index] ?? '', outcome))]);
    expect(asked[0]).toEqual(['a', 0, { error: { status: 409 } }]);
    expect(asked[5]).toEqual(['b', 5, networkError]);
    expect(await runJob(items, journal)).toMatchObject({ sent: ['c'], error: undefined });
  });

  test('identifies an item that is not a string by the hash of the JSON that the item had before the call', async () => {
    const { journal, lines } = memoryJournal();
    const items = [{ id: 'a' }, 7, null, ['b']];
    const call = (item: unknown) => {
      if (typeof item === 'object' && item !== null) Object.assign(item, { isDeleted: true });
    };
    await readAll(bulk(items, call, { journal, concurrency: 1 }));
    expect(lines.slice(1)).toEqual([line(0, '{"id":"a"}'), line(1, '7'), line(2, 'null'), line(3, '["b"]')]);
  });

  test('delays the call of an item until the item is hashed, and the call does not start if the run stops before that', async () => {
    const { journal } = memoryJournal();
    const { call, calls, callOf } = controlledCalls<string>();
    const hashed = deferred<void>();
    const digest = crypto.subtle.digest.bind(crypto.subtle);
    const hashing = vi.spyOn(crypto.subtle, 'digest').mockImplementation(async (algorithm, data) => {
      if (hashing.mock.calls.length === 2) await hashed.promise;
      return digest(algorithm, data);
    });
    const reading = readAll(bulk(['a', 'b'], call, { journal }));
    await until(() => calls.length === 1 && hashing.mock.calls.length === 2);
    callOf('a').reject(new TypeError('not valid'));
    await settled();
    hashed.resolve();
    expect((await reading).error).toMatchObject({ index: 0 });
    expect(calls).toHaveLength(1);
  });

  test('is neither read nor closed if the run is aborted before its start', async () => {
    const store = { read: vi.fn(), append: vi.fn(), close: vi.fn() };
    const journal = createJournal(store);
    await readAll(bulk(['a'], async () => undefined, { journal, signal: AbortSignal.abort() }));
    expect(store.read).not.toHaveBeenCalled();
    expect(store.close).not.toHaveBeenCalled();
  });

  test('can be used by one run after the other, but not by two runs at the same time', async () => {
    const { journal, lines } = memoryJournal();
    const { call, calls, callOf } = controlledCalls<string>();
    const reading = readAll(bulk(['a'], call, { journal }));
    await until(() => calls.length === 1);
    const second = await runJob(['a'], journal);
    expect(second.error).toBeInstanceOf(BulkError);
    expect(second.error).toHaveProperty('message', 'another run uses this journal: wait until that run ends');
    expect(second.sent).toEqual([]);
    callOf('a').resolve('done');
    expect((await reading).error).toBeUndefined();
    expect((await runJob(['a', 'b'], journal)).sent).toEqual(['b']);
    expect(lines).toEqual([HEADER, line(0, 'a'), line(1, 'b')]);
  });
});

describe('a run of bulk with a journal of earlier runs', () => {
  const ITEMS = ['a', 'b', 'c', 'd', 'e', 'f'];

  test('reports the items of earlier runs as resumed, and measures the speed without them', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const { journal } = memoryJournal([HEADER, line(0, 'a'), line(1, 'b'), line(2, 'c', '409')]);
    const reports: BulkProgress[] = [];
    const call = async () => {
      now += 500;
    };
    await readAll(bulk(ITEMS, call, { journal, concurrency: 1, onProgress: (report) => reports.push(report) }));
    const always = { missing: 0, failed: 0, resumed: 3, total: 6, pausedMs: 0, waiting: 0, outage: undefined };
    expect(reports[0]).toEqual({ ...always, finished: 3, perSecond: 0 });
    expect(reports.at(-1)).toEqual({ ...always, finished: 6, perSecond: 2 });
  });

  // The run reads the journal line by line, and the input item by item. It keeps only the items whose lines it has not
  // read yet, so a long journal does not need more memory.
  test('reads no more items of the input than it needs to check the lines of the journal', async () => {
    let read = 0;
    let mostAhead = 0;
    function* items() {
      for (; read < 2_000; read += 1) yield String(read);
    }
    const { store } = memoryJournal();
    const pairs = numbers(1_000).flatMap((pair) => [2 * pair + 1, 2 * pair]);
    const checked: JournalStore = {
      ...store,
      read: async function* () {
        yield HEADER;
        for (const index of pairs) {
          yield line(index, String(index));
          mostAhead = Math.max(mostAhead, read - index);
        }
      },
    };
    expect((await runJob(items(), createJournal(checked))).sent).toEqual([]);
    expect(mostAhead).toBeLessThanOrEqual(2);
  });

  test.each<[string, string[], string, number | undefined]>([
    ['an item does not match its line in the journal', [line(0, 'a'), line(1, 'x')], differs(1, 'differs'), 1],
    ['two items have changed places', [line(0, 'b'), line(1, 'a')], differs(0, 'differs'), 0],
    ['an index is beyond the end of the input', [line(6, 'g')], differs(6, 'is beyond the end of the input'), 6],
    [
      'the same item has two lines',
      [line(1, 'b'), line(0, 'a'), line(1, 'b')],
      'line 4 of the journal repeats item 1: delete the line, or use another journal',
      1,
    ],
    ...[
      ...['', '1', HEADER, `x ${hash('b')} ok`],
      ...[`01 ${hash('b')} ok`, `1 ${hash('b').slice(1)} ok`, `1 ${hash('b')} `, line(1, 'b', 'o'), line(1, 'b', 'oK')],
    ].map((damaged): [string, string[], string, undefined] => [
      `a line is damaged: ${JSON.stringify(damaged)}`,
      [line(0, 'a'), damaged, line(2, 'c')],
      'line 3 of the journal is damaged: delete the line, and its item is sent again',
      undefined,
    ]),
  ])('sends nothing and throws a BulkError if %s', async (_case, lines, message, index) => {
    const { store } = memoryJournal([HEADER, ...lines]);
    const close = vi.fn(async () => undefined);
    const { sent, error } = await runJob(ITEMS, createJournal({ ...store, close }));
    expect(sent).toEqual([]);
    expect(error).toBeInstanceOf(BulkError);
    expect(error).toMatchObject({ message, index });
    expect(close).toHaveBeenCalledOnce();
  });
});

describe('a run of bulk with a journal', () => {
  const cause = Object.assign(new Error('no space left for dev_1'), { code: 'ENOSPC' });

  test.each([
    ['nothing', () => undefined],
    ['an array', () => [HEADER]],
    ['a promise of an array', async () => [HEADER]],
  ])('stops before the first call if read returns %s instead of an async iterable', async (_case, read) => {
    const { store } = memoryJournal();
    // Only plain JavaScript can pass this function.
    const journal = createJournal({ ...store, read: read as unknown as JournalStore['read'] });
    const { sent, error } = await runJob(['a'], journal);
    expect(sent).toEqual([]);
    expect(error).toBeInstanceOf(BulkError);
    expect(error).toHaveProperty(
      'message',
      "the store's read() must return an async iterable, such as an async generator",
    );
  });

  test.each(['read', 'append'] as const)(
    'rejects immediately if it is aborted while %s() hangs; when %s() ends, the run adds no line and closes the store',
    async (hanging) => {
      const unhandled = recordEvents('unhandledRejection');
      const { store, lines } = memoryJournal();
      const ended = deferred<void>();
      const read = vi.fn(async function* () {
        if (hanging === 'read') await ended.promise;
        yield* [] as string[];
      });
      const append = vi.fn(() => ended.promise);
      const close = vi.fn(() => Promise.reject(cause));
      const controller = new AbortController();
      const { signal } = controller;
      const journal = createJournal({ ...store, read, append, close });
      const reading = readAll(bulk(['a'], async () => 'done', { journal, signal }));
      await until(() => (hanging === 'read' ? read : append).mock.calls.length === 1);
      controller.abort(new Error('stopped'));
      expect((await reading).error).toBe(signal.reason);
      expect(close).not.toHaveBeenCalled();
      ended.resolve();
      await until(() => close.mock.calls.length === 1);
      await settled();
      expect(lines).toEqual([]);
      expect(append).toHaveBeenCalledTimes(hanging === 'read' ? 0 : 1);
      expect(unhandled).toEqual([]);
    },
  );

  test.each([
    ['read', 300, ''],
    ['append', 300, 'the journal could not be written at item 0: '],
    ['append', 5, 'the journal could not be written at item 0: '],
    ['close', 300, 'the journal could not be closed: '],
    ['close', 5, 'the journal could not be closed: '],
  ])('throws a BulkError if %s() has not settled %i s after its call or an abort', async (method, limit, start) => {
    useFakeTime();
    const controller = new AbortController();
    const hang = () => {
      if (limit === 5) controller.abort();
      return new Promise<never>(() => undefined);
    };
    const read = () => ({ [Symbol.asyncIterator]: () => ({ next: hang }) });
    const { store } = memoryJournal([HEADER]);
    const journal = createJournal({ ...store, [method]: method === 'read' ? read : hang });
    const job = bulk(['a'], async () => 'done', { journal, signal: controller.signal });
    const { items, error } = await advanceUntilSettled(readAll(job));
    expect(items).toHaveLength(method === 'close' ? 1 : 0);
    const message = expect.stringContaining(`${start}${method}() of the journal did not settle in ${limit} s`);
    expect(error).toMatchObject({ name: 'BulkError', message, code: 'stopped', finished: items.length });
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ['append', 'written', []],
    ['close', 'closed', ['a']],
  ])('throws a BulkError if %s throws an error at first', async (method, participle, expected) => {
    const { store } = memoryJournal();
    const journal = createJournal({ ...store, name: 'a.journal', [method]: () => Promise.reject(cause) });
    const { sent, error } = await runJob(['a'], journal);
    expect(sent).toEqual(expected);
    expect(error).toBeInstanceOf(BulkError);
    expect(error).toMatchObject({ message: `the journal a.journal could not be ${participle}: ENOSPC`, cause });
  });

  test('stops if append throws an error: the run adds no other line, and yields only items that have a line', async () => {
    const { store, lines } = memoryJournal();
    const append = vi.fn(async (text: string) => {
      if (lines.length === 2) throw cause;
      await store.append(text);
    });
    const { call, calls, callOf } = controlledCalls<string>();
    const reading = readAll(
      bulk(['a', 'b', 'c', 'd', 'e'], call, { journal: createJournal({ ...store, append }), concurrency: 4 }),
    );
    await until(() => calls.length === 4);
    for (const item of ['d', 'c', 'b', 'a']) callOf(item).resolve('done');
    const { items, error } = await reading;
    expect(items.map(({ item }) => item)).toEqual(['d']);
    expect(error).toBeInstanceOf(BulkError);
    expect(error).toMatchObject({
      index: 2,
      cause,
      message: 'the journal could not be written at item 2: ENOSPC; the next run sends the item again',
    });
    expect(append).toHaveBeenCalledTimes(3);
  });

  test('does not end before append has written the line of a finished item, even if the run is aborted', async () => {
    const { store, lines } = memoryJournal();
    const added = deferred<void>();
    const append = vi.fn(async (text: string) => {
      if (lines.length === 1) await added.promise;
      await store.append(text);
    });
    const controller = new AbortController();
    const reading = readAll(
      bulk(['a', 'b'], async () => 'done', {
        journal: createJournal({ ...store, append }),
        signal: controller.signal,
        concurrency: 1,
      }),
    );
    await until(() => append.mock.calls.length === 2);
    controller.abort(new Error('stopped'));
    added.resolve();
    const { items, error } = await reading;
    expect(items.map(({ item }) => item)).toEqual(['a']);
    expect(error).toHaveProperty('message', 'stopped');
    expect(lines).toEqual([HEADER, line(0, 'a')]);
  });

  test.each([
    ['undefined', undefined],
    ['a bigint', 1n],
    ['a Map', new Map([['id', 'a']])],
    ['an object with an undefined property', { id: 'a', note: undefined }],
    ['Infinity in an array', [Infinity]],
  ])('stops before the call of an item that JSON cannot represent: %s', async (_case, item) => {
    const { journal } = memoryJournal();
    const { sent, error } = await runJob([item], journal);
    expect(sent).toEqual([]);
    expect(error).toBeInstanceOf(BulkError);
    expect(error).toMatchObject({
      index: 0,
      message:
        'the run stopped at item 0 (counted from 0): with a journal, each item must be a string, or a value that JSON' +
        ' can represent (no Map, Set, function or undefined); for other items, pass the option key, a function that' +
        ' returns a string for an item',
    });
  });

  test.each<[string, unknown]>([
    ['a Date', new Date(0)],
    ['an object with toJSON', { toJSON: () => 'x' }],
    ['a URL', new URL('https://example.com')],
    ['a typed array', new Uint8Array([1])],
    ['an array of null', [null]],
  ])('accepts an item that JSON keeps completely: %s', async (_case, item) => {
    const { journal } = memoryJournal();
    expect(await runJob([item], journal)).toMatchObject({ sent: [item], error: undefined });
    expect(await runJob([item], journal)).toMatchObject({ sent: [], error: undefined });
  });

  test('uses the option key for items that JSON cannot represent', async () => {
    const { journal, lines } = memoryJournal();
    const items = ['a', 'b'].map((id) => new Map([['id', id]]));
    const key = (item: Map<string, string>) => `key ${item.get('id')}`;
    await readAll(bulk(items, async () => 'done', { journal, key, concurrency: 1 }));
    expect(lines).toEqual([HEADER, line(0, 'key a'), line(1, 'key b')]);
    const other = await readAll(bulk(items.toReversed(), async () => 'done', { journal, key }));
    expect(other.error).toHaveProperty('message', differs(0, 'differs'));
  });

  test('stops before the call of an item for which key returns no string', async () => {
    const { journal } = memoryJournal();
    const key = (() => 7) as unknown as () => string;
    const { items, error } = await readAll(bulk(['a'], async () => 'done', { journal, key }));
    expect(items).toEqual([]);
    expect(error).toMatchObject({ index: 0, cause: new TypeError('key must return a string') });
  });

  test('continues a journal with CRLF line ends', async () => {
    const { store } = memoryJournal([`${HEADER}\r`, `${line(0, 'a')}\r`]);
    expect(await runJob(['a', 'b'], createJournal(store))).toMatchObject({ sent: ['b'], error: undefined });
  });

  test('rejects a journal with the format 1, and the message names the remedy', async () => {
    const { store } = memoryJournal(['tenant-management-client bulk journal 1', line(0, 'a', '503')]);
    const { sent, error } = await runJob(['a'], createJournal({ ...store, name: 'reset.journal' }));
    expect(sent).toEqual([]);
    expect(error).toHaveProperty(
      'message',
      'reset.journal has the format of another version of this package; delete it or use another journal: the next' +
        ' run then sends every item again, and items that are already deleted are missing',
    );
  });
});
