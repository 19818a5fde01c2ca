import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { clientCredentials, TimeoutError, type TokenSource } from '../../src/index.js';
import { apiErrorOf, rejectionOf } from '../support/expected-errors.js';
import { advanceUntilSettled, NOW, runPendingTasks, useFakeTime } from '../support/fake-time.js';
import { CLIENT, createScriptedClient, PROFILE } from '../support/scripted-client.js';
import {
  createResponse,
  deferred,
  endlessResponse,
  ignoresAbort,
  neverResponds,
  type ScriptedResponse,
} from '../support/scripted-fetch.js';

const expectTimeoutError = (reason: unknown) => expect(reason).toMatchObject({ name: 'TimeoutError' });
const listenerCount = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;
const neverSettles = () => new Promise<string>(() => undefined);

describe('the timeout of a call', () => {
  test('is 60 seconds by default', async () => {
    useFakeTime();
    const { read } = createScriptedClient([neverResponds]);
    expectTimeoutError(await advanceUntilSettled(rejectionOf(read())));
    expect(Date.now()).toBe(NOW + 60_000);
  });

  test('is the timeout option of the call or, without this option, the timeout option of the client', async () => {
    useFakeTime();
    const { read } = createScriptedClient([neverResponds, neverResponds], { timeout: 3_000 });
    expectTimeoutError(await advanceUntilSettled(rejectionOf(read())));
    expect(Date.now()).toBe(NOW + 3_000);
    expectTimeoutError(await advanceUntilSettled(rejectionOf(read({ timeout: 500 }))));
    expect(Date.now()).toBe(NOW + 3_500);
  });

  test('makes the call reject with a TimeoutError', async () => {
    useFakeTime();
    const { read } = createScriptedClient([neverResponds]);
    expect(await advanceUntilSettled(rejectionOf(read()))).toBeInstanceOf(TimeoutError);
  });

  test('aborts the signal of the request with the TimeoutError', async () => {
    useFakeTime();
    const { read, sent } = createScriptedClient([neverResponds]);
    await advanceUntilSettled(rejectionOf(read()));
    expect(sent[0]?.signal.aborted).toBe(true);
    expectTimeoutError(sent[0]?.signal.reason);
  });

  test('ends a call even if fetch ignores the signal', async () => {
    useFakeTime();
    const { read } = createScriptedClient([ignoresAbort]);
    expectTimeoutError(await advanceUntilSettled(rejectionOf(read({ timeout: 1_000 }))));
    expect(Date.now()).toBe(NOW + 1_000);
  });

  test('includes the time that the token source takes', async () => {
    useFakeTime();
    const { read } = createScriptedClient([], { auth: neverSettles });
    expectTimeoutError(await advanceUntilSettled(rejectionOf(read({ timeout: 1_000 }))));
    expect(Date.now()).toBe(NOW + 1_000);
  });

  test('includes the time of the token request, which is aborted when the call times out', async () => {
    useFakeTime();
    const auth = clientCredentials(CLIENT);
    const { read, sent } = createScriptedClient([neverResponds], { auth });
    expectTimeoutError(await advanceUntilSettled(rejectionOf(read({ timeout: 1_000 }))));
    expect(Date.now()).toBe(NOW + 1_000);
    expect(sent[0]?.signal.aborted).toBe(true);
  });

  test.each([200, 500])('includes the time to read the body of a %i response', async (status) => {
    useFakeTime();
    const { read } = createScriptedClient([endlessResponse(status)]);
    expectTimeoutError(await advanceUntilSettled(rejectionOf(read({ timeout: 1_000 }))));
    expect(Date.now()).toBe(NOW + 1_000);
  });

  test('includes all attempts and the delays between them', async () => {
    useFakeTime();
    const { read } = createScriptedClient([createResponse(429, {}, { 'Retry-After': '4' }), neverResponds]);
    expectTimeoutError(await advanceUntilSettled(rejectionOf(read({ timeout: 5_000 }))));
    expect(Date.now()).toBe(NOW + 5_000);
  });

  test('prevents the API request if the token arrives after the timeout', async () => {
    useFakeTime();
    const late = deferred<string>();
    const { read, sent } = createScriptedClient([], { auth: () => late.promise });
    expectTimeoutError(await advanceUntilSettled(rejectionOf(read({ timeout: 1_000 }))));
    late.resolve('t0ken');
    await runPendingTasks();
    expect(sent).toEqual([]);
  });

  test('prevents a retry if a 503 response arrives after the timeout', async () => {
    useFakeTime();
    const late = deferred<Response>();
    const { read, sent } = createScriptedClient([() => late.promise]);
    expectTimeoutError(await advanceUntilSettled(rejectionOf(read({ timeout: 1_000 }))));
    late.resolve(createResponse(503));
    await runPendingTasks();
    expect(sent).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the TimeoutError of a call', () => {
  const auth = () => clientCredentials(CLIENT);
  const unavailable = () => createResponse(503);
  const issued = () => createResponse(200, { access_token: 'fresh' });
  const cases: [string, ScriptedResponse[], TokenSource | undefined][] = [
    ['attempt 1, waiting for the response', [neverResponds], undefined],
    ['attempt 2, waiting for the response', [unavailable, neverResponds], undefined],
    ['attempt 1, reading the response', [endlessResponse(200)], undefined],
    ['not sent, waiting for the token endpoint', [neverResponds], auth()],
    ['attempt 2, waiting for the token endpoint', [issued, unavailable, createResponse(401), neverResponds], auth()],
  ];
  test.each(cases)(
    'names the method, the path, the timeout, the attempt and the activity: %s',
    async (activity, responses, auth) => {
      useFakeTime();
      const { read } = createScriptedClient(responses, auth === undefined ? {} : { auth });
      const error = await advanceUntilSettled(rejectionOf(read({ timeout: 2_000 })));
      expect(error).toBeInstanceOf(TimeoutError);
      expectTimeoutError(error);
      expect(error.message).toBe(`GET /token-exchange-profiles/{id} timed out after 2000 ms (${activity})`);
    },
  );
});

describe('a call whose process is stalled until after the deadline', () => {
  test.each([
    [429, 'waiting for the rate limit'],
    [503, 'waiting for the response'],
  ])('sends no retry after a %i, even if the timer of the deadline runs late', async (status, activity) => {
    useFakeTime();
    const { read, sent } = createScriptedClient([createResponse(status, {}, { 'Retry-After': '4' })]);
    const call = rejectionOf(read({ timeout: 5_000 }));
    await runPendingTasks();
    // Let time pass while no timer can run. After that, the timer of the delay runs before the timer of the deadline.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 6_000);
    vi.advanceTimersToNextTimer();
    expect((await call).message).toBe(
      `GET /token-exchange-profiles/{id} timed out after 5000 ms (attempt 1, ${activity})`,
    );
    await runPendingTasks();
    expect(sent).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('sends no API request if the token arrives after the deadline', async () => {
    useFakeTime();
    const late = deferred<string>();
    const { read } = createScriptedClient([], { auth: () => late.promise });
    const call = rejectionOf(read({ timeout: 1_000 }));
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000);
    late.resolve('t0ken');
    expectTimeoutError(await call);
  });

  test('requests no other token if a 401 arrives after the deadline', async () => {
    useFakeTime();
    const auth = vi.fn(() => 't0ken');
    const { read } = createScriptedClient(
      [
        () => {
          vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
          return createResponse(401);
        },
      ],
      { auth },
    );
    expectTimeoutError(await rejectionOf(read()));
    expect(auth).toHaveBeenCalledOnce();
  });

  test('sends no token request if the client authentication finishes after the deadline', async () => {
    useFakeTime();
    const auth = clientCredentials({
      clientId: 'my-service',
      clientAuthentication: () => {
        vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
      },
    });
    const { read } = createScriptedClient([], { auth });
    const error = await rejectionOf(read());
    expectTimeoutError(error);
    expect(error.message).toContain('timed out after 60000 ms (not sent, waiting for the token endpoint)');
  });

  test('rejects with a TimeoutError, not with a NetworkError, if the body is cut off after the deadline', async () => {
    useFakeTime();
    const source = {
      pull: (controller: ReadableStreamDefaultController) => {
        vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
        controller.error(new TypeError('terminated'));
      },
    };
    // With a high-water mark of 0, the stream does not call `pull` before the client reads.
    const body = new ReadableStream(source, { highWaterMark: 0 });
    const { read } = createScriptedClient([new Response(body, { status: 200 })]);
    expectTimeoutError(await rejectionOf(read()));
  });

  test('rejects with a TimeoutError, not with a NetworkError, if fetch rejects after the deadline', async () => {
    useFakeTime();
    const { read } = createScriptedClient([
      () => {
        vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
        throw new TypeError('fetch failed');
      },
    ]);
    expectTimeoutError(await rejectionOf(read()));
  });
});

describe('a change of the wall clock', () => {
  test('does not move the deadline of a call that waits before a retry', async () => {
    useFakeTime();
    const { read, sent } = createScriptedClient([
      createResponse(429, {}, { 'Retry-After': '4' }),
      createResponse(200, PROFILE),
    ]);
    const call = read({ timeout: 5_000 });
    await runPendingTasks();
    vi.setSystemTime(NOW - 3_600_000);
    expect((await advanceUntilSettled(call)).data).toEqual(PROFILE);
    expect(sent).toHaveLength(2);
  });
});

describe('the timer and the abort listener of a call', () => {
  test('exist only once while the call runs', async () => {
    useFakeTime();
    const { signal } = new AbortController();
    const { promise, resolve } = deferred<Response>();
    const { read } = createScriptedClient([() => promise]);
    const call = read({ signal });
    await runPendingTasks();
    expect(vi.getTimerCount()).toBe(1);
    expect(listenerCount(signal)).toBe(1);
    resolve(createResponse(200, PROFILE));
    await call;
  });

  const outcomes: [string, ScriptedResponse[]][] = [
    ['succeeds', [createResponse(200, PROFILE)]],
    ['returns an error', [createResponse(404, { message: 'gone' })]],
    ['succeeds after a retry', [createResponse(429, {}, { 'Retry-After': '4' }), createResponse(200, PROFILE)]],
    ['throws a NetworkError', [new TypeError('a'), new TypeError('b'), new TypeError('c')]],
    ['times out', [neverResponds]],
    ['times out while fetch ignores the signal', [ignoresAbort]],
  ];
  test.each(outcomes)('are removed if the call %s', async (_outcome, responses) => {
    useFakeTime();
    const { signal } = new AbortController();
    const { read } = createScriptedClient(responses);
    await advanceUntilSettled(read({ signal }).then(String, String));
    expect(vi.getTimerCount()).toBe(0);
    expect(listenerCount(signal)).toBe(0);
  });

  const aborts: [string, ScriptedResponse][] = [
    ['while it waits for the response', neverResponds],
    ['during the delay before a retry', createResponse(503, {}, { 'Retry-After': '4' })],
    ['while it reads the body', endlessResponse(200)],
  ];
  test.each(aborts)('are removed if the call is aborted %s', async (_moment, response) => {
    useFakeTime();
    const controller = new AbortController();
    const { read } = createScriptedClient([response]);
    const call = rejectionOf(read({ signal: controller.signal }));
    await runPendingTasks();
    controller.abort(new Error('enough'));
    await call;
    expect(vi.getTimerCount()).toBe(0);
    expect(listenerCount(controller.signal)).toBe(0);
  });

  test('are removed if the call throws because of invalid arguments', async () => {
    useFakeTime();
    const { signal } = new AbortController();
    const { call } = createScriptedClient([]);
    await rejectionOf(call('GET', '/token-exchange-profiles/{id}', { signal }));
    await rejectionOf(call('GET', '/things', { signal, headers: { authorization: 'x' } }));
    await rejectionOf(call('GET', '/../things', { signal }));
    expect(vi.getTimerCount()).toBe(0);
    expect(listenerCount(signal)).toBe(0);
  });

  test('are removed if the call requests a token from clientCredentials', async () => {
    useFakeTime();
    const { signal } = new AbortController();
    const auth = clientCredentials(CLIENT);
    const { read } = createScriptedClient(
      [createResponse(503), createResponse(200, { access_token: 'fresh' }), createResponse(404)],
      { auth },
    );
    await advanceUntilSettled(apiErrorOf(read({ signal })));
    expect(vi.getTimerCount()).toBe(0);
    expect(listenerCount(signal)).toBe(0);
  });
});
