import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { clientCredentials, type TokenSource } from '../../src/index.js';
import { apiErrorOf, rejectionOf } from '../support/expected-errors.js';
import { advanceUntilSettled, NOW, runPendingTasks, useFakeTime } from '../support/fake-time.js';
import { createScriptedClient, PROFILE } from '../support/scripted-client.js';
import {
  createResponse,
  deferred,
  endlessBody,
  ignoresAbort,
  neverResponds,
  type ScriptedResponse,
} from '../support/scripted-fetch.js';

const isTimeout = (reason: unknown) => expect(reason).toMatchObject({ name: 'TimeoutError' });
const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;
const neverGiven = () => new Promise<string>(() => undefined);

describe('the deadline of a call', () => {
  test('is 60 seconds unless told otherwise', async () => {
    useFakeTime();
    const { read } = createScriptedClient([neverResponds]);
    isTimeout(await advanceUntilSettled(rejectionOf(read())));
    expect(Date.now()).toBe(NOW + 60_000);
  });

  test("is the client's, or the call's in its place", async () => {
    useFakeTime();
    const { read } = createScriptedClient([neverResponds, neverResponds], { timeout: 3_000 });
    isTimeout(await advanceUntilSettled(rejectionOf(read())));
    expect(Date.now()).toBe(NOW + 3_000);
    isTimeout(await advanceUntilSettled(rejectionOf(read({ timeout: 500 }))));
    expect(Date.now()).toBe(NOW + 3_500);
  });

  test('rejects with a DOMException, as the platform does', async () => {
    useFakeTime();
    const { read } = createScriptedClient([neverResponds]);
    expect(await advanceUntilSettled(rejectionOf(read()))).toBeInstanceOf(DOMException);
  });

  test('aborts the request', async () => {
    useFakeTime();
    const { read, sent } = createScriptedClient([neverResponds]);
    await advanceUntilSettled(rejectionOf(read()));
    expect(sent[0]?.signal.aborted).toBe(true);
    isTimeout(sent[0]?.signal.reason);
  });

  test('ends a call whose fetch ignores the signal', async () => {
    useFakeTime();
    const { read } = createScriptedClient([ignoresAbort]);
    isTimeout(await advanceUntilSettled(rejectionOf(read({ timeout: 1_000 }))));
    expect(Date.now()).toBe(NOW + 1_000);
  });

  test('covers the token', async () => {
    useFakeTime();
    const { read } = createScriptedClient([], { auth: neverGiven });
    isTimeout(await advanceUntilSettled(rejectionOf(read({ timeout: 1_000 }))));
    expect(Date.now()).toBe(NOW + 1_000);
  });

  test('covers the token request', async () => {
    useFakeTime();
    const auth = clientCredentials({ clientId: 'my-service', clientSecret: 's3cret' });
    const { read, sent } = createScriptedClient([neverResponds], { auth });
    isTimeout(await advanceUntilSettled(rejectionOf(read({ timeout: 1_000 }))));
    expect(Date.now()).toBe(NOW + 1_000);
    expect(sent[0]?.signal.aborted).toBe(true);
  });

  test.each([200, 500])('covers the body of a %i', async (status) => {
    useFakeTime();
    const { read } = createScriptedClient([endlessBody(status)]);
    isTimeout(await advanceUntilSettled(rejectionOf(read({ timeout: 1_000 }))));
    expect(Date.now()).toBe(NOW + 1_000);
  });

  test('covers all attempts and waits together', async () => {
    useFakeTime();
    const { read } = createScriptedClient([createResponse(429, {}, { 'Retry-After': '4' }), neverResponds]);
    isTimeout(await advanceUntilSettled(rejectionOf(read({ timeout: 5_000 }))));
    expect(Date.now()).toBe(NOW + 5_000);
  });

  test('lets nothing more be sent once it has passed, also where the token comes late', async () => {
    useFakeTime();
    const late = deferred<string>();
    const { read, sent } = createScriptedClient([], { auth: () => late.promise });
    isTimeout(await advanceUntilSettled(rejectionOf(read({ timeout: 1_000 }))));
    late.resolve('t0ken');
    await runPendingTasks();
    expect(sent).toEqual([]);
  });

  test('lets nothing more be sent once it has passed, also where a response comes late', async () => {
    useFakeTime();
    const late = deferred<Response>();
    const { read, sent } = createScriptedClient([() => late.promise]);
    isTimeout(await advanceUntilSettled(rejectionOf(read({ timeout: 1_000 }))));
    late.resolve(createResponse(503));
    await runPendingTasks();
    expect(sent).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the TimeoutError of a call', () => {
  const auth = () => clientCredentials({ clientId: 'my-service', clientSecret: 's3cret' });
  const unavailable = () => createResponse(503);
  const issued = () => createResponse(200, { access_token: 'fresh' });
  const cases: [string, ScriptedResponse[], TokenSource | undefined][] = [
    ['attempt 1, waiting for the response', [neverResponds], undefined],
    ['attempt 2, waiting for the response', [unavailable, neverResponds], undefined],
    ['attempt 1, reading the response', [endlessBody(200)], undefined],
    ['attempt 1, waiting for the token endpoint', [neverResponds], auth()],
    ['attempt 2, waiting for the token endpoint', [issued, unavailable, createResponse(401), neverResponds], auth()],
  ];
  test.each(cases)('names the call and says: %s', async (state, answers, auth) => {
    useFakeTime();
    const { read } = createScriptedClient(answers, auth === undefined ? {} : { auth });
    const error = await advanceUntilSettled(rejectionOf(read({ timeout: 2_000 })));
    expect(error).toBeInstanceOf(DOMException);
    isTimeout(error);
    expect(error.message).toBe(`GET /token-exchange-profiles/{id} timed out after 2000 ms (${state})`);
  });
});

describe('a process that stalls past the deadline', () => {
  test('sends no retry although the timer of the deadline is late', async () => {
    useFakeTime();
    const { read, sent } = createScriptedClient([createResponse(429, {}, { 'Retry-After': '4' })]);
    const call = rejectionOf(read({ timeout: 5_000 }));
    await runPendingTasks();
    // Time passes while no timer can run; then the timer of the delay runs first.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 6_000);
    vi.advanceTimersToNextTimer();
    expect((await call).message).toBe(
      'GET /token-exchange-profiles/{id} timed out after 5000 ms (attempt 1, waiting for the response)',
    );
    await runPendingTasks();
    expect(sent).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('sends nothing if the token comes late', async () => {
    useFakeTime();
    const late = deferred<string>();
    const { read } = createScriptedClient([], { auth: () => late.promise });
    const call = rejectionOf(read({ timeout: 1_000 }));
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000);
    late.resolve('t0ken');
    isTimeout(await call);
  });

  test('does not ask for another token after a late 401', async () => {
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
    isTimeout(await rejectionOf(read()));
    expect(auth).toHaveBeenCalledOnce();
  });

  test('sends no token request if its client authentication is ready too late', async () => {
    useFakeTime();
    const auth = clientCredentials({
      clientId: 'my-service',
      clientAuthentication: () => {
        vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
      },
    });
    const { read } = createScriptedClient([], { auth });
    const error = await rejectionOf(read());
    isTimeout(error);
    expect(error.message).toContain('timed out after 60000 ms (attempt 1, waiting for the token endpoint)');
  });

  test('rejects with a TimeoutError, not with the error of a body that broke off late', async () => {
    useFakeTime();
    const source = {
      pull: (controller: ReadableStreamDefaultController) => {
        vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
        controller.error(new TypeError('terminated'));
      },
    };
    // Nothing is pulled before the client reads.
    const body = new ReadableStream(source, { highWaterMark: 0 });
    const { read } = createScriptedClient([new Response(body, { status: 200 })]);
    isTimeout(await rejectionOf(read()));
  });

  test('rejects with a TimeoutError, not with the network error that came late', async () => {
    useFakeTime();
    const { read } = createScriptedClient([
      () => {
        vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
        throw new TypeError('fetch failed');
      },
    ]);
    isTimeout(await rejectionOf(read()));
  });
});

describe('the wall clock', () => {
  test('does not move the deadline when it is put back while a call waits', async () => {
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

describe('many calls on one signal', () => {
  test('add one listener, which the last of them removes', async () => {
    const controller = new AbortController();
    const { promise, resolve } = deferred<Response>();
    const answers = Array.from({ length: 50 }, () => () => promise.then((response) => response.clone()));
    const { read } = createScriptedClient(answers);
    const calls = Array.from({ length: 50 }, () => read({ signal: controller.signal }));
    await runPendingTasks();
    expect(listeners(controller.signal)).toBe(1);
    resolve(createResponse(200, PROFILE));
    await Promise.all(calls);
    expect(listeners(controller.signal)).toBe(0);
  });

  test('all reject with its reason', async () => {
    const controller = new AbortController();
    const { read } = createScriptedClient([neverResponds, neverResponds, neverResponds]);
    const calls = [1, 2, 3].map(() => rejectionOf(read({ signal: controller.signal })));
    await runPendingTasks();
    const reason = new Error('the user left');
    controller.abort(reason);
    expect(await Promise.all(calls)).toEqual([reason, reason, reason]);
    expect(listeners(controller.signal)).toBe(0);
  });
});

describe('an abort', () => {
  test("rejects with the signal's own reason", async () => {
    const reason = new Error('the user left');
    const controller = new AbortController();
    const { read, sent } = createScriptedClient([neverResponds]);
    const call = rejectionOf(read({ signal: controller.signal }));
    await runPendingTasks();
    controller.abort(reason);
    expect(await call).toBe(reason);
    expect(sent[0]?.signal.reason).toBe(reason);
  });

  test('is an AbortError where the signal has no reason of its own', async () => {
    const controller = new AbortController();
    const { read } = createScriptedClient([neverResponds]);
    const call = rejectionOf(read({ signal: controller.signal }));
    await runPendingTasks();
    controller.abort();
    expect((await call).name).toBe('AbortError');
  });

  test('that came before the call lets nothing be sent', async () => {
    const reason = new Error('the user left');
    const auth = vi.fn(() => 't0ken');
    const { read } = createScriptedClient([], { auth });
    expect(await rejectionOf(read({ signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(auth).not.toHaveBeenCalled();
  });

  test.each([
    ['a fetch that ignores the signal', ignoresAbort],
    ['the body of a success', endlessBody(200)],
    ['the body of a failure', endlessBody(500)],
  ])('ends %s', async (_what, silent) => {
    const reason = new Error('the user left');
    const controller = new AbortController();
    const { read } = createScriptedClient([silent]);
    const call = rejectionOf(read({ signal: controller.signal }));
    await runPendingTasks();
    controller.abort(reason);
    expect(await call).toBe(reason);
  });

  test('ends a token source that ignores the signal', async () => {
    const reason = new Error('the user left');
    const controller = new AbortController();
    const { read } = createScriptedClient([], { auth: neverGiven });
    const call = rejectionOf(read({ signal: controller.signal }));
    controller.abort(reason);
    expect(await call).toBe(reason);
  });

  test('is no failed network and is not repeated', async () => {
    const reason = new Error('the user left');
    const controller = new AbortController();
    const { read, sent } = createScriptedClient([
      () => {
        controller.abort(reason);
        throw new TypeError('fetch failed');
      },
    ]);
    expect(await rejectionOf(read({ signal: controller.signal }))).toBe(reason);
    expect(sent).toHaveLength(1);
  });

  test('after the end of a call has no effect', async () => {
    const controller = new AbortController();
    const { read, sent } = createScriptedClient([createResponse(200, PROFILE)]);
    const { data } = await read({ signal: controller.signal });
    controller.abort();
    expect(data).toEqual(PROFILE);
    expect(sent[0]?.signal.aborted).toBe(false);
  });
});

describe('a call', () => {
  test('has one timer and one listener on the signal while it runs', async () => {
    useFakeTime();
    const { signal } = new AbortController();
    const { promise, resolve } = deferred<Response>();
    const { read } = createScriptedClient([() => promise]);
    const call = read({ signal });
    await runPendingTasks();
    expect(vi.getTimerCount()).toBe(1);
    expect(listeners(signal)).toBe(1);
    resolve(createResponse(200, PROFILE));
    await call;
  });

  const ends: [string, ScriptedResponse[]][] = [
    ['with data', [createResponse(200, PROFILE)]],
    ['with an error', [createResponse(404, { message: 'gone' })]],
    ['after a wait', [createResponse(429, {}, { 'Retry-After': '4' }), createResponse(200, PROFILE)]],
    ['with a failed network', [new TypeError('a'), new TypeError('b'), new TypeError('c')]],
    ['at its deadline', [neverResponds]],
    ['at its deadline, ignoring it', [ignoresAbort]],
  ];
  test.each(ends)('that ended %s leaves no timer and no listener', async (_how, answers) => {
    useFakeTime();
    const { signal } = new AbortController();
    const { read } = createScriptedClient(answers);
    await advanceUntilSettled(read({ signal }).then(String, String));
    expect(vi.getTimerCount()).toBe(0);
    expect(listeners(signal)).toBe(0);
  });

  const aborts: [string, ScriptedResponse][] = [
    ['a request', neverResponds],
    ['a wait', createResponse(503, {}, { 'Retry-After': '4' })],
    ['a body', endlessBody(200)],
  ];
  test.each(aborts)('that was aborted in %s leaves no timer and no listener', async (_where, first) => {
    useFakeTime();
    const controller = new AbortController();
    const { read } = createScriptedClient([first]);
    const call = rejectionOf(read({ signal: controller.signal }));
    await runPendingTasks();
    controller.abort(new Error('enough'));
    await call;
    expect(vi.getTimerCount()).toBe(0);
    expect(listeners(controller.signal)).toBe(0);
  });

  test('that is refused for its arguments leaves no timer and no listener', async () => {
    useFakeTime();
    const { signal } = new AbortController();
    const { call } = createScriptedClient([]);
    await rejectionOf(call('GET', '/token-exchange-profiles/{id}', { signal }));
    await rejectionOf(call('GET', '/things', { signal, headers: { authorization: 'x' } }));
    await rejectionOf(call('GET', '/../things', { signal }));
    expect(vi.getTimerCount()).toBe(0);
    expect(listeners(signal)).toBe(0);
  });

  test('with a token of its source leaves no timer and no listener', async () => {
    useFakeTime();
    const { signal } = new AbortController();
    const auth = clientCredentials({ clientId: 'my-service', clientSecret: 's3cret' });
    const { read } = createScriptedClient(
      [createResponse(503), createResponse(200, { access_token: 'fresh' }), createResponse(404)],
      { auth },
    );
    await advanceUntilSettled(apiErrorOf(read({ signal })));
    expect(vi.getTimerCount()).toBe(0);
    expect(listeners(signal)).toBe(0);
  });
});
