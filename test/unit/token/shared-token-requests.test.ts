import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { clientCredentials, createManagementClient } from '../../../src/index.ts';
import { shareRequests, type Token } from '../../../src/token/shared-token-requests.ts';
import { rejectionOf } from '../../support/expected-errors.ts';
import { advanceTime, advanceUntilSettled, NOW, runPendingTasks, useFakeTime } from '../../support/fake-time.ts';
import { CLIENT, createScriptedSource, profileParams } from '../../support/scripted-client.ts';
import { createResponse, deferred, neverResponds, respondAfter, tenantFetch } from '../../support/scripted-fetch.ts';

beforeEach(() => useFakeTime());

const issued = (access_token: string) => createResponse(200, { access_token, expires_in: 3600 });

describe('calls that wait for a token', () => {
  test('send no token request if they are already aborted', async () => {
    const { token } = createScriptedSource([]);
    const enough = new Error('enough');
    expect(await rejectionOf(token({ signal: AbortSignal.abort(enough) }))).toBe(enough);
  });
});

describe('a token request that hangs or is slow', () => {
  test('makes no call fail: 100 calls within 10 s all get the token of a second request', async () => {
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
    const { token, sent } = createScriptedSource([neverResponds, issued('fresh')]);
    const first = token({ timeout: 60_000 });
    await advanceTime(1_000);
    const second = token({ timeout: 2_000 });
    expect(await advanceUntilSettled(Promise.all([first, second]))).toEqual(['fresh', 'fresh']);
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 1_500]);
    expect(sent[0]?.signal.aborted).toBe(true);
  });

  test('is one of at most two requests in flight, even if 20 calls wait', async () => {
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

  test('is not replaced if it is the oldest request and the call that started it still waits', async () => {
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

  test('does not replace the token of a newer request if the token of the older request arrives later', async () => {
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
  test.each([100, 1_100])(
    'after %i ms is immediately followed by the token request of another call that has waited for a quarter of its timeout',
    async (ms) => {
      const { token, sent } = createScriptedSource([
        neverResponds,
        respondAfter(ms, createResponse(400)),
        issued('fresh'),
      ]);
      const calls = [60_000, 2_000, 2_000].map((timeout) => token({ timeout }));
      expect(await advanceUntilSettled(Promise.all(calls))).toEqual(['fresh', 'fresh', 'fresh']);
      expect(sent.map(({ at }) => at - NOW)).toEqual([0, 500, 500 + ms]);
    },
  );

  test('that never ends leaves no timer after the timeouts of the calls', async () => {
    const { token } = createScriptedSource([neverResponds, neverResponds]);
    for (const timeout of [1_000, 2_000, 3_000]) void token({ timeout });
    await advanceTime(3_001);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is not retried after the deadlines of all calls, even if the timers of the calls run late', async () => {
    const { token, sent } = createScriptedSource([createResponse(429, {}, { 'Retry-After': '4' })]);
    const call = rejectionOf(token({ timeout: 5_000 }));
    await runPendingTasks();
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 6_000);
    vi.advanceTimersByTime(4_000);
    expect(await call).toMatchObject({ name: 'AbortError' });
    expect(sent).toHaveLength(1);
  });
});

test('the token of an aborted token request is not kept if it arrives later, such as from a store', async () => {
  const kept: Token[] = [];
  const late = deferred<Token>();
  const share = shareRequests(
    () => late.promise,
    (token) => kept.push(token),
  );
  const controller = new AbortController();
  const { signal } = controller;
  const call = rejectionOf(share({ signal, timeout: 1_000, attemptTimeout: undefined, rejected: undefined }));
  controller.abort(new Error('the user left'));
  expect((await call).message).toBe('the user left');
  late.resolve({ token: 'late', freshUntil: 0 });
  await late.promise;
  expect(kept).toEqual([]);
});
