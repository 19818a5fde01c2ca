import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { clientCredentials, type TokenCache, type TokenRequest } from '../../src/index.js';
import { elapse, NOW, stopTime, turn } from './fake-time.js';
import { type Answer, answer, later, scriptedFetch, silence } from './scripted-fetch.js';
import { rejection, thrownBy } from './tenant.js';

const KEY =
  'tenant-management-client:https%3A%2F%2Facme.example.com%2Foauth%2Ftoken%2F%20https%3A%2F%2Facme.example.com%2Fapi%2Fv2%2F:fleet';
const TURN = `${KEY}:turn`;

const issued = (access_token: string) => answer(200, { access_token, expires_in: 3600, token_type: 'Bearer' });
const entry = (token: string, freshUntil = NOW + 60_000) => JSON.stringify({ token, freshUntil });

/** A store in memory that records what it was asked, with or without `add`. */
function memory(entries: Record<string, unknown> = {}) {
  const values = new Map(Object.entries(entries));
  const asked: unknown[][] = [];
  const store = {
    get: (key: string): unknown => {
      asked.push(['get', key]);
      return values.get(key);
    },
    set: (key: string, value: string, ttlMs: number): unknown => {
      asked.push(['set', key, value, ttlMs]);
      return values.set(key, value);
    },
    delete: (key: string): unknown => {
      asked.push(['delete', key]);
      return values.delete(key);
    },
  };
  const add = (key: string, value: string, ttlMs: number): unknown => {
    asked.push(['add', key, value, ttlMs]);
    if (values.has(key)) return null;
    values.set(key, value);
    return 'OK';
  };
  return { values, asked, store, withAdd: { ...store, add } };
}

/** Asks a source of its own, as a process does that has just started. */
function ask(tokenCache: TokenCache, answers: readonly Answer[], request: Partial<TokenRequest> = {}) {
  const { fetch, sent } = scriptedFetch(answers);
  const source = clientCredentials({ clientId: 'fleet', clientSecret: 's3cret', tokenCache });
  const { signal } = new AbortController();
  const token = (more: Partial<TokenRequest> = {}) =>
    source({ origin: 'https://acme.example.com', fetch, signal, ...request, ...more });
  return { token, sent };
}

const refuses = (): never => {
  throw new Error('the store is down');
};

describe('a token cache', () => {
  test('gives its token, and none is requested', async () => {
    stopTime();
    const { store } = memory({ [KEY]: entry('stored') });
    const { token, sent } = ask(store, []);
    expect(await elapse(token())).toBe('stored');
    expect(sent).toEqual([]);
  });

  test('keeps a requested token under a key without a secret, until shortly before it expires', async () => {
    stopTime();
    const { store, asked } = memory();
    const { token } = ask(store, [issued('fresh')]);
    expect(await elapse(token())).toBe('fresh');
    expect(asked).toEqual([
      ['get', KEY],
      ['set', KEY, entry('fresh', NOW + 3_570_000), 3_570_000],
    ]);
  });

  test('is asked once: the source keeps the token too', async () => {
    stopTime();
    const { store, asked } = memory({ [KEY]: entry('stored') });
    const { token } = ask(store, []);
    await elapse(token());
    await elapse(token());
    expect(asked).toEqual([['get', KEY]]);
  });

  test('is told whole milliseconds', async () => {
    stopTime();
    const { store, asked } = memory();
    const short = answer(200, { access_token: 'fresh', expires_in: 0.0077, token_type: 'Bearer' });
    await elapse(ask(store, [short]).token());
    expect(asked[1]?.[3]).toBe(7);
  });

  test.each([
    ['is expired by its own timestamp', entry('old', NOW)],
    ['is not JSON', 'rubbish'],
    ['is not a string', { token: 'object' }],
    ['is null', null],
    ['has no timestamp', JSON.stringify({ token: 'endless' })],
    ['has no token', JSON.stringify({ freshUntil: NOW + 60_000 })],
    ['has a malformed token', entry('two words')],
    ['has a text for a timestamp', JSON.stringify({ token: 'text', freshUntil: '9999999999999' })],
    ['is JSON of something else', '42'],
  ])('counts as empty where its value %s', async (_what, value) => {
    stopTime();
    const { store } = memory({ [KEY]: value });
    expect(await elapse(ask(store, [issued('fresh')]).token())).toBe('fresh');
  });

  test('counts as empty where it has the refused token, and gets the new one', async () => {
    stopTime();
    const { store, values } = memory({ [KEY]: entry('refused') });
    const { token } = ask(store, [issued('fresh')], { rejected: 'refused' });
    expect(await elapse(token())).toBe('fresh');
    expect(values.get(KEY)).toBe(entry('fresh', NOW + 3_570_000));
  });

  test('gives the token that another process has got after a 401', async () => {
    stopTime();
    const { store } = memory({ [KEY]: entry('newer') });
    expect(await elapse(ask(store, [], { rejected: 'refused' }).token())).toBe('newer');
  });

  test.each([
    ['throws', refuses],
    ['rejects', async () => refuses()],
    ['hangs', () => new Promise(() => undefined)],
  ])('costs one token request and no failure where everything in it %s', async (_what, broken) => {
    stopTime();
    const cache = { get: broken, set: broken, delete: broken, add: broken };
    const { token, sent } = ask(cache, [issued('fresh')]);
    expect(await elapse(token())).toBe('fresh');
    expect(sent).toHaveLength(1);
    // A call with a short timeout must still get through.
    expect(Date.now() - NOW).toBeLessThanOrEqual(1_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ['throws', refuses],
    ['rejects', async () => refuses()],
  ])('delays nothing where everything in it %s', async (_what, broken) => {
    stopTime();
    await elapse(ask({ get: broken, set: broken, delete: broken, add: broken }, [issued('fresh')]).token());
    expect(Date.now()).toBe(NOW);
  });

  test.each(['get', 'set'])('leaves a call of one second its time where %s hangs', async (operation) => {
    stopTime();
    const { withAdd } = memory();
    const cache = { ...withAdd, [operation]: () => new Promise(() => undefined) };
    const { token } = ask(cache, [issued('fresh')], { deadline: NOW + 1_000 });
    expect(await elapse(token())).toBe('fresh');
    expect(Date.now() - NOW).toBe(50);
  });

  test('does not keep a failure, and gives the turn back', async () => {
    stopTime();
    const { withAdd, values } = memory();
    const { token } = ask(withAdd, [answer(401, { error: 'invalid_client' }), issued('fresh')]);
    expect(await rejection(elapse(token()))).toMatchObject({ error: 'invalid_client' });
    expect([...values.keys()]).toEqual([]);
    expect(await elapse(token())).toBe('fresh');
  });
});

describe('add', () => {
  test('takes the turn, looks once more, and gives the turn back', async () => {
    stopTime();
    const { withAdd, asked } = memory();
    await elapse(ask(withAdd, [issued('fresh')]).token());
    expect(asked.map(([operation, key]) => [operation, key])).toEqual([
      ['get', KEY],
      ['add', TURN],
      ['get', KEY],
      ['set', KEY],
      ['delete', TURN],
    ]);
    expect(asked[1]).toEqual(['add', TURN, '1', 5_000]);
  });

  test('spares the request where the process before stored its token meanwhile', async () => {
    stopTime();
    const { withAdd, values } = memory();
    const add = (key: string, value: string, ttlMs: number) => {
      values.set(KEY, entry('just-stored'));
      return withAdd.add(key, value, ttlMs);
    };
    expect(await elapse(ask({ ...withAdd, add }, []).token())).toBe('just-stored');
    expect([...values.keys()]).toEqual([KEY]);
  });

  test('lets the others wait for the token of the one that has the turn', async () => {
    stopTime();
    const { withAdd, values } = memory({ [TURN]: '1' });
    const { token } = ask(withAdd, []);
    setTimeout(() => values.set(KEY, entry('of-the-other')), 400);
    expect(await elapse(token())).toBe('of-the-other');
    expect(values.has(TURN)).toBe(true);
  });

  test('has the others look again after 50 to 100 ms, each at its own pace', async () => {
    stopTime(0.5);
    const { store, values } = memory();
    const looks: number[] = [];
    const get = (key: string) => {
      looks.push(Date.now() - NOW);
      if (looks.length === 3) values.set(KEY, entry('found'));
      return store.get(key);
    };
    await elapse(ask({ ...store, get, add: () => false }, []).token());
    expect(looks).toEqual([0, 75, 150]);
  });

  test('does not pile up listeners, however often it looks', async () => {
    stopTime();
    const { store } = memory();
    let listeners: number | undefined;
    const { token } = ask({ ...store, add: () => false }, [
      ({ signal }) => {
        listeners = getEventListeners(signal, 'abort').length;
        return issued('fresh');
      },
    ]);
    await elapse(token());
    expect(listeners).toBe(1);
  });

  test('delays the others by five seconds at the most where the one that has the turn dies', async () => {
    stopTime(0.999);
    const { withAdd, values } = memory({ [TURN]: '1' });
    setTimeout(() => values.delete(TURN), 5_000);
    const { token } = ask(withAdd, [issued('fresh')]);
    expect(await elapse(token())).toBe('fresh');
    expect(Date.now() - NOW).toBeGreaterThanOrEqual(5_000);
    expect(Date.now() - NOW).toBeLessThanOrEqual(5_100);
  });

  test('sends the others one after the other, not all at once, where the one that has the turn dies', async () => {
    stopTime(0.5);
    const { withAdd, values } = memory({ [TURN]: '1' });
    setTimeout(() => values.delete(TURN), 5_000);
    const sources = [ask(withAdd, [issued('fresh')]), ...Array.from({ length: 49 }, () => ask(withAdd, []))];
    const tokens = await elapse(Promise.all(sources.map(({ token }) => token())));
    expect(tokens).toEqual(sources.map(() => 'fresh'));
  });

  test.each([
    ['ten seconds', 60_000, 10_000],
    ['half of a shorter call', 3_000, 1_500],
  ])('lets nobody wait longer than %s', async (_what, timeout, longest) => {
    stopTime(0.999);
    const { withAdd } = memory({ [TURN]: '1' });
    const { token } = ask(withAdd, [issued('fresh')], { deadline: NOW + timeout });
    expect(await elapse(token())).toBe('fresh');
    expect(Date.now() - NOW).toBeGreaterThanOrEqual(longest);
    expect(Date.now() - NOW).toBeLessThanOrEqual(longest + 200);
  });

  test('leaves no token request behind that was overtaken by the token of another', async () => {
    stopTime();
    const { withAdd, values } = memory({ [TURN]: '1' });
    let signal: AbortSignal | undefined;
    const { token } = ask(withAdd, [
      (sent) => {
        signal = sent.signal;
        values.set(KEY, entry('of-the-other'));
        return silence(sent);
      },
    ]);
    expect(await elapse(token())).toBe('of-the-other');
    expect(signal?.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    [600, 1_000],
    [2_000, 3_000],
  ])('fails nobody where the token endpoint takes %d ms of a call of %d ms', async (slow, timeout) => {
    stopTime(0.999);
    const { withAdd } = memory();
    const issueSlowly = () =>
      new Promise<Response>((resolve) => {
        setTimeout(() => resolve(issued('fresh')), slow);
      });
    const request = { deadline: NOW + timeout };
    // At half their time the others ask by themselves, and yet take the token that comes first.
    const sources = Array.from({ length: 5 }, () => ask(withAdd, [issueSlowly], request));
    expect(await elapse(Promise.all(sources.map(({ token }) => token())))).toEqual(sources.map(() => 'fresh'));
    expect(Date.now() - NOW).toBeLessThanOrEqual(slow + 100);
    // Those that were asked for and not waited for.
    await vi.runAllTimersAsync();
  });

  test.each([
    ['gives nothing though it sets', (store: TokenCache) => (key: string) => void store.set(key, '1', 1)],
    ['hangs', () => () => new Promise(() => undefined)],
    ['throws', () => refuses],
  ])('that %s holds up no call, and gives back no turn that is not its own', async (_what, add) => {
    stopTime(0.999);
    const { store, asked } = memory();
    const { token } = ask({ ...store, add: add(store) }, [issued('fresh')], { deadline: NOW + 1_000 });
    expect(await elapse(token())).toBe('fresh');
    expect(Date.now() - NOW).toBeLessThanOrEqual(700);
    expect(asked.map(([operation]) => operation)).not.toContain('delete');
  });

  test('gives no turn back that has run out: it may be of another by now', async () => {
    stopTime();
    const { withAdd, asked } = memory();
    const slow = () =>
      new Promise<Response>((resolve) => {
        setTimeout(() => resolve(issued('fresh')), 5_000);
      });
    expect(await elapse(ask(withAdd, [slow]).token())).toBe('fresh');
    expect(asked.map(([operation]) => operation)).toEqual(['get', 'add', 'get', 'set']);
  });

  test('gives the turn back where the store then fails to answer', async () => {
    stopTime();
    const { withAdd, values } = memory();
    let looks = 0;
    const get = (key: string) => {
      looks += 1;
      return looks === 1 ? withAdd.get(key) : refuses();
    };
    expect(await elapse(ask({ ...withAdd, get }, [issued('fresh')]).token())).toBe('fresh');
    expect([...values.keys()]).toEqual([]);
  });

  test('is not waited for when the call is aborted', async () => {
    stopTime();
    const { withAdd } = memory({ [TURN]: '1' });
    const controller = new AbortController();
    const { token } = ask(withAdd, [], { signal: controller.signal });
    setTimeout(() => controller.abort(), 120);
    expect(await rejection(elapse(token()))).toMatchObject({ name: 'AbortError' });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is not asked at all when the call is aborted while the store is read', async () => {
    stopTime();
    const { withAdd, asked } = memory();
    const controller = new AbortController();
    const read = later<unknown>();
    const { token } = ask({ ...withAdd, get: () => read.promise }, [], { signal: controller.signal });
    const aborted = rejection(token());
    controller.abort();
    read.resolve(undefined);
    expect(await aborted).toMatchObject({ name: 'AbortError' });
    await turn();
    expect(asked).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the option tokenCache', () => {
  test.each([
    ['a number', 42],
    ['null', null],
    ['a store without delete', { get: () => undefined, set: () => undefined }],
  ])('refuses %s, and says what it takes', (_what, tokenCache) => {
    const options = { clientId: 'fleet', clientSecret: 's3cret', tokenCache };
    // Plain JavaScript, which no type stops.
    const error = thrownBy(() => clientCredentials(options as unknown as Parameters<typeof clientCredentials>[0]));
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toContain('tokenCache: expected get, set and delete');
  });
});
