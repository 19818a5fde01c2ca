import { beforeEach, describe, expect, test, vi } from 'vitest';
import { clientCredentials, sharedTokenCache, type TokenRequest, type TokenStore } from '../../../src/index.ts';
import { rejectionOf, thrownBy } from '../../support/expected-errors.ts';
import { advanceTime, advanceUntilSettled, NOW, runPendingTasks, useFakeTime } from '../../support/fake-time.ts';
import {
  createResponse,
  deferred,
  neverResponds,
  respondAfter,
  type ScriptedResponse,
  scriptedFetch,
} from '../../support/scripted-fetch.ts';

beforeEach(() => useFakeTime());

const KEY =
  'tenant-management-client:https%3A%2F%2Facme.example.com%2Foauth%2Ftoken%2F:https%3A%2F%2Facme.example.com%2Fapi%2Fv2%2F:fleet';
const LOCK = `${KEY}:lock`;
const SECOND_LOCK = `${KEY}:lock2`;
const LOCK_MS = 15_000;

const issued = (access_token: string, expires_in = 3600) => createResponse(200, { access_token, expires_in });
const entry = (token: string, freshUntil = NOW + 60_000, key = KEY) => JSON.stringify({ key, token, freshUntil });

/** Creates a store in memory that records its operations. `withAdd` is the same store with the method `add`. */
function createMemoryStore(entries: Record<string, unknown> = {}) {
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

/** Creates a token source with a shared token cache and scripted responses, as in a process that has just started. */
function createSource(store: TokenStore, responses: readonly ScriptedResponse[], request: Partial<TokenRequest> = {}) {
  const { fetch, sent } = scriptedFetch(responses);
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

/** Obtains a token from a new source. */
const obtain = (...source: Parameters<typeof createSource>) => advanceUntilSettled(createSource(...source).token());

const throws = (): never => {
  throw new Error('the store is down');
};
const hangs = () => new Promise(() => undefined);
/** A store whose nth read throws an error if `fails` returns true. */
function withFailingReads<Store extends TokenStore>(store: Store, fails: (nth: number) => boolean): Store {
  let reads = 0;
  const get = (key: string): unknown => {
    reads += 1;
    return fails(reads) ? throws() : store.get(key);
  };
  return { ...store, get };
}

describe('sharedTokenCache', () => {
  test('stores a requested token until shortly before it expires, under a key without a secret', async () => {
    const { store, operations } = createMemoryStore();
    expect(await obtain(store, [issued('fresh')])).toBe('fresh');
    expect(operations).toEqual([
      ['get', KEY],
      ['set', KEY, entry('fresh', NOW + 3_570_000), 3_570_000],
    ]);
  });

  test('passes the store a TTL in whole milliseconds', async () => {
    const { store, operations } = createMemoryStore();
    await obtain(store, [issued('fresh', 0.0077)]);
    expect(operations[1]?.[3]).toBe(7);
  });

  test.each([90, 91, 100])(
    'does not store a token that is usable for 90 ms if the token request takes %i ms',
    async (ms) => {
      const { store, operations } = createMemoryStore();
      expect(await obtain(store, [respondAfter(ms, issued('expired', 0.1))])).toBe('expired');
      expect(operations).toEqual([['get', KEY]]);
    },
  );

  test.each([
    ['has expired', entry('old', NOW)],
    ['is not JSON', 'invalid'],
    ['is not a string', { token: 'object' }],
    ['is null', null],
    ['has no freshUntil', JSON.stringify({ key: KEY, token: 'endless' })],
    ['has no token', JSON.stringify({ key: KEY, freshUntil: NOW + 60_000 })],
    ['has a malformed token', entry('two words')],
    ['has a string as freshUntil', JSON.stringify({ key: KEY, token: 'text', freshUntil: '9999999999999' })],
    ['names another key, as in a store whose keys ignore case', entry('other', NOW + 60_000, KEY.toUpperCase())],
  ])('requests a token if the stored value %s', async (_case, value) => {
    const { store } = createMemoryStore({ [KEY]: value });
    expect(await obtain(store, [issued('fresh')])).toBe('fresh');
  });

  test.each([
    ['throws', throws],
    ['rejects', async () => throws()],
    ['hangs', hangs],
  ])(
    'sends one token request and returns its token within 1 s if every operation of the store %s',
    async (_case, broken) => {
      const { token, sent } = createSource({ get: broken, set: broken, delete: broken, add: broken }, [
        issued('fresh'),
      ]);
      expect(await advanceUntilSettled(token())).toBe('fresh');
      expect(sent).toHaveLength(1);
      expect(Date.now() - NOW).toBeLessThanOrEqual(1_000);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  const METHODS = ['get', 'set', 'delete', 'add'];
  const faults = { throws, hangs, 'returns undefined': () => undefined, 'returns an object': () => ({}) };
  test.each(METHODS.flatMap((method) => Object.entries(faults).map((fault) => [method, ...fault] as const)))(
    'delays a token request by at most a twentieth of the timeout if the method %s of the store %s',
    async (method, fault, operation) => {
      const { withAdd } = createMemoryStore();
      const { token } = createSource({ ...withAdd, [method]: operation }, [issued('fresh')], { timeout: 1_000 });
      expect(await advanceUntilSettled(token())).toBe('fresh');
      expect(Date.now() - NOW).toBe(fault === 'hangs' && method !== 'delete' ? 50 : 0);
    },
  );

  test.each([1, -5])('sets no negative timer if a call has %i ms left and the process stalls', async (timeout) => {
    let readings = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (readings += 5));
    const call = obtain(createMemoryStore().withAdd, [], { timeout });
    expect(await rejectionOf(call)).toMatchObject({ name: 'AbortError' });
  });

  test('returns the stored token if the method get of the store parses JSON', async () => {
    const { withAdd, values } = createMemoryStore();
    const get = (key: string): unknown => values.has(key) && JSON.parse(String(values.get(key)));
    expect(await obtain({ ...withAdd, get }, [issued('fresh')])).toBe('fresh');
    expect(await obtain({ ...withAdd, get }, [])).toBe('fresh');
  });

  test('stores nothing and releases the lock if the token request fails', async () => {
    const { withAdd, values } = createMemoryStore();
    const { token } = createSource(withAdd, [createResponse(401, { error: 'invalid_client' }), issued('fresh')]);
    expect(await rejectionOf(advanceUntilSettled(token()))).toMatchObject({ error: 'invalid_client' });
    expect([...values.keys()]).toEqual([]);
    expect(await advanceUntilSettled(token())).toBe('fresh');
  });

  const nothing = () => undefined;
  const invalidStores: [string, unknown, string][] = [
    ['undefined', undefined, 'get'],
    ['null', null, 'get'],
    ['a store without set', { get: nothing, delete: nothing }, 'set'],
    ['a store without delete', { get: nothing, set: nothing }, 'delete'],
  ];
  test.each(invalidStores)(
    'throws a TypeError that names the missing method if its argument is %s',
    (_case, store, missing) => {
      // Only plain JavaScript can pass these values.
      const error = thrownBy(() => sharedTokenCache(store as TokenStore));
      expect(error).toBeInstanceOf(TypeError);
      expect(error.message).toBe(
        `store must be an object with get, set and delete, such as new Keyv(); the store has no ${missing}`,
      );
    },
  );
});

test('sharedTokenCache throws a TypeError if the property add of the store is not a function', () => {
  const nothing = () => undefined;
  // Only plain JavaScript can pass this store.
  const store = { get: nothing, set: nothing, delete: nothing, add: true } as unknown as TokenStore;
  expect(thrownBy(() => sharedTokenCache(store)).message).toBe(
    'store.add must be a function that stores a value only if the key is absent; if the store cannot do this, leave out add',
  );
});

describe('the lock of sharedTokenCache', () => {
  test('makes its holder read the store again before the token request, and is released afterwards', async () => {
    const { withAdd, operations } = createMemoryStore();
    await obtain(withAdd, [issued('fresh')]);
    expect(operations.map(([operation, key]) => [operation, key])).toEqual([
      ['get', KEY],
      ['add', LOCK],
      ['get', KEY],
      ['set', KEY],
      ['delete', LOCK],
    ]);
  });

  test('has a random value and a TTL of 15 s', async () => {
    const stores = [createMemoryStore(), createMemoryStore()];
    for (const { withAdd } of stores) await obtain(withAdd, [issued('fresh')]);
    const [first, second] = stores.map(({ operations }) => operations[1]);
    expect(first).toEqual(['add', LOCK, expect.any(String), LOCK_MS]);
    expect(second).toEqual(['add', LOCK, expect.any(String), LOCK_MS]);
    expect(second?.[2]).not.toBe(first?.[2]);
  });

  test('is released without a token request if the previous holder has just stored its token', async () => {
    const { withAdd, values } = createMemoryStore();
    const add = (key: string, value: string, ttlMs: number) => {
      values.set(KEY, entry('just-stored'));
      return withAdd.add(key, value, ttlMs);
    };
    expect(await obtain({ ...withAdd, add }, [])).toBe('just-stored');
    expect([...values.keys()]).toEqual([KEY]);
  });

  test('makes the other processes poll every 50 to 100 ms', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const { store, values } = createMemoryStore();
    const polls: number[] = [];
    const get = (key: string) => {
      polls.push(Date.now() - NOW);
      if (polls.length === 3) values.set(KEY, entry('found'));
      return store.get(key);
    };
    await obtain({ ...store, get, add: () => false }, []);
    expect(polls).toEqual([0, 75, 150]);
  });

  test.each([
    [60_000, 5_000, 0],
    [120_000, 5_000, 0],
    [3_000, 750, 1_000_000],
  ])(
    'is followed by a second lock if its holder has crashed: with a timeout of %i ms, after %i ms, in a process that has been running for %i ms',
    async (timeout, patience, uptime) => {
      await advanceTime(uptime);
      const start = Date.now();
      vi.spyOn(Math, 'random').mockReturnValue(0.999);
      const { withAdd, values, operations } = createMemoryStore({ [LOCK]: 'crashed' });
      const sources = [
        createSource(withAdd, [issued('fresh')], { timeout }),
        ...Array.from({ length: 9 }, () => createSource(withAdd, [], { timeout })),
      ];
      const tokens = await advanceUntilSettled(Promise.all(sources.map(({ token }) => token())));
      expect(tokens).toEqual(sources.map(() => 'fresh'));
      expect(Date.now() - start).toBeGreaterThanOrEqual(patience);
      expect(Date.now() - start).toBeLessThanOrEqual(patience + 250);
      expect(operations).toContainEqual(['delete', SECOND_LOCK]);
      expect(values.get(LOCK)).toBe('crashed');
    },
  );

  test('delays a call by three quarters of its timeout if the holders of both locks have crashed', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    const { withAdd } = createMemoryStore({ [LOCK]: 'crashed', [SECOND_LOCK]: 'crashed' });
    expect(await obtain(withAdd, [issued('fresh')], { timeout: 4_000 })).toBe('fresh');
    expect(Date.now() - NOW).toBeGreaterThanOrEqual(3_000);
    expect(Date.now() - NOW).toBeLessThanOrEqual(3_250);
  });

  test('allows its holder to use the token of another process if the token request of the holder hangs', async () => {
    const { withAdd, values } = createMemoryStore();
    let signal: AbortSignal | undefined;
    const { token } = createSource(withAdd, [
      (sent) => {
        signal = sent.signal;
        setTimeout(() => values.set(KEY, entry('of-another-process')), 17_000);
        return neverResponds(sent);
      },
    ]);
    expect(await advanceUntilSettled(token())).toBe('of-another-process');
    expect(Date.now() - NOW).toBeLessThanOrEqual(17_100);
    expect(signal?.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('allows its holder to wait for a slow token request while the store fails', async () => {
    const { withAdd } = createMemoryStore();
    let reads = 0;
    const store = withFailingReads(withAdd, (nth) => {
      reads = nth;
      return nth > 2;
    });
    expect(await obtain(store, [respondAfter(16_000, issued('fresh'))])).toBe('fresh');
    expect(reads).toBeGreaterThan(3);
  });

  test('makes the other processes continue to poll if the store fails once', async () => {
    const { withAdd, values } = createMemoryStore({ [LOCK]: 'of-another-process' });
    const store = withFailingReads(withAdd, (nth) => nth === 2);
    setTimeout(() => values.set(KEY, entry('from-the-holder')), 400);
    expect(await obtain(store, [])).toBe('from-the-holder');
  });

  test.each([
    ['throws', throws],
    ['returns undefined', () => undefined],
  ])('counts as taken if add stores the lock and then %s', async (_case, end) => {
    const { withAdd, operations } = createMemoryStore();
    const add = (key: string, value: string, ttlMs: number) => {
      withAdd.add(key, value, ttlMs);
      return end();
    };
    expect(await obtain({ ...withAdd, add }, [issued('fresh')])).toBe('fresh');
    expect(Date.now()).toBe(NOW);
    expect(operations.at(-1)).toEqual(['delete', LOCK]);
  });

  test('is neither taken nor released if another process holds it and add throws', async () => {
    const { withAdd, values, operations } = createMemoryStore({ [LOCK]: 'of-another-process' });
    setTimeout(() => values.set(KEY, entry('from-the-holder')), 400);
    expect(await obtain({ ...withAdd, add: throws }, [])).toBe('from-the-holder');
    expect(operations.map(([operation]) => operation)).not.toContain('delete');
  });

  test('is not needed for a token request if add throws and the lock cannot be read', async () => {
    const { withAdd } = createMemoryStore();
    const get = (key: string): unknown => (key === KEY ? withAdd.get(key) : throws());
    expect(await obtain({ ...withAdd, get, add: throws }, [issued('fresh')])).toBe('fresh');
    expect(Date.now()).toBe(NOW);
  });

  test.each([
    ['is released', 7_499, true],
    ['expires and is not released', 7_500, false],
  ])(
    '%s after a token request of %i ms: the holder releases the lock only during the first half of its TTL',
    async (_case, ms, isReleased) => {
      const { withAdd, operations } = createMemoryStore();
      expect(await obtain(withAdd, [respondAfter(ms, issued('fresh'))])).toBe('fresh');
      expect(operations.some(([operation]) => operation === 'delete')).toBe(isReleased);
    },
  );

  test('is not taken from another process if add returns undefined and the lock cannot be read', async () => {
    const { withAdd, values } = createMemoryStore({ [LOCK]: 'of-another-process' });
    let lockReads = 0;
    const get = (key: string): unknown => {
      if (key === LOCK) lockReads += 1;
      return lockReads === 1 && key === LOCK ? throws() : withAdd.get(key);
    };
    setTimeout(() => values.set(KEY, entry('from-the-holder')), 400);
    expect(await obtain({ ...withAdd, get, add: () => undefined }, [])).toBe('from-the-holder');
  });

  test('is released if the store fails after the lock was taken', async () => {
    const { withAdd, values } = createMemoryStore();
    const store = withFailingReads(withAdd, (nth) => nth > 1);
    expect(await obtain(store, [issued('fresh')])).toBe('fresh');
    expect([...values.keys()]).toEqual([KEY]);
  });

  test('is released if the call is aborted during the token request', async () => {
    const { withAdd, values } = createMemoryStore();
    const controller = new AbortController();
    const aborted = rejectionOf(createSource(withAdd, [neverResponds], { signal: controller.signal }).token());
    await runPendingTasks();
    expect([...values.keys()]).toEqual([LOCK]);
    controller.abort();
    expect(await aborted).toMatchObject({ name: 'AbortError' });
    await runPendingTasks();
    expect([...values.keys()]).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  /** Aborts a call before `add` settles, and returns the keys that the store has after `add` has settled. */
  async function keysAfterAbort(entries: Record<string, unknown>, failingAdd?: () => never): Promise<string[]> {
    const { withAdd, values } = createMemoryStore(entries);
    const controller = new AbortController();
    const settled = deferred<void>();
    const add = async (key: string, value: string, ttlMs: number) => {
      await settled.promise;
      return failingAdd === undefined ? withAdd.add(key, value, ttlMs) : failingAdd();
    };
    const aborted = rejectionOf(createSource({ ...withAdd, add }, [], { signal: controller.signal }).token());
    await runPendingTasks();
    controller.abort();
    expect(await aborted).toMatchObject({ name: 'AbortError' });
    expect(vi.getTimerCount()).toBe(0);
    settled.resolve();
    await runPendingTasks();
    return [...values.keys()];
  }

  test('is released if add stores it after the call was aborted', async () => {
    expect(await keysAfterAbort({})).toEqual([]);
  });

  test('is released if add stores it after its time limit', async () => {
    const { withAdd, values } = createMemoryStore();
    const settled = deferred<void>();
    const add = (...lock: [string, string, number]) => settled.promise.then(() => withAdd.add(...lock));
    expect(await obtain({ ...withAdd, add }, [issued('fresh')])).toBe('fresh');
    settled.resolve();
    await runPendingTasks();
    expect([...values.keys()]).toEqual([KEY]);
  });

  test.each([
    ['returns', undefined],
    ['throws', throws],
  ])('is not released if another process holds it and the call is aborted before add %s', async (_case, failingAdd) => {
    expect(await keysAfterAbort({ [LOCK]: 'of-another-process' }, failingAdd)).toEqual([LOCK]);
  });
});
