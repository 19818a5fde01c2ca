import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { clientCredentials, createManagementClient, type Fetch, TokenError } from '../../src/index.js';
import { rejectionOf } from '../support/expected-errors.js';
import { advanceTime, advanceUntilSettled, NOW, runPendingTasks, useFakeTime } from '../support/fake-time.js';
import {
  CLIENT,
  createScriptedClient,
  createScriptedSource,
  PROFILE,
  profileParams,
} from '../support/scripted-client.js';
import { createResponse, deferred, ignoresAbort, neverResponds, respondAfter } from '../support/scripted-fetch.js';
import { tenantFetch } from '../support/tenant-fetch.js';

const issued = (access_token: string) => createResponse(200, { access_token, expires_in: 3600 });

describe('calls that wait for a token', () => {
  test('share one token request', async () => {
    const auth = clientCredentials(CLIENT);
    const { read, sent } = createScriptedClient(
      [issued('fresh'), ...Array.from({ length: 20 }, () => createResponse(200, PROFILE))],
      {
        auth,
      },
    );
    await Promise.all(Array.from({ length: 20 }, () => read()));
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('all reject if the token request fails, and the next call sends a new token request', async () => {
    const { token } = createScriptedSource([createResponse(401, { error: 'invalid_client' }), issued('fresh')]);
    const [first, second] = await Promise.all([rejectionOf(token()), rejectionOf(token())]);
    expect(first).toBeInstanceOf(TokenError);
    expect(second).toBeInstanceOf(TokenError);
    expect(await token()).toBe('fresh');
  });

  test('still get their token if one of these calls is aborted', async () => {
    const { promise, resolve } = deferred<Response>();
    const { token, sent } = createScriptedSource([() => promise]);
    const [aborted, waiting] = [new AbortController(), new AbortController()];
    const [rejection, other] = [rejectionOf(token({ signal: aborted.signal })), token({ signal: waiting.signal })];
    await runPendingTasks();
    aborted.abort(new Error('enough'));
    expect((await rejection).message).toBe('enough');
    expect(sent[0]?.signal.aborted).toBe(false);
    resolve(issued('fresh'));
    expect(await other).toBe('fresh');
    expect(sent).toHaveLength(1);
  });

  test('abort the token request when the last of these calls is aborted, and the next call sends a new token request', async () => {
    const { token, sent } = createScriptedSource([neverResponds, issued('fresh')]);
    const [one, two] = [new AbortController(), new AbortController()];
    const [first, second] = [rejectionOf(token({ signal: one.signal })), rejectionOf(token({ signal: two.signal }))];
    await runPendingTasks();
    one.abort(new Error('one'));
    expect(sent[0]?.signal.aborted).toBe(false);
    two.abort(new Error('two'));
    expect(sent[0]?.signal.aborted).toBe(true);
    expect((await first).message).toBe('one');
    expect((await second).message).toBe('two');
    expect(await token()).toBe('fresh');
  });

  test('do not wait for an aborted token request that never ends', async () => {
    const { token } = createScriptedSource([ignoresAbort, issued('fresh')]);
    const controller = new AbortController();
    const rejection = rejectionOf(token({ signal: controller.signal }));
    await runPendingTasks();
    controller.abort(new Error('enough'));
    await rejection;
    expect(await token()).toBe('fresh');
  });

  test('still get their token if an aborted token request fails later', async () => {
    const aborted = deferred<Response>();
    const current = deferred<Response>();
    const { token, sent } = createScriptedSource([() => aborted.promise, () => current.promise]);
    const controller = new AbortController();
    const rejection = rejectionOf(token({ signal: controller.signal }));
    await runPendingTasks();
    controller.abort(new Error('enough'));
    await rejection;
    const first = token();
    await runPendingTasks();
    aborted.resolve(createResponse(403));
    await runPendingTasks();
    const second = token();
    current.resolve(issued('fresh'));
    expect(await Promise.all([first, second])).toEqual(['fresh', 'fresh']);
    expect(sent).toHaveLength(2);
  });

  test('send no token request if they are already aborted', async () => {
    const { token } = createScriptedSource([]);
    const enough = new Error('enough');
    expect(await rejectionOf(token({ signal: AbortSignal.abort(enough) }))).toBe(enough);
  });

  test('remove their abort listeners when they end, even if they are aborted', async () => {
    const { promise, resolve } = deferred<Response>();
    const { token } = createScriptedSource([() => promise]);
    const [aborted, waiting] = [new AbortController(), new AbortController()];
    const [rejection, other] = [rejectionOf(token({ signal: aborted.signal })), token({ signal: waiting.signal })];
    await runPendingTasks();
    aborted.abort(new Error('enough'));
    await rejection;
    resolve(issued('fresh'));
    await other;
    expect(getEventListeners(aborted.signal, 'abort')).toEqual([]);
    expect(getEventListeners(waiting.signal, 'abort')).toEqual([]);
  });
});

describe('a token request that hangs or is slow', () => {
  test('makes no call fail: 100 calls within 10 s all get the token of a second request', async () => {
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

  test('is followed by a second request when another call has waited for a quarter of its timeout', async () => {
    useFakeTime();
    const { token, sent } = createScriptedSource([neverResponds, issued('fresh')]);
    const first = token({ timeout: 60_000 });
    await advanceTime(1_000);
    const second = token({ timeout: 2_000 });
    expect(await advanceUntilSettled(Promise.all([first, second]))).toEqual(['fresh', 'fresh']);
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 1_500]);
    expect(sent[0]?.signal.aborted).toBe(true);
  });

  test('is not followed by a second request if only the call that started it waits', async () => {
    useFakeTime();
    const { token, sent } = createScriptedSource([respondAfter(900, issued('slow'))]);
    expect(await advanceUntilSettled(token({ timeout: 1_000 }))).toBe('slow');
    expect(sent).toHaveLength(1);
  });

  test('is not followed by a second request if its response arrives within a quarter of the timeout of each call', async () => {
    useFakeTime();
    const { token, sent } = createScriptedSource([respondAfter(249, issued('fresh'))]);
    expect(await advanceUntilSettled(Promise.all([token({ timeout: 1_000 }), token({ timeout: 1_000 })]))).toEqual([
      'fresh',
      'fresh',
    ]);
    expect(sent).toHaveLength(1);
  });

  test('is one of at most two requests in flight, even if 20 calls wait', async () => {
    useFakeTime();
    const controller = new AbortController();
    const { token, sent } = createScriptedSource([neverResponds, neverResponds]);
    const calls = Array.from({ length: 20 }, () => rejectionOf(token({ timeout: 1_000, signal: controller.signal })));
    await advanceTime(999);
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 250]);
    controller.abort(new Error('enough'));
    await Promise.all(calls);
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  test('is followed by a third request when the second request has hung for twice the timeout of a call', async () => {
    useFakeTime();
    const { token, sent } = createScriptedSource([neverResponds, neverResponds, issued('fresh')]);
    const long = [token({ timeout: 60_000 }), token({ timeout: 60_000 })];
    await advanceTime(20_000);
    // The second request started at 15 s. A call with a timeout of 5 s may replace that request when the request is 10
    // s old.
    const short = token({ timeout: 5_000 });
    await advanceTime(4_999);
    expect(sent).toHaveLength(2);
    expect(await advanceUntilSettled(Promise.all([...long, short, token({ timeout: 5_000 })]))).toEqual(
      Array(4).fill('fresh'),
    );
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 15_000, 26_249]);
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
  });

  test('is followed by a third request when a call has waited for half of its timeout if, after a quarter, the second request is too recent to be replaced', async () => {
    useFakeTime();
    const { token, sent } = createScriptedSource([neverResponds, neverResponds, issued('fresh')]);
    const long = [token({ timeout: 60_000 }), token({ timeout: 60_000 })];
    await advanceTime(28_000);
    expect(await advanceUntilSettled(Promise.all([...long, token({ timeout: 8_000 })]))).toEqual([
      'fresh',
      'fresh',
      'fresh',
    ]);
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 15_000, 32_000]);
  });

  test('is replaced if it is the oldest request and the call that started it was aborted', async () => {
    useFakeTime();
    const { token, sent } = createScriptedSource([neverResponds, neverResponds, issued('fresh')]);
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
    const { token, sent } = createScriptedSource([respondAfter(20_000, issued('slow')), neverResponds, neverResponds]);
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
    // The third request replaced the second. The first request was kept, because it is the oldest.
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 250, 2_250]);
  });

  test('delays no call after the second request has succeeded, even if fetch ignores the abort signal', async () => {
    useFakeTime();
    const { token } = createScriptedSource([ignoresAbort, issued('fresh')]);
    expect(await advanceUntilSettled(Promise.all([token({ timeout: 60_000 }), token({ timeout: 1_000 })]))).toEqual([
      'fresh',
      'fresh',
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([2 ** 31 - 1, Number.POSITIVE_INFINITY])(
    'is not immediately followed by a second request, even if the timeout is %d ms',
    async (timeout) => {
      useFakeTime();
      const { token, sent } = createScriptedSource([respondAfter(50, issued('fresh'))]);
      expect(await advanceUntilSettled(Promise.all([token({ timeout }), token({ timeout })]))).toEqual([
        'fresh',
        'fresh',
      ]);
      expect(sent).toHaveLength(1);
    },
  );

  test('does not replace the token of a newer request if the token of the older request arrives later', async () => {
    useFakeTime();
    const late = deferred<Response>();
    const { token } = createScriptedSource([() => late.promise, issued('newer')]);
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
  test('does not make the waiting calls reject while another token request is in flight', async () => {
    useFakeTime();
    const { token } = createScriptedSource([
      respondAfter(400, createResponse(400, { error: 'invalid_request' })),
      respondAfter(500, issued('fresh')),
    ]);
    expect(await advanceUntilSettled(Promise.all([token({ timeout: 1_000 }), token({ timeout: 1_000 })]))).toEqual([
      'fresh',
      'fresh',
    ]);
  });

  test('makes all waiting calls reject with the error of the last request if no other request is in flight', async () => {
    useFakeTime();
    const { token } = createScriptedSource([
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

  test('is followed by the token request of another call that has waited for a quarter of its timeout', async () => {
    useFakeTime();
    const { token, sent } = createScriptedSource([
      neverResponds,
      respondAfter(100, createResponse(400)),
      issued('fresh'),
    ]);
    const calls = [token({ timeout: 60_000 }), token({ timeout: 1_000 }), token({ timeout: 1_200 })];
    expect(await advanceUntilSettled(Promise.all(calls))).toEqual(['fresh', 'fresh', 'fresh']);
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 250, 350]);
  });

  test('has no effect on calls that wait for another request if the failed request was aborted before', async () => {
    useFakeTime();
    const aborted = deferred<Response>();
    const { token } = createScriptedSource([() => aborted.promise, respondAfter(100, issued('fresh'))]);
    const controller = new AbortController();
    const rejection = rejectionOf(token({ signal: controller.signal }));
    await runPendingTasks();
    controller.abort(new Error('enough'));
    await rejection;
    const call = token();
    aborted.resolve(createResponse(400));
    expect(await advanceUntilSettled(call)).toBe('fresh');
  });

  test('is not retried after the deadlines of all calls, even if the timers of the calls run late', async () => {
    useFakeTime();
    const { token, sent } = createScriptedSource([createResponse(429, {}, { 'Retry-After': '4' })]);
    const call = rejectionOf(token({ timeout: 5_000 }));
    await runPendingTasks();
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 6_000);
    vi.advanceTimersByTime(4_000);
    expect(await call).toMatchObject({ name: 'TimeoutError', message: 'No call waits for the token any more' });
    expect(sent).toHaveLength(1);
  });
});

describe('several clients with one token source', () => {
  test('share the token, but not a token request in flight, if their fetch options differ', async () => {
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

  test('share token requests in flight if they have no fetch option', async () => {
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
});
