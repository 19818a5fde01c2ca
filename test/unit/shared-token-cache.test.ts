import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import {
  clientCredentials,
  sharedTokenCache,
  type TokenCache,
  type TokenRequest,
  type TokenStore,
} from '../../src/index.js';
import { rejectionOf, thrownBy } from '../support/expected-errors.js';
import { advanceUntilSettled, NOW, runPendingTasks, useFakeTime } from '../support/fake-time.js';
import {
  createResponse,
  deferred,
  neverResponds,
  type ScriptedResponse,
  scriptedFetch,
} from '../support/scripted-fetch.js';

const KEY =
  'tenant-management-client:https%3A%2F%2Facme.example.com%2Foauth%2Ftoken%2F:https%3A%2F%2Facme.example.com%2Fapi%2Fv2%2F:fleet';
const LOCK = `${KEY}:lock`;
const SECOND_LOCK = `${KEY}:lock2`;
const LOCK_MS = 15_000;

const issued = (access_token: string, expires_in = 3600) => createResponse(200, { access_token, expires_in });
const entry = (token: string, freshUntil = NOW + 60_000, key = KEY) => JSON.stringify({ key, token, freshUntil });
const inTime = (response: Response, ms: number) => () =>
  new Promise<Response>((resolve) => {
    setTimeout(() => resolve(response), ms);
  });
const pass = (ms: number) => advanceUntilSettled(new Promise((resolve) => setTimeout(resolve, ms)));

/** A store in memory that records its operations, with or without `add`. */
function memory(entries: Record<string, unknown> = {}) {
  const values = new Map(Object.entries(entries));
  const operations: unknown[][] = [];
  const store = {
    get: (key: string): unknown => {
      operations.push(['get', key]);
      return values.get(key);
    },
    set: (key: string, value: string, ttlMs: number): unknown => {
      operations.push(['set', key, value, ttlMs]);
      return values.set(key, value);
    },
    delete: (key: string): unknown => {
      operations.push(['delete', key]);
      return values.delete(key);
    },
  };
  const add = (key: string, value: string, ttlMs: number): unknown => {
    operations.push(['add', key, value, ttlMs]);
    if (values.has(key)) return null;
    values.set(key, value);
    return 'OK';
  };
  return { values, operations, store, withAdd: { ...store, add } };
}

/** A token source with a token cache, as in a process that has just started. */
function ask(store: TokenStore, answers: readonly ScriptedResponse[], request: Partial<TokenRequest> = {}) {
  const { fetch, sent } = scriptedFetch(answers);
  const source = clientCredentials({
    clientId: 'fleet',
    clientSecret: 's3cret',
    tokenCache: sharedTokenCache(store),
  });
  const { signal } = new AbortController();
  const token = (more: Partial<TokenRequest> = {}) =>
    source({ origin: 'https://acme.example.com', fetch, signal, ...request, ...more });
  return { token, sent };
}

const throws = (): never => {
  throw new Error('the store is down');
};
const hangs = () => new Promise(() => undefined);

describe('sharedTokenCache', () => {
  test('returns the stored token without a token request', async () => {
    useFakeTime();
    const { store } = memory({ [KEY]: entry('stored') });
    expect(await advanceUntilSettled(ask(store, []).token())).toBe('stored');
  });

  test('stores a requested token until shortly before it expires, under a key without a secret', async () => {
    useFakeTime();
    const { store, operations } = memory();
    expect(await advanceUntilSettled(ask(store, [issued('fresh')]).token())).toBe('fresh');
    expect(operations).toEqual([
      ['get', KEY],
      ['set', KEY, entry('fresh', NOW + 3_570_000), 3_570_000],
    ]);
  });

  test('reads the store once: the token source keeps the token too', async () => {
    useFakeTime();
    const { store, operations } = memory({ [KEY]: entry('stored') });
    const { token } = ask(store, []);
    await advanceUntilSettled(token());
    await advanceUntilSettled(token());
    expect(operations).toEqual([['get', KEY]]);
  });

  test('passes the store a TTL in whole milliseconds', async () => {
    useFakeTime();
    const { store, operations } = memory();
    await advanceUntilSettled(ask(store, [issued('fresh', 0.0077)]).token());
    expect(operations[1]?.[3]).toBe(7);
  });

  test.each([90, 91, 100])(
    'never stores a TTL of 0 or less: the token was requested %i ms ago and lives for 90 ms',
    async (ms) => {
      useFakeTime();
      const { store, operations } = memory();
      expect(await advanceUntilSettled(ask(store, [inTime(issued('expired', 0.1), ms)]).token())).toBe('expired');
      expect(operations).toEqual([['get', KEY]]);
    },
  );

  test.each([
    ['has expired', entry('old', NOW)],
    ['is not JSON', 'rubbish'],
    ['is not a string', { token: 'object' }],
    ['is null', null],
    ['has no freshUntil', JSON.stringify({ key: KEY, token: 'endless' })],
    ['has no token', JSON.stringify({ key: KEY, freshUntil: NOW + 60_000 })],
    ['has a malformed token', entry('two words')],
    ['has a string as freshUntil', JSON.stringify({ key: KEY, token: 'text', freshUntil: '9999999999999' })],
    ['is JSON of another type', '42'],
    ['names another key, as in a store whose keys ignore case', entry('other', NOW + 60_000, KEY.toUpperCase())],
  ])('requests a token if the stored value %s', async (_what, value) => {
    useFakeTime();
    const { store } = memory({ [KEY]: value });
    expect(await advanceUntilSettled(ask(store, [issued('fresh')]).token())).toBe('fresh');
  });

  test('replaces a stored token that the API refused', async () => {
    useFakeTime();
    const { store, values } = memory({ [KEY]: entry('refused') });
    expect(await advanceUntilSettled(ask(store, [issued('fresh')], { rejected: 'refused' }).token())).toBe('fresh');
    expect(values.get(KEY)).toBe(entry('fresh', NOW + 3_570_000));
  });

  test('returns the token that another process stored after a 401', async () => {
    useFakeTime();
    const { store } = memory({ [KEY]: entry('newer') });
    expect(await advanceUntilSettled(ask(store, [], { rejected: 'refused' }).token())).toBe('newer');
  });

  test.each([
    ['throws', throws],
    ['rejects', async () => throws()],
    ['hangs', hangs],
  ])('sends one token request and returns its token if every operation of the store %s', async (_what, broken) => {
    useFakeTime();
    const { token, sent } = ask({ get: broken, set: broken, delete: broken, add: broken }, [issued('fresh')]);
    expect(await advanceUntilSettled(token())).toBe('fresh');
    expect(sent).toHaveLength(1);
    expect(Date.now() - NOW).toBeLessThanOrEqual(1_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ['throws', throws],
    ['rejects', async () => throws()],
  ])('adds no delay if every operation of the store %s', async (_what, broken) => {
    useFakeTime();
    await advanceUntilSettled(
      ask({ get: broken, set: broken, delete: broken, add: broken }, [issued('fresh')]).token(),
    );
    expect(Date.now()).toBe(NOW);
  });

  test.each(['get', 'set'])('takes a twentieth of the timeout of a call if %s hangs', async (operation) => {
    useFakeTime();
    const { withAdd } = memory();
    const { token } = ask({ ...withAdd, [operation]: hangs }, [issued('fresh')], { timeout: 1_000 });
    expect(await advanceUntilSettled(token())).toBe('fresh');
    expect(Date.now() - NOW).toBe(50);
  });

  test('does not keep a failure of the token endpoint, and releases the lock', async () => {
    useFakeTime();
    const { withAdd, values } = memory();
    const { token } = ask(withAdd, [createResponse(401, { error: 'invalid_client' }), issued('fresh')]);
    expect(await rejectionOf(advanceUntilSettled(token()))).toMatchObject({ error: 'invalid_client' });
    expect([...values.keys()]).toEqual([]);
    expect(await advanceUntilSettled(token())).toBe('fresh');
  });

  const nothing = () => undefined;
  const noStores: [string, unknown, string][] = [
    ['undefined', undefined, 'get'],
    ['a number', 42, 'get'],
    ['null', null, 'get'],
    ['a store without set', { get: nothing, delete: nothing }, 'set'],
    ['a store without delete', { get: nothing, set: nothing }, 'delete'],
  ];
  test.each(noStores)('throws if the store is %s', (_what, store, missing) => {
    // Plain JavaScript, which no type stops.
    const error = thrownBy(() => sharedTokenCache(store as TokenStore));
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe(
      `store must be an object with get, set and delete, such as new Keyv(); it has no ${missing}`,
    );
  });
});

test.each([undefined, {}, { token: 'two words' }])(
  'a token cache that returns no token fails the call (%o)',
  async (value) => {
    const { fetch } = scriptedFetch([]);
    // Plain JavaScript, which no type stops.
    const tokenCache = { obtain: async () => value } as unknown as TokenCache;
    const source = clientCredentials({ clientId: 'fleet', clientSecret: 's3cret', tokenCache });
    const call = source({ origin: 'https://acme.example.com', fetch, signal: new AbortController().signal });
    expect((await rejectionOf(call)).message).toBe('tokenCache must be the result of sharedTokenCache(store)');
  },
);

test('sharedTokenCache throws if add is not a function', () => {
  const nothing = () => undefined;
  // Plain JavaScript, which no type stops.
  const store = { get: nothing, set: nothing, delete: nothing, add: true } as unknown as TokenStore;
  expect(thrownBy(() => sharedTokenCache(store)).message).toBe(
    'store.add must be a function that stores a value only if the key is absent; leave it out otherwise',
  );
});

describe('the lock of sharedTokenCache', () => {
  test('is taken with a random value for 15 s, the store is read again, and the lock is released', async () => {
    useFakeTime();
    const { withAdd, operations } = memory();
    await advanceUntilSettled(ask(withAdd, [issued('fresh')]).token());
    expect(operations.map(([operation, key]) => [operation, key])).toEqual([
      ['get', KEY],
      ['add', LOCK],
      ['get', KEY],
      ['set', KEY],
      ['delete', LOCK],
    ]);
    expect(operations[1]?.[3]).toBe(LOCK_MS);
    const other = memory();
    await advanceUntilSettled(ask(other.withAdd, [issued('fresh')]).token());
    expect(other.operations[1]?.[2]).not.toBe(operations[1]?.[2]);
  });

  test('saves the token request if the previous holder has just stored its token', async () => {
    useFakeTime();
    const { withAdd, values } = memory();
    const add = (key: string, value: string, ttlMs: number) => {
      values.set(KEY, entry('just-stored'));
      return withAdd.add(key, value, ttlMs);
    };
    expect(await advanceUntilSettled(ask({ ...withAdd, add }, []).token())).toBe('just-stored');
    expect([...values.keys()]).toEqual([KEY]);
  });

  test('makes the other processes poll for the token of its holder', async () => {
    useFakeTime();
    const { withAdd, values } = memory({ [LOCK]: 'of-the-other' });
    const { token } = ask(withAdd, []);
    setTimeout(() => values.set(KEY, entry('from-the-holder')), 400);
    expect(await advanceUntilSettled(token())).toBe('from-the-holder');
    expect(values.get(LOCK)).toBe('of-the-other');
  });

  test('makes the other processes poll every 50 to 100 ms', async () => {
    useFakeTime(0.5);
    const { store, values } = memory();
    const polls: number[] = [];
    const get = (key: string) => {
      polls.push(Date.now() - NOW);
      if (polls.length === 3) values.set(KEY, entry('found'));
      return store.get(key);
    };
    await advanceUntilSettled(ask({ ...store, get, add: () => false }, []).token());
    expect(polls).toEqual([0, 75, 150]);
  });

  test('leaves no listener behind after a poll', async () => {
    useFakeTime();
    const { store } = memory();
    let listeners: number | undefined;
    const { token } = ask({ ...store, add: () => false }, [
      ({ signal }) => {
        listeners = getEventListeners(signal, 'abort').length;
        return issued('fresh');
      },
    ]);
    await advanceUntilSettled(token());
    expect(listeners).toBeLessThanOrEqual(1);
  });

  test('delays the others by 15 s if its holder has crashed', async () => {
    useFakeTime(0.999);
    const { withAdd, values } = memory({ [LOCK]: 'crashed' });
    setTimeout(() => values.delete(LOCK), LOCK_MS - 1);
    expect(await advanceUntilSettled(ask(withAdd, [issued('fresh')], { timeout: 120_000 }).token())).toBe('fresh');
    expect(Date.now() - NOW).toBeGreaterThanOrEqual(LOCK_MS - 1);
    expect(Date.now() - NOW).toBeLessThanOrEqual(LOCK_MS + 100);
    expect(values.has(SECOND_LOCK)).toBe(false);
  });

  test.each([
    [60_000, 15_000],
    [120_000, 15_000],
    [3_000, 750],
  ])('lets one process request a token under a second lock: timeout %i ms, after %i ms', async (timeout, patience) => {
    useFakeTime(0.999);
    const { withAdd, values, operations } = memory({ [LOCK]: 'crashed' });
    const sources = [
      ask(withAdd, [issued('fresh')], { timeout }),
      ...Array.from({ length: 9 }, () => ask(withAdd, [], { timeout })),
    ];
    const tokens = await advanceUntilSettled(Promise.all(sources.map(({ token }) => token())));
    expect(tokens).toEqual(sources.map(() => 'fresh'));
    expect(Date.now() - NOW).toBeGreaterThanOrEqual(patience);
    expect(Date.now() - NOW).toBeLessThanOrEqual(patience + 250);
    expect(operations).toContainEqual(['delete', SECOND_LOCK]);
    expect(values.get(LOCK)).toBe('crashed');
  });

  test('delays a call by at most three quarters of its timeout if both holders have crashed', async () => {
    useFakeTime(0.999);
    const { withAdd } = memory({ [LOCK]: 'crashed', [SECOND_LOCK]: 'crashed' });
    expect(await advanceUntilSettled(ask(withAdd, [issued('fresh')], { timeout: 4_000 }).token())).toBe('fresh');
    expect(Date.now() - NOW).toBeGreaterThanOrEqual(3_000);
    expect(Date.now() - NOW).toBeLessThanOrEqual(3_250);
  });

  test('lets its holder use the token of another process if its own token request hangs', async () => {
    useFakeTime();
    const { withAdd, values } = memory();
    let signal: AbortSignal | undefined;
    const { token } = ask(withAdd, [
      (sent) => {
        signal = sent.signal;
        setTimeout(() => values.set(KEY, entry('of-the-other')), 17_000);
        return neverResponds(sent);
      },
    ]);
    expect(await advanceUntilSettled(token())).toBe('of-the-other');
    expect(Date.now() - NOW).toBeLessThanOrEqual(17_100);
    expect(signal?.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('leaves its holder with its own token request if the store fails while that is slow', async () => {
    useFakeTime();
    const { withAdd } = memory();
    let reads = 0;
    const get = (key: string): unknown => {
      reads += 1;
      return reads <= 2 ? withAdd.get(key) : throws();
    };
    const { token } = ask({ ...withAdd, get }, [inTime(issued('fresh'), 16_000)]);
    expect(await advanceUntilSettled(token())).toBe('fresh');
    expect(reads).toBeGreaterThan(3);
  });

  test('does not end the polling of the other processes if the store fails once', async () => {
    useFakeTime();
    const { withAdd, values } = memory({ [LOCK]: 'of-the-other' });
    let reads = 0;
    const get = (key: string): unknown => {
      reads += 1;
      return reads === 2 ? throws() : withAdd.get(key);
    };
    setTimeout(() => values.set(KEY, entry('from-the-holder')), 400);
    expect(await advanceUntilSettled(ask({ ...withAdd, get }, []).token())).toBe('from-the-holder');
  });

  test('is waited for from the start of the call, however long the process has been running', async () => {
    useFakeTime(0.999);
    await pass(1_000_000);
    const start = Date.now();
    const { withAdd } = memory({ [LOCK]: 'crashed' });
    expect(await advanceUntilSettled(ask(withAdd, [issued('fresh')], { timeout: 4_000 }).token())).toBe('fresh');
    expect(Date.now() - start).toBeGreaterThanOrEqual(1_000);
    expect(Date.now() - start).toBeLessThanOrEqual(1_250);
  });

  test('is recovered if the answer of add is lost', async () => {
    useFakeTime();
    const { withAdd, operations } = memory();
    const add = (key: string, value: string, ttlMs: number) => {
      withAdd.add(key, value, ttlMs);
      return throws();
    };
    expect(await advanceUntilSettled(ask({ ...withAdd, add }, [issued('fresh')]).token())).toBe('fresh');
    expect(Date.now()).toBe(NOW);
    expect(operations.at(-1)).toEqual(['delete', LOCK]);
  });

  test('is recovered if add returns undefined although it succeeds', async () => {
    useFakeTime();
    const { withAdd } = memory();
    const add = (key: string, value: string, ttlMs: number) => void withAdd.add(key, value, ttlMs);
    expect(await advanceUntilSettled(ask({ ...withAdd, add }, [issued('fresh')]).token())).toBe('fresh');
    expect(Date.now()).toBe(NOW);
  });

  test('is recovered if add succeeds after it has timed out', async () => {
    useFakeTime(0);
    const { withAdd, values } = memory();
    let isFirst = true;
    const add = (key: string, value: string, ttlMs: number) => {
      if (!isFirst) return withAdd.add(key, value, ttlMs);
      isFirst = false;
      setTimeout(() => values.set(key, value), 1_020);
      return hangs();
    };
    expect(await advanceUntilSettled(ask({ ...withAdd, add }, [issued('fresh')]).token())).toBe('fresh');
    expect(Date.now() - NOW).toBeLessThanOrEqual(1_050);
  });

  test('of another process is respected if add throws', async () => {
    useFakeTime();
    const { withAdd, values, operations } = memory({ [LOCK]: 'of-the-other' });
    setTimeout(() => values.set(KEY, entry('from-the-holder')), 400);
    expect(await advanceUntilSettled(ask({ ...withAdd, add: throws }, []).token())).toBe('from-the-holder');
    expect(operations.map(([operation]) => operation)).not.toContain('delete');
  });

  test('is not required if neither add nor get answers', async () => {
    useFakeTime();
    const { withAdd } = memory();
    const get = (key: string): unknown => (key === KEY ? withAdd.get(key) : throws());
    expect(await advanceUntilSettled(ask({ ...withAdd, get, add: throws }, [issued('fresh')]).token())).toBe('fresh');
    expect(Date.now()).toBe(NOW);
  });

  test.each([
    [7_499, true],
    [7_500, false],
  ])('is released after a token request of %i ms: %s', async (ms, isReleased) => {
    useFakeTime();
    const { withAdd, operations } = memory();
    expect(await advanceUntilSettled(ask(withAdd, [inTime(issued('fresh'), ms)]).token())).toBe('fresh');
    expect(operations.some(([operation]) => operation === 'delete')).toBe(isReleased);
  });

  test('of another process is respected if add returns undefined and reading the lock fails', async () => {
    useFakeTime();
    const { withAdd, values } = memory({ [LOCK]: 'of-the-other' });
    let lockReads = 0;
    const get = (key: string): unknown => {
      if (key === LOCK) lockReads += 1;
      return lockReads === 1 && key === LOCK ? throws() : withAdd.get(key);
    };
    setTimeout(() => values.set(KEY, entry('from-the-holder')), 400);
    expect(await advanceUntilSettled(ask({ ...withAdd, get, add: () => undefined }, []).token())).toBe(
      'from-the-holder',
    );
  });

  test('is released if the store fails after it was taken', async () => {
    useFakeTime();
    const { withAdd, values } = memory();
    let reads = 0;
    const get = (key: string): unknown => {
      reads += 1;
      return reads === 1 ? withAdd.get(key) : throws();
    };
    expect(await advanceUntilSettled(ask({ ...withAdd, get }, [issued('fresh')]).token())).toBe('fresh');
    expect([...values.keys()]).toEqual([KEY]);
  });

  test('is released without waiting for the store', async () => {
    useFakeTime();
    const { withAdd } = memory();
    expect(await advanceUntilSettled(ask({ ...withAdd, delete: hangs }, [issued('fresh')]).token())).toBe('fresh');
    expect(Date.now()).toBe(NOW);
  });

  test('is released if the call is aborted during the token request', async () => {
    useFakeTime();
    const { withAdd, values } = memory();
    const controller = new AbortController();
    const aborted = rejectionOf(ask(withAdd, [neverResponds], { signal: controller.signal }).token());
    await runPendingTasks();
    expect([...values.keys()]).toEqual([LOCK]);
    controller.abort();
    expect(await aborted).toMatchObject({ name: 'AbortError' });
    await runPendingTasks();
    expect([...values.keys()]).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  /** Aborts a call before `add` answers, and returns the keys that the store then has. */
  async function keysAfterAbort(entries: Record<string, unknown>, answerOfAdd?: () => never): Promise<string[]> {
    useFakeTime();
    const { withAdd, values } = memory(entries);
    const controller = new AbortController();
    const answered = deferred<void>();
    const add = async (key: string, value: string, ttlMs: number) => {
      await answered.promise;
      return answerOfAdd === undefined ? withAdd.add(key, value, ttlMs) : answerOfAdd();
    };
    const aborted = rejectionOf(ask({ ...withAdd, add }, [], { signal: controller.signal }).token());
    await runPendingTasks();
    controller.abort();
    expect(await aborted).toMatchObject({ name: 'AbortError' });
    expect(vi.getTimerCount()).toBe(0);
    answered.resolve();
    await runPendingTasks();
    return [...values.keys()];
  }

  test('is released if the call is aborted before add succeeds', async () => {
    expect(await keysAfterAbort({})).toEqual([]);
  });

  test.each([
    ['answers', undefined],
    ['throws', throws],
  ])('of another process is not released if the call is aborted before add %s', async (_what, answerOfAdd) => {
    expect(await keysAfterAbort({ [LOCK]: 'of-the-other' }, answerOfAdd)).toEqual([LOCK]);
  });

  test('is not polled any more after the call is aborted', async () => {
    useFakeTime();
    const { withAdd } = memory({ [LOCK]: 'of-the-other' });
    const controller = new AbortController();
    const { token } = ask(withAdd, [], { signal: controller.signal });
    setTimeout(() => controller.abort(), 120);
    expect(await rejectionOf(advanceUntilSettled(token()))).toMatchObject({ name: 'AbortError' });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is not taken if the call is aborted while the store is read', async () => {
    useFakeTime();
    const { withAdd, operations } = memory();
    const controller = new AbortController();
    const read = deferred<unknown>();
    const { token } = ask({ ...withAdd, get: () => read.promise }, [], { signal: controller.signal });
    const aborted = rejectionOf(token());
    controller.abort();
    read.resolve(undefined);
    expect(await aborted).toMatchObject({ name: 'AbortError' });
    await runPendingTasks();
    expect(operations).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is taken by one of many processes; the token request of the others is not sent', async () => {
    useFakeTime(0.5);
    const { withAdd, values } = memory({ [LOCK]: 'crashed' });
    setTimeout(() => values.delete(LOCK), 5_000);
    const sources = [ask(withAdd, [issued('fresh')]), ...Array.from({ length: 49 }, () => ask(withAdd, []))];
    const tokens = await advanceUntilSettled(Promise.all(sources.map(({ token }) => token())));
    expect(tokens).toEqual(sources.map(() => 'fresh'));
    await pass(LOCK_MS);
    expect(vi.getTimerCount()).toBe(0);
  });
});
