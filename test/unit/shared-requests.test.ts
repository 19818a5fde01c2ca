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
import { advanceTime, advanceUntilSettled, NOW, runPendingTasks, useFakeTime } from '../support/fake-time.js';
import { profileParams } from '../support/scripted-client.js';
import {
  createResponse,
  deferred,
  ignoresAbort,
  neverResponds,
  respondAfter,
  type ScriptedResponse,
  type SentRequest,
  scriptedFetch,
} from '../support/scripted-fetch.js';

const CLIENT = { clientId: 'my-service', clientSecret: 's3cret' };
const origin = 'https://acme.example.com';
const issued = (access_token: string) => createResponse(200, { access_token, expires_in: 3600 });

/** A token source with scripted responses; `token` calls it as a client of `acme.example.com` does. */
function source(responses: readonly ScriptedResponse[]) {
  const { fetch, sent } = scriptedFetch(responses);
  const getToken = clientCredentials(CLIENT);
  const token = (request: Partial<TokenRequest> = {}) =>
    getToken({ origin, fetch, signal: new AbortController().signal, ...request });
  return { token, sent };
}

/** A `fetch` for any number of requests, with a function for the token endpoint and one for the status of the API. */
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
  test('does not fail any of 100 calls over 10 s: all get the token of a second request', async () => {
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
      await advanceTime(100);
    }
    const outcomes = await advanceUntilSettled(Promise.all(calls));
    expect(outcomes).toEqual(Array(100).fill('done'));
    expect(counts.token).toBe(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is followed by a second request after a quarter of the timeout of a call that waits', async () => {
    useFakeTime();
    const { token, sent } = source([neverResponds, issued('fresh')]);
    const first = token({ timeout: 60_000 });
    await advanceTime(1_000);
    const second = token({ timeout: 2_000 });
    expect(await advanceUntilSettled(Promise.all([first, second]))).toEqual(['fresh', 'fresh']);
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 1_500]);
    expect(sent[0]?.signal.aborted).toBe(true);
  });

  test('is not followed by a second request if only the call that started it waits', async () => {
    useFakeTime();
    const { token, sent } = source([respondAfter(900, issued('slow'))]);
    expect(await advanceUntilSettled(token({ timeout: 1_000 }))).toBe('slow');
    expect(sent).toHaveLength(1);
  });

  test('is not followed by a second request if it ends within a quarter of the timeout of each call', async () => {
    useFakeTime();
    const { token, sent } = source([respondAfter(249, issued('fresh'))]);
    expect(await advanceUntilSettled(Promise.all([token({ timeout: 1_000 }), token({ timeout: 1_000 })]))).toEqual([
      'fresh',
      'fresh',
    ]);
    expect(sent).toHaveLength(1);
  });

  test('is one of at most two requests in flight, with any number of calls that wait', async () => {
    useFakeTime();
    const controller = new AbortController();
    const { token, sent } = source([neverResponds, neverResponds]);
    const calls = Array.from({ length: 20 }, () => rejectionOf(token({ timeout: 1_000, signal: controller.signal })));
    await advanceTime(999);
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 250]);
    controller.abort(new Error('enough'));
    await Promise.all(calls);
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  test('is aborted if a second request hangs too and a call with a shorter timeout needs a third', async () => {
    useFakeTime();
    const { token, sent } = source([neverResponds, neverResponds, issued('fresh')]);
    const long = [token({ timeout: 60_000 }), token({ timeout: 60_000 })];
    await advanceTime(20_000);
    // The second request started at 15 s. A call with a timeout of 5 s may replace it when it is 10 s old.
    const short = token({ timeout: 5_000 });
    await advanceTime(4_999);
    expect(sent).toHaveLength(2);
    expect(await advanceUntilSettled(Promise.all([...long, short, token({ timeout: 5_000 })]))).toEqual(
      Array(4).fill('fresh'),
    );
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 15_000, 26_249]);
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
  });

  test('is replaced after half of the timeout of a call if it was not old enough after a quarter', async () => {
    useFakeTime();
    const { token, sent } = source([neverResponds, neverResponds, issued('fresh')]);
    const long = [token({ timeout: 60_000 }), token({ timeout: 60_000 })];
    await advanceTime(28_000);
    expect(await advanceUntilSettled(Promise.all([...long, token({ timeout: 8_000 })]))).toEqual([
      'fresh',
      'fresh',
      'fresh',
    ]);
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 15_000, 32_000]);
  });

  test('is replaced before a later request if the call that started it was aborted', async () => {
    useFakeTime();
    const { token, sent } = source([neverResponds, neverResponds, issued('fresh')]);
    const controller = new AbortController();
    const first = rejectionOf(token({ timeout: 4_000, signal: controller.signal }));
    const second = token({ timeout: 40_000 });
    await advanceTime(10_000);
    controller.abort(new Error('enough'));
    await first;
    const short = token({ timeout: 4_000 });
    expect(await advanceUntilSettled(Promise.all([second, short]))).toEqual(['fresh', 'fresh']);
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 10_000, 11_000]);
  });

  test('is not replaced if it is the oldest request and the call that started it still waits', async () => {
    useFakeTime();
    const { token, sent } = source([respondAfter(20_000, issued('slow')), neverResponds, neverResponds]);
    const long = token({ timeout: 60_000 });
    const controller = new AbortController();
    const shorts: Promise<Error>[] = [];
    for (let nth = 0; nth < 8; nth += 1) {
      shorts.push(rejectionOf(token({ timeout: 1_000, signal: controller.signal })));
      await advanceTime(500);
    }
    controller.abort(new Error('enough'));
    await Promise.all(shorts);
    expect(await advanceUntilSettled(long)).toBe('slow');
    // The third request replaced the second; the first is the oldest.
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 250, 2_250]);
  });

  test('delays no call beyond the second request, even if fetch ignores the abort signal', async () => {
    useFakeTime();
    const { token } = source([ignoresAbort, issued('fresh')]);
    expect(await advanceUntilSettled(Promise.all([token({ timeout: 60_000 }), token({ timeout: 1_000 })]))).toEqual([
      'fresh',
      'fresh',
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([2 ** 31 - 1, Number.POSITIVE_INFINITY])(
    'is not followed by a second request immediately if the timeout is %d ms',
    async (timeout) => {
      useFakeTime();
      const { token, sent } = source([respondAfter(50, issued('fresh'))]);
      expect(await advanceUntilSettled(Promise.all([token({ timeout }), token({ timeout })]))).toEqual([
        'fresh',
        'fresh',
      ]);
      expect(sent).toHaveLength(1);
    },
  );

  test('does not replace the token of another request if its own token arrives later', async () => {
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
  test('does not fail any call while another request is in flight', async () => {
    useFakeTime();
    const { token } = source([
      respondAfter(400, createResponse(400, { error: 'invalid_request' })),
      respondAfter(500, issued('fresh')),
    ]);
    expect(await advanceUntilSettled(Promise.all([token({ timeout: 1_000 }), token({ timeout: 1_000 })]))).toEqual([
      'fresh',
      'fresh',
    ]);
  });

  test('fails all calls that wait if no other request is in flight, with the error of the last request', async () => {
    useFakeTime();
    const { token } = source([
      respondAfter(400, createResponse(400)),
      respondAfter(500, createResponse(403, { error: 'unauthorized_client' })),
    ]);
    const [first, second] = await advanceUntilSettled(
      Promise.all([rejectionOf(token({ timeout: 1_000 })), rejectionOf(token({ timeout: 1_000 }))]),
    );
    expect(first).toMatchObject({ name: 'TokenError', status: 403 });
    expect(second).toBe(first);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is followed by the request of a call that has waited for a quarter of its timeout', async () => {
    useFakeTime();
    const { token, sent } = source([neverResponds, respondAfter(100, createResponse(400)), issued('fresh')]);
    const calls = [token({ timeout: 60_000 }), token({ timeout: 1_000 }), token({ timeout: 1_200 })];
    expect(await advanceUntilSettled(Promise.all(calls))).toEqual(['fresh', 'fresh', 'fresh']);
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 250, 350]);
  });

  test('after it was aborted does not fail the calls that wait for another request', async () => {
    useFakeTime();
    const aborted = deferred<Response>();
    const { token } = source([() => aborted.promise, respondAfter(100, issued('fresh'))]);
    const controller = new AbortController();
    const rejection = rejectionOf(token({ signal: controller.signal }));
    await runPendingTasks();
    controller.abort(new Error('enough'));
    await rejection;
    const call = token();
    aborted.resolve(createResponse(400));
    expect(await advanceUntilSettled(call)).toBe('fresh');
  });

  test('is not retried if no call has time left, even if the timers of the calls run late', async () => {
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

describe('the token source of clientCredentials', () => {
  test('has a timeout of 60 s if it is called without one', async () => {
    useFakeTime();
    const { token } = source([createResponse(429, undefined, { 'Retry-After': '60' })]);
    expect(await rejectionOf(advanceUntilSettled(token()))).toMatchObject({ name: 'TokenError', status: 429 });
    expect(Date.now()).toBe(NOW);
  });

  test('throws the error of the client authentication without a retry', async () => {
    const failure = new Error('no key');
    const clientAuthentication = vi.fn(() => {
      throw failure;
    });
    const { fetch } = scriptedFetch([]);
    const getToken = clientCredentials({ clientId: 'my-service', clientAuthentication });
    await expect(getToken({ origin, fetch, signal: new AbortController().signal })).rejects.toBe(failure);
    expect(clientAuthentication).toHaveBeenCalledOnce();
  });

  test('shares the token, but no token request in flight, among clients with different fetch functions', async () => {
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

  test('shares token requests in flight among clients with the default fetch', async () => {
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

  test('returns a refused token, while it is replaced, to calls to which the API did not refuse it', async () => {
    const { token } = source([issued('refused'), createResponse(400)]);
    await token();
    const renewed = rejectionOf(token({ rejected: 'refused' }));
    expect(await token()).toBe('refused');
    expect(await renewed).toMatchObject({ name: 'TokenError' });
  });

  test('does not return a refused token, while it is replaced, to a call to which the API refused an older token', async () => {
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

  test('returns the current token to a call to which the API refused the previous token late', async () => {
    useFakeTime();
    const { token } = source([createResponse(200, { access_token: 'first', expires_in: 100 }), issued('second')]);
    await token();
    await advanceTime(100_000);
    expect(await token()).toBe('second');
    expect(await token({ rejected: 'first' })).toBe('second');
  });

  test('requests a new token when the leeway before the expiry starts', async () => {
    useFakeTime();
    const { token } = source([createResponse(200, { access_token: 'first', expires_in: 100 }), issued('second')]);
    expect(await token()).toBe('first');
    await advanceTime(89_999);
    expect(await token()).toBe('first');
    await advanceTime(1);
    expect(await token()).toBe('second');
  });
});

describe('a 401 that persists', () => {
  const management = (fetch: Fetch) =>
    createManagementClient({ tenantDomain: 'acme.example.com', auth: clientCredentials(CLIENT), fetch });

  test('causes two token requests for 50 concurrent calls and 50 calls one after the other', async () => {
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

  test('causes two token requests also in a process that has been running for a long time', async () => {
    useFakeTime();
    await advanceTime(1_000_000);
    const { fetch, counts } = tenantFetch(
      (nth) => issued(`token-${nth}`),
      () => 401,
    );
    const client = management(fetch);
    for (let nth = 0; nth < 3; nth += 1)
      await advanceUntilSettled(client.DELETE('/guardian/enrollments/{id}', profileParams));
    expect(counts.token).toBe(2);
  });

  test('causes one more token request every 10 s, and the calls succeed when the API accepts a new token', async () => {
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
    await advanceTime(9_999);
    expect(await status()).toBe(401);
    expect(counts.token).toBe(2);
    accepted = 'token-3';
    await advanceTime(1);
    expect(await status()).toBe(204);
    expect(counts.token).toBe(3);
  });

  test('ends without a token request if the API accepts the current token again', async () => {
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

  test('does not prevent the replacement of a token that has expired', async () => {
    useFakeTime();
    const { token } = source(
      ['first', 'second', 'third'].map((access_token) => createResponse(200, { access_token, expires_in: 5 })),
    );
    await token();
    expect(await token({ rejected: 'first' })).toBe('second');
    await advanceTime(5_000);
    expect(await token({ rejected: 'second' })).toBe('third');
  });

  test('causes one token request every 10 s if the token endpoint refuses the request', async () => {
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
    await advanceTime(10_000);
    expect(await rejectionOf(remove())).toMatchObject({ name: 'TokenError', status: 403 });
    expect(counts.token).toBe(3);
  });

  test('causes one token request, and no second request to the API, if the token endpoint issues the refused token again', async () => {
    const { fetch, counts } = tenantFetch(
      () => issued('same'),
      () => 401,
    );
    const { error } = await management(fetch).DELETE('/guardian/enrollments/{id}', profileParams);
    expect(error?.status).toBe(401);
    expect(counts).toEqual({ token: 2, api: 1 });
  });
});

describe('a token of a shared store that the API refused', () => {
  test('is followed by a token request in the same call if the API refuses the next token of the store too', async () => {
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

  test('is not returned to the call to which the API refused it if an older lookup of the store returns it late', async () => {
    useFakeTime();
    const read = deferred<string>();
    const { fetch, sent } = scriptedFetch([issued('fresh')]);
    const key =
      'tenant-management-client:https%3A%2F%2Facme.example.com%2Foauth%2Ftoken%2F:https%3A%2F%2Facme.example.com%2Fapi%2Fv2%2F:my-service';
    const stored = JSON.stringify({ key, token: 'refused', freshUntil: NOW + 60_000 });
    const get = vi.fn((_key: string): unknown => stored).mockReturnValueOnce(read.promise);
    const tokenCache = sharedTokenCache({ get, set: () => undefined, delete: () => undefined });
    const getToken = clientCredentials({ ...CLIENT, tokenCache });
    const token = (rejected?: string) => getToken({ origin, fetch, signal: new AbortController().signal, rejected });
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
