import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import {
  clientCredentials,
  createManagementClient,
  type Fetch,
  sharedTokenCache,
  type TokenRequest,
} from '../../src/index.js';
import { rejectionOf } from '../support/expected-errors.js';
import { advanceUntilSettled, NOW, runPendingTasks, useFakeTime } from '../support/fake-time.js';
import { profileParams } from '../support/scripted-client.js';
import {
  createResponse,
  deferred,
  ignoresAbort,
  neverResponds,
  type ScriptedResponse,
  type SentRequest,
  scriptedFetch,
} from '../support/scripted-fetch.js';

const CLIENT = { clientId: 'my-service', clientSecret: 's3cret' };
const origin = 'https://acme.example.com';
const issued = (access_token: string) => createResponse(200, { access_token, expires_in: 3600 });
const inTime = (ms: number, response: Response) => () =>
  new Promise<Response>((resolve) => {
    setTimeout(() => resolve(response), ms);
  });
const pass = (ms: number) => advanceUntilSettled(new Promise<void>((resolve) => setTimeout(resolve, ms)));

function source(answers: readonly ScriptedResponse[]) {
  const { fetch, sent } = scriptedFetch(answers);
  const ask = clientCredentials(CLIENT);
  const token = (request: Partial<TokenRequest> = {}) =>
    ask({ origin, fetch, signal: new AbortController().signal, ...request });
  return { token, sent };
}

/** A `fetch` for any number of requests: the token endpoint and the API, each by a function. */
function tenantFetch(
  tokenEndpoint: (nth: number, sent: SentRequest) => Promise<Response> | Response,
  api: (token: string) => number,
) {
  const counts = { token: 0, api: 0 };
  const fetch: Fetch = async (request, { signal }) => {
    if (new URL(request.url).pathname === '/oauth/token/') {
      counts.token += 1;
      // Only the signal matters to these tests.
      return tokenEndpoint(counts.token, { signal } as SentRequest);
    }
    counts.api += 1;
    return createResponse(api(request.headers.get('Authorization')?.slice('Bearer '.length) ?? ''));
  };
  return { fetch, counts };
}

describe('a token request that hangs', () => {
  test('fails none of 100 calls over 10 s: a second request serves them', async () => {
    useFakeTime();
    const { fetch, counts } = tenantFetch(
      (nth, sent) => (nth === 1 ? neverResponds(sent) : issued('fresh')),
      () => 204,
    );
    const auth = clientCredentials(CLIENT);
    const management = createManagementClient({ tenantDomain: 'acme.example.com', auth, fetch, timeout: 500 });
    const calls = [];
    for (let nth = 0; nth < 100; nth += 1) {
      calls.push(management.DELETE('/guardian/enrollments/{id}', profileParams).then(() => 'done', String));
      await pass(100);
    }
    const outcomes = await advanceUntilSettled(Promise.all(calls));
    expect(outcomes).toEqual(Array(100).fill('done'));
    expect(counts.token).toBe(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is joined by a second one after a quarter of the timeout of a call that waits', async () => {
    useFakeTime();
    const { token, sent } = source([neverResponds, issued('fresh')]);
    const first = token({ timeout: 60_000 });
    await pass(1_000);
    const second = token({ timeout: 2_000 });
    expect(await advanceUntilSettled(Promise.all([first, second]))).toEqual(['fresh', 'fresh']);
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 1_500]);
    expect(sent[0]?.signal.aborted).toBe(true);
  });

  test('is not doubled by the call that started it', async () => {
    useFakeTime();
    const { token, sent } = source([inTime(900, issued('slow'))]);
    expect(await advanceUntilSettled(token({ timeout: 1_000 }))).toBe('slow');
    expect(sent).toHaveLength(1);
  });

  test('is not doubled if it ends within a quarter of the timeout of each call', async () => {
    useFakeTime();
    const { token, sent } = source([inTime(249, issued('fresh'))]);
    expect(await advanceUntilSettled(Promise.all([token({ timeout: 1_000 }), token({ timeout: 1_000 })]))).toEqual([
      'fresh',
      'fresh',
    ]);
    expect(sent).toHaveLength(1);
  });

  test('leaves at most two requests in flight, with any number of calls that wait', async () => {
    useFakeTime();
    const controller = new AbortController();
    const { token, sent } = source([neverResponds, neverResponds]);
    const calls = Array.from({ length: 20 }, () => rejectionOf(token({ timeout: 1_000, signal: controller.signal })));
    await pass(999);
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 250]);
    controller.abort(new Error('enough'));
    await Promise.all(calls);
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  test('makes room for the request of a shorter call if a second one hangs as well', async () => {
    useFakeTime();
    const { token, sent } = source([neverResponds, neverResponds, issued('fresh')]);
    const long = [token({ timeout: 60_000 }), token({ timeout: 60_000 })];
    await pass(20_000);
    // The second request started at 15 s. It is old enough for a call of 5 s when it is 10 s old.
    const short = token({ timeout: 5_000 });
    await pass(4_999);
    expect(sent).toHaveLength(2);
    expect(await advanceUntilSettled(Promise.all([...long, short, token({ timeout: 5_000 })]))).toEqual(
      Array(4).fill('fresh'),
    );
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 15_000, 26_249]);
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
  });

  test('is checked again after half of the timeout of a call for which it was too young', async () => {
    useFakeTime();
    const { token, sent } = source([neverResponds, neverResponds, issued('fresh')]);
    const long = [token({ timeout: 60_000 }), token({ timeout: 60_000 })];
    await pass(28_000);
    expect(await advanceUntilSettled(Promise.all([...long, token({ timeout: 8_000 })]))).toEqual([
      'fresh',
      'fresh',
      'fresh',
    ]);
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 15_000, 32_000]);
  });

  test('is replaced first if the call that started it has left', async () => {
    useFakeTime();
    const { token, sent } = source([neverResponds, neverResponds, issued('fresh')]);
    const controller = new AbortController();
    const first = rejectionOf(token({ timeout: 4_000, signal: controller.signal }));
    const second = token({ timeout: 40_000 });
    await pass(10_000);
    controller.abort(new Error('enough'));
    await first;
    const short = token({ timeout: 4_000 });
    expect(await advanceUntilSettled(Promise.all([second, short]))).toEqual(['fresh', 'fresh']);
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 10_000, 11_000]);
  });

  test('is kept as the oldest one while the call that started it waits', async () => {
    useFakeTime();
    const { token, sent } = source([inTime(20_000, issued('slow')), neverResponds, neverResponds]);
    const long = token({ timeout: 60_000 });
    const controller = new AbortController();
    const shorts: Promise<Error>[] = [];
    for (let nth = 0; nth < 8; nth += 1) {
      shorts.push(rejectionOf(token({ timeout: 1_000, signal: controller.signal })));
      await pass(500);
    }
    controller.abort(new Error('enough'));
    await Promise.all(shorts);
    expect(await advanceUntilSettled(long)).toBe('slow');
    // The second request made room for the third; the first is the oldest.
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 250, 2_250]);
  });

  test('ends although fetch ignores its signal', async () => {
    useFakeTime();
    const { token } = source([ignoresAbort, issued('fresh')]);
    expect(await advanceUntilSettled(Promise.all([token({ timeout: 60_000 }), token({ timeout: 1_000 })]))).toEqual([
      'fresh',
      'fresh',
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([2 ** 31 - 1, Number.POSITIVE_INFINITY])(
    'is not doubled at once if the timeout is %d ms',
    async (timeout) => {
      useFakeTime();
      const { token, sent } = source([inTime(50, issued('fresh'))]);
      expect(await advanceUntilSettled(Promise.all([token({ timeout }), token({ timeout })]))).toEqual([
        'fresh',
        'fresh',
      ]);
      expect(sent).toHaveLength(1);
    },
  );

  test('has no effect if its token arrives after the token of another request', async () => {
    useFakeTime();
    const late = deferred<Response>();
    const { token } = source([() => late.promise, issued('newer')]);
    expect(await advanceUntilSettled(Promise.all([token({ timeout: 9_000 }), token({ timeout: 1_000 })]))).toEqual([
      'newer',
      'newer',
    ]);
    late.resolve(issued('older'));
    await runPendingTasks();
    expect(await token()).toBe('newer');
  });
});

describe('a token request that fails', () => {
  test('fails no call while another request is in flight', async () => {
    useFakeTime();
    const { token } = source([
      inTime(400, createResponse(400, { error: 'invalid_request' })),
      inTime(500, issued('fresh')),
    ]);
    expect(await advanceUntilSettled(Promise.all([token({ timeout: 1_000 }), token({ timeout: 1_000 })]))).toEqual([
      'fresh',
      'fresh',
    ]);
  });

  test('fails all calls that wait if no other request is in flight, with the last failure', async () => {
    useFakeTime();
    const { token } = source([
      inTime(400, createResponse(400)),
      inTime(500, createResponse(403, { error: 'unauthorized_client' })),
    ]);
    const [first, second] = await advanceUntilSettled(
      Promise.all([rejectionOf(token({ timeout: 1_000 })), rejectionOf(token({ timeout: 1_000 }))]),
    );
    expect(first).toMatchObject({ name: 'TokenError', status: 403 });
    expect(second).toBe(first);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('makes room for the request of a call that has waited long enough', async () => {
    useFakeTime();
    const { token, sent } = source([neverResponds, inTime(100, createResponse(400)), issued('fresh')]);
    const calls = [token({ timeout: 60_000 }), token({ timeout: 1_000 }), token({ timeout: 1_200 })];
    expect(await advanceUntilSettled(Promise.all(calls))).toEqual(['fresh', 'fresh', 'fresh']);
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 250, 350]);
  });

  test('after it was abandoned does not fail the calls that wait for another request', async () => {
    useFakeTime();
    const given = deferred<Response>();
    const { token } = source([() => given.promise, inTime(100, issued('fresh'))]);
    const controller = new AbortController();
    const left = rejectionOf(token({ signal: controller.signal }));
    await runPendingTasks();
    controller.abort(new Error('enough'));
    await left;
    const call = token();
    given.resolve(createResponse(400));
    expect(await advanceUntilSettled(call)).toBe('fresh');
  });

  test('is not sent again if no call has time left, although their timers are late', async () => {
    useFakeTime();
    const { token, sent } = source([createResponse(429, {}, { 'Retry-After': '4' })]);
    const call = rejectionOf(token({ timeout: 5_000 }));
    await runPendingTasks();
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 6_000);
    vi.advanceTimersByTime(4_000);
    expect(await call).toMatchObject({ name: 'TimeoutError', message: 'No call waits for the token any more' });
    expect(sent).toHaveLength(1);
  });
});

describe('the source of clientCredentials', () => {
  test('waits for at most 60 s if it is called without a timeout', async () => {
    useFakeTime();
    const { token } = source([createResponse(429, undefined, { 'Retry-After': '60' })]);
    expect(await rejectionOf(advanceUntilSettled(token()))).toMatchObject({ name: 'TokenError', status: 429 });
    expect(Date.now()).toBe(NOW);
  });

  test('does not retry a client authentication that throws', async () => {
    const failure = new Error('no key');
    const clientAuthentication = vi.fn(() => {
      throw failure;
    });
    const { fetch } = scriptedFetch([]);
    const ask = clientCredentials({ clientId: 'my-service', clientAuthentication });
    await expect(ask({ origin, fetch, signal: new AbortController().signal })).rejects.toBe(failure);
    expect(clientAuthentication).toHaveBeenCalledOnce();
  });

  test('keeps the token requests of clients with different fetch functions apart, and shares the token', async () => {
    const broken: Fetch = async () => {
      throw new TypeError('fetch failed');
    };
    const { fetch, counts } = tenantFetch(
      () => issued('fresh'),
      () => 204,
    );
    const auth = clientCredentials(CLIENT);
    const client = (fetch: Fetch) => createManagementClient({ tenantDomain: 'acme.example.com', auth, fetch });
    useFakeTime();
    const failing = rejectionOf(client(broken).DELETE('/guardian/enrollments/{id}', profileParams));
    const succeeding = client(fetch).DELETE('/guardian/enrollments/{id}', profileParams);
    expect((await advanceUntilSettled(succeeding)).error).toBeUndefined();
    expect(await advanceUntilSettled(failing)).toMatchObject({ name: 'NetworkError', during: 'token' });
    const other = tenantFetch(
      () => issued('unexpected'),
      () => 204,
    );
    expect((await client(other.fetch).DELETE('/guardian/enrollments/{id}', profileParams)).error).toBeUndefined();
    expect(counts.token + other.counts.token).toBe(1);
  });

  test('shares token requests among clients with the default fetch', async () => {
    const { fetch, counts } = tenantFetch(
      () => issued('fresh'),
      () => 204,
    );
    vi.stubGlobal('fetch', fetch);
    const auth = clientCredentials(CLIENT);
    const remove = () =>
      createManagementClient({ tenantDomain: 'acme.example.com', auth }).DELETE(
        '/guardian/enrollments/{id}',
        profileParams,
      );
    await Promise.all([remove(), remove()]).finally(() => vi.unstubAllGlobals());
    expect(counts).toEqual({ token: 1, api: 2 });
  });

  test('returns a refused token to calls to which it was not refused, while it is replaced', async () => {
    const { token } = source([issued('refused'), createResponse(400)]);
    await token();
    const renewed = rejectionOf(token({ rejected: 'refused' }));
    expect(await token()).toBe('refused');
    expect(await renewed).toMatchObject({ name: 'TokenError' });
  });

  test('returns no refused token to a call to which an older one was refused, while it is replaced', async () => {
    const late = deferred<Response>();
    const { token, sent } = source([issued('refused'), () => late.promise]);
    await token();
    const renewed = token({ rejected: 'refused' });
    const other = token({ rejected: 'older' });
    await runPendingTasks();
    late.resolve(issued('fresh'));
    expect(await Promise.all([renewed, other])).toEqual(['fresh', 'fresh']);
    expect(sent).toHaveLength(2);
  });

  test('returns the current token to a call to which the token before it was refused late', async () => {
    useFakeTime();
    const { token } = source([createResponse(200, { access_token: 'first', expires_in: 100 }), issued('second')]);
    await token();
    await pass(100_000);
    expect(await token()).toBe('second');
    expect(await token({ rejected: 'first' })).toBe('second');
  });

  test('renews a token at the moment at which its leeway starts', async () => {
    useFakeTime();
    const { token } = source([createResponse(200, { access_token: 'first', expires_in: 100 }), issued('second')]);
    expect(await token()).toBe('first');
    await pass(89_999);
    expect(await token()).toBe('first');
    await pass(1);
    expect(await token()).toBe('second');
  });
});

describe('a 401 that persists', () => {
  const management = (fetch: Fetch) =>
    createManagementClient({ tenantDomain: 'acme.example.com', auth: clientCredentials(CLIENT), fetch });

  test('costs two token requests for 50 calls at once and 50 calls in turn', async () => {
    useFakeTime();
    const { fetch, counts } = tenantFetch(
      (nth) => issued(`token-${nth}`),
      () => 401,
    );
    const client = management(fetch);
    const remove = () => client.DELETE('/guardian/enrollments/{id}', profileParams);
    const results = await advanceUntilSettled(Promise.all(Array.from({ length: 50 }, remove)));
    for (let nth = 0; nth < 50; nth += 1) results.push(await advanceUntilSettled(remove()));
    expect(results.map(({ error }) => error?.status)).toEqual(Array(100).fill(401));
    expect(counts.token).toBe(2);
    // Each of the later calls is sent once.
    expect(counts.api).toBe(150);
  });

  test('costs two token requests in a process that has been running for long', async () => {
    useFakeTime();
    await pass(1_000_000);
    const { fetch, counts } = tenantFetch(
      (nth) => issued(`token-${nth}`),
      () => 401,
    );
    const client = management(fetch);
    for (let nth = 0; nth < 3; nth += 1)
      await advanceUntilSettled(client.DELETE('/guardian/enrollments/{id}', profileParams));
    expect(counts.token).toBe(2);
  });

  test('costs one more token request every 10 s, and the calls succeed when a new token is accepted', async () => {
    useFakeTime();
    let accepted = 'none';
    const { fetch, counts } = tenantFetch(
      (nth) => issued(`token-${nth}`),
      (token) => (token === accepted ? 204 : 401),
    );
    const client = management(fetch);
    const status = async () =>
      (await advanceUntilSettled(client.DELETE('/guardian/enrollments/{id}', profileParams))).response.status;
    expect(await status()).toBe(401);
    expect(counts.token).toBe(2);
    await pass(9_999);
    expect(await status()).toBe(401);
    expect(counts.token).toBe(2);
    accepted = 'token-3';
    await pass(1);
    expect(await status()).toBe(204);
    expect(counts.token).toBe(3);
  });

  test('is over at once if the API accepts the last token again', async () => {
    useFakeTime();
    let accepted = 'none';
    const { fetch, counts } = tenantFetch(
      (nth) => issued(`token-${nth}`),
      (token) => (token === accepted ? 204 : 401),
    );
    const client = management(fetch);
    const status = async () =>
      (await advanceUntilSettled(client.DELETE('/guardian/enrollments/{id}', profileParams))).response.status;
    expect(await status()).toBe(401);
    accepted = 'token-2';
    expect(await status()).toBe(204);
    expect(counts.token).toBe(2);
  });

  test('does not keep a token that has expired', async () => {
    useFakeTime();
    const { token } = source(
      ['first', 'second', 'third'].map((access_token) => createResponse(200, { access_token, expires_in: 5 })),
    );
    await token();
    expect(await token({ rejected: 'first' })).toBe('second');
    await pass(5_000);
    expect(await token({ rejected: 'second' })).toBe('third');
  });

  test('costs one token request every 10 s if the token endpoint refuses to replace the token', async () => {
    useFakeTime();
    const { fetch, counts } = tenantFetch(
      (nth) => (nth === 1 ? issued('revoked') : createResponse(403, { error: 'access_denied' })),
      () => 401,
    );
    const client = management(fetch);
    const remove = () => advanceUntilSettled(client.DELETE('/guardian/enrollments/{id}', profileParams));
    expect(await rejectionOf(remove())).toMatchObject({ name: 'TokenError', status: 403 });
    expect((await remove()).error?.status).toBe(401);
    expect((await remove()).error?.status).toBe(401);
    expect(counts.token).toBe(2);
    await pass(10_000);
    expect(await rejectionOf(remove())).toMatchObject({ name: 'TokenError', status: 403 });
    expect(counts.token).toBe(3);
  });

  test('ends after one token request if the token endpoint returns the refused token', async () => {
    const { fetch, counts } = tenantFetch(
      () => issued('same'),
      () => 401,
    );
    const { error } = await management(fetch).DELETE('/guardian/enrollments/{id}', profileParams);
    expect(error?.status).toBe(401);
    expect(counts).toEqual({ token: 2, api: 1 });
  });
});

describe('a refused token of a shared store', () => {
  test('is followed by one request to the token endpoint in the same call', async () => {
    useFakeTime();
    let stored = 'tok-1';
    let accepted = 'tok-1';
    const { fetch, counts } = tenantFetch(
      () => issued('tok-3'),
      (token) => (token === accepted ? 204 : 401),
    );
    const get = (key: string) => JSON.stringify({ key, token: stored, freshUntil: NOW + 3_600_000 });
    const tokenCache = sharedTokenCache({ get, set: () => undefined, delete: () => undefined });
    const auth = clientCredentials({ ...CLIENT, tokenCache });
    const client = createManagementClient({ tenantDomain: 'acme.example.com', auth, fetch });
    const status = async () => (await client.DELETE('/guardian/enrollments/{id}', profileParams)).response.status;
    expect(await status()).toBe(204);
    // Another process has stored tok-2, and both are revoked.
    stored = 'tok-2';
    accepted = 'tok-3';
    expect(await status()).toBe(204);
    expect(counts).toEqual({ token: 1, api: 4 });
  });

  test('is looked up again by a call that was refused it while an older lookup was under way', async () => {
    useFakeTime();
    const read = deferred<string>();
    const { fetch, sent } = scriptedFetch([issued('fresh')]);
    const key =
      'tenant-management-client:https%3A%2F%2Facme.example.com%2Foauth%2Ftoken%2F:https%3A%2F%2Facme.example.com%2Fapi%2Fv2%2F:my-service';
    const stored = JSON.stringify({ key, token: 'refused', freshUntil: NOW + 60_000 });
    const get = vi.fn((_key: string): unknown => stored).mockReturnValueOnce(read.promise);
    const tokenCache = sharedTokenCache({ get, set: () => undefined, delete: () => undefined });
    const ask = clientCredentials({ ...CLIENT, tokenCache });
    const token = (rejected?: string) => ask({ origin, fetch, signal: new AbortController().signal, rejected });
    const older = token();
    const refused = token('refused');
    await runPendingTasks();
    read.resolve(stored);
    expect(await advanceUntilSettled(older)).toBe('refused');
    expect(await advanceUntilSettled(refused)).toBe('fresh');
    expect(Date.now()).toBe(NOW);
    expect(sent).toHaveLength(1);
  });
});
