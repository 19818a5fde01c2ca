import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { clientCredentials, type TokenSource } from '../../src/index.js';
import { failure, rejection } from '../support/expected-errors.js';
import { elapse, NOW, stopTime, turn } from '../support/fake-time.js';
import { PROFILE, tenant } from '../support/scripted-client.js';
import { type Answer, answer, deafSilence, endless, later, silence } from '../support/scripted-fetch.js';

const isTimeout = (reason: unknown) => expect(reason).toMatchObject({ name: 'TimeoutError' });
const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;
const neverGiven = () => new Promise<string>(() => undefined);

describe('the deadline of a call', () => {
  test('is 60 seconds unless told otherwise', async () => {
    stopTime();
    const { read } = tenant([silence]);
    isTimeout(await elapse(rejection(read())));
    expect(Date.now()).toBe(NOW + 60_000);
  });

  test("is the client's, or the call's in its place", async () => {
    stopTime();
    const { read } = tenant([silence, silence], { timeout: 3_000 });
    isTimeout(await elapse(rejection(read())));
    expect(Date.now()).toBe(NOW + 3_000);
    isTimeout(await elapse(rejection(read({ timeout: 500 }))));
    expect(Date.now()).toBe(NOW + 3_500);
  });

  test('rejects with a DOMException, as the platform does', async () => {
    stopTime();
    const { read } = tenant([silence]);
    expect(await elapse(rejection(read()))).toBeInstanceOf(DOMException);
  });

  test('aborts the request', async () => {
    stopTime();
    const { read, sent } = tenant([silence]);
    await elapse(rejection(read()));
    expect(sent[0]?.signal.aborted).toBe(true);
    isTimeout(sent[0]?.signal.reason);
  });

  test('ends a call whose fetch ignores the signal', async () => {
    stopTime();
    const { read } = tenant([deafSilence]);
    isTimeout(await elapse(rejection(read({ timeout: 1_000 }))));
    expect(Date.now()).toBe(NOW + 1_000);
  });

  test('covers the token', async () => {
    stopTime();
    const { read } = tenant([], { auth: neverGiven });
    isTimeout(await elapse(rejection(read({ timeout: 1_000 }))));
    expect(Date.now()).toBe(NOW + 1_000);
  });

  test('covers the token request', async () => {
    stopTime();
    const auth = clientCredentials({ clientId: 'my-service', clientSecret: 's3cret' });
    const { read, sent } = tenant([silence], { auth });
    isTimeout(await elapse(rejection(read({ timeout: 1_000 }))));
    expect(Date.now()).toBe(NOW + 1_000);
    expect(sent[0]?.signal.aborted).toBe(true);
  });

  test.each([200, 500])('covers the body of a %i', async (status) => {
    stopTime();
    const { read } = tenant([endless(status)]);
    isTimeout(await elapse(rejection(read({ timeout: 1_000 }))));
    expect(Date.now()).toBe(NOW + 1_000);
  });

  test('covers all attempts and waits together', async () => {
    stopTime();
    const { read } = tenant([answer(429, {}, { 'Retry-After': '4' }), silence]);
    isTimeout(await elapse(rejection(read({ timeout: 5_000 }))));
    expect(Date.now()).toBe(NOW + 5_000);
  });

  test('lets nothing more be sent once it has passed, also where the token comes late', async () => {
    stopTime();
    const late = later<string>();
    const { read, sent } = tenant([], { auth: () => late.promise });
    isTimeout(await elapse(rejection(read({ timeout: 1_000 }))));
    late.resolve('t0ken');
    await turn();
    expect(sent).toEqual([]);
  });

  test('lets nothing more be sent once it has passed, also where a response comes late', async () => {
    stopTime();
    const late = later<Response>();
    const { read, sent } = tenant([() => late.promise]);
    isTimeout(await elapse(rejection(read({ timeout: 1_000 }))));
    late.resolve(answer(503));
    await turn();
    expect(sent).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the TimeoutError of a call', () => {
  const auth = () => clientCredentials({ clientId: 'my-service', clientSecret: 's3cret' });
  const unavailable = () => answer(503);
  const issued = () => answer(200, { access_token: 'fresh' });
  const cases: [string, Answer[], TokenSource | undefined][] = [
    ['attempt 1, waiting for the response', [silence], undefined],
    ['attempt 2, waiting for the response', [unavailable, silence], undefined],
    ['attempt 1, reading the response', [endless(200)], undefined],
    ['attempt 1, waiting for the token endpoint', [silence], auth()],
    ['attempt 2, waiting for the token endpoint', [issued, unavailable, answer(401), silence], auth()],
  ];
  test.each(cases)('names the call and says: %s', async (state, answers, auth) => {
    stopTime();
    const { read } = tenant(answers, auth === undefined ? {} : { auth });
    const error = await elapse(rejection(read({ timeout: 2_000 })));
    expect(error).toBeInstanceOf(DOMException);
    isTimeout(error);
    expect(error.message).toBe(`GET /token-exchange-profiles/{id} timed out after 2000 ms (${state})`);
  });
});

describe('a process that stalls past the deadline', () => {
  test('sends no retry although the timer of the deadline is late', async () => {
    stopTime();
    const { read, sent } = tenant([answer(429, {}, { 'Retry-After': '4' })]);
    const call = rejection(read({ timeout: 5_000 }));
    await turn();
    // Time passes while no timer can run; then the timer of the delay runs first.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 6_000);
    vi.advanceTimersToNextTimer();
    expect((await call).message).toBe(
      'GET /token-exchange-profiles/{id} timed out after 5000 ms (attempt 1, waiting for the response)',
    );
    await turn();
    expect(sent).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('sends nothing if the token comes late', async () => {
    stopTime();
    const late = later<string>();
    const { read } = tenant([], { auth: () => late.promise });
    const call = rejection(read({ timeout: 1_000 }));
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000);
    late.resolve('t0ken');
    isTimeout(await call);
  });

  test('does not ask for another token after a late 401', async () => {
    stopTime();
    const auth = vi.fn(() => 't0ken');
    const { read } = tenant(
      [
        () => {
          vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
          return answer(401);
        },
      ],
      { auth },
    );
    isTimeout(await rejection(read()));
    expect(auth).toHaveBeenCalledOnce();
  });

  test('sends no token request if its client authentication is ready too late', async () => {
    stopTime();
    const auth = clientCredentials({
      clientId: 'my-service',
      clientAuthentication: () => {
        vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
      },
    });
    const { read } = tenant([], { auth });
    const error = await rejection(read());
    isTimeout(error);
    expect(error.message).toContain('timed out after 60000 ms (attempt 1, waiting for the token endpoint)');
  });

  test('rejects with a TimeoutError, not with the error of a body that broke off late', async () => {
    stopTime();
    const source = {
      pull: (controller: ReadableStreamDefaultController) => {
        vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
        controller.error(new TypeError('terminated'));
      },
    };
    // Nothing is pulled before the client reads.
    const body = new ReadableStream(source, { highWaterMark: 0 });
    const { read } = tenant([new Response(body, { status: 200 })]);
    isTimeout(await rejection(read()));
  });

  test('rejects with a TimeoutError, not with the network error that came late', async () => {
    stopTime();
    const { read } = tenant([
      () => {
        vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
        throw new TypeError('fetch failed');
      },
    ]);
    isTimeout(await rejection(read()));
  });
});

describe('the wall clock', () => {
  test('does not move the deadline when it is put back while a call waits', async () => {
    stopTime();
    const { read, sent } = tenant([answer(429, {}, { 'Retry-After': '4' }), answer(200, PROFILE)]);
    const call = read({ timeout: 5_000 });
    await turn();
    vi.setSystemTime(NOW - 3_600_000);
    expect((await elapse(call)).data).toEqual(PROFILE);
    expect(sent).toHaveLength(2);
  });
});

describe('many calls on one signal', () => {
  test('add one listener, which the last of them removes', async () => {
    const controller = new AbortController();
    const { promise, resolve } = later<Response>();
    const answers = Array.from({ length: 50 }, () => () => promise.then((response) => response.clone()));
    const { read } = tenant(answers);
    const calls = Array.from({ length: 50 }, () => read({ signal: controller.signal }));
    await turn();
    expect(listeners(controller.signal)).toBe(1);
    resolve(answer(200, PROFILE));
    await Promise.all(calls);
    expect(listeners(controller.signal)).toBe(0);
  });

  test('all reject with its reason', async () => {
    const controller = new AbortController();
    const { read } = tenant([silence, silence, silence]);
    const calls = [1, 2, 3].map(() => rejection(read({ signal: controller.signal })));
    await turn();
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
    const { read, sent } = tenant([silence]);
    const call = rejection(read({ signal: controller.signal }));
    await turn();
    controller.abort(reason);
    expect(await call).toBe(reason);
    expect(sent[0]?.signal.reason).toBe(reason);
  });

  test('is an AbortError where the signal has no reason of its own', async () => {
    const controller = new AbortController();
    const { read } = tenant([silence]);
    const call = rejection(read({ signal: controller.signal }));
    await turn();
    controller.abort();
    expect((await call).name).toBe('AbortError');
  });

  test('that came before the call lets nothing be sent', async () => {
    const reason = new Error('the user left');
    const auth = vi.fn(() => 't0ken');
    const { read } = tenant([], { auth });
    expect(await rejection(read({ signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(auth).not.toHaveBeenCalled();
  });

  test.each([
    ['a fetch that ignores the signal', deafSilence],
    ['the body of a success', endless(200)],
    ['the body of a failure', endless(500)],
  ])('ends %s', async (_what, silent) => {
    const reason = new Error('the user left');
    const controller = new AbortController();
    const { read } = tenant([silent]);
    const call = rejection(read({ signal: controller.signal }));
    await turn();
    controller.abort(reason);
    expect(await call).toBe(reason);
  });

  test('ends a token source that ignores the signal', async () => {
    const reason = new Error('the user left');
    const controller = new AbortController();
    const { read } = tenant([], { auth: neverGiven });
    const call = rejection(read({ signal: controller.signal }));
    controller.abort(reason);
    expect(await call).toBe(reason);
  });

  test('is no failed network and is not repeated', async () => {
    const reason = new Error('the user left');
    const controller = new AbortController();
    const { read, sent } = tenant([
      () => {
        controller.abort(reason);
        throw new TypeError('fetch failed');
      },
    ]);
    expect(await rejection(read({ signal: controller.signal }))).toBe(reason);
    expect(sent).toHaveLength(1);
  });

  test('after the end of a call has no effect', async () => {
    const controller = new AbortController();
    const { read, sent } = tenant([answer(200, PROFILE)]);
    const { data } = await read({ signal: controller.signal });
    controller.abort();
    expect(data).toEqual(PROFILE);
    expect(sent[0]?.signal.aborted).toBe(false);
  });
});

describe('a call', () => {
  test('has one timer and one listener on the signal while it runs', async () => {
    stopTime();
    const { signal } = new AbortController();
    const { promise, resolve } = later<Response>();
    const { read } = tenant([() => promise]);
    const call = read({ signal });
    await turn();
    expect(vi.getTimerCount()).toBe(1);
    expect(listeners(signal)).toBe(1);
    resolve(answer(200, PROFILE));
    await call;
  });

  const ends: [string, Answer[]][] = [
    ['with data', [answer(200, PROFILE)]],
    ['with an error', [answer(404, { message: 'gone' })]],
    ['after a wait', [answer(429, {}, { 'Retry-After': '4' }), answer(200, PROFILE)]],
    ['with a failed network', [new TypeError('a'), new TypeError('b'), new TypeError('c')]],
    ['at its deadline', [silence]],
    ['at its deadline, ignoring it', [deafSilence]],
  ];
  test.each(ends)('that ended %s leaves no timer and no listener', async (_how, answers) => {
    stopTime();
    const { signal } = new AbortController();
    const { read } = tenant(answers);
    await elapse(read({ signal }).then(String, String));
    expect(vi.getTimerCount()).toBe(0);
    expect(listeners(signal)).toBe(0);
  });

  const aborts: [string, Answer][] = [
    ['a request', silence],
    ['a wait', answer(503, {}, { 'Retry-After': '4' })],
    ['a body', endless(200)],
  ];
  test.each(aborts)('that was aborted in %s leaves no timer and no listener', async (_where, first) => {
    stopTime();
    const controller = new AbortController();
    const { read } = tenant([first]);
    const call = rejection(read({ signal: controller.signal }));
    await turn();
    controller.abort(new Error('enough'));
    await call;
    expect(vi.getTimerCount()).toBe(0);
    expect(listeners(controller.signal)).toBe(0);
  });

  test('that is refused for its arguments leaves no timer and no listener', async () => {
    stopTime();
    const { signal } = new AbortController();
    const { call } = tenant([]);
    await rejection(call('GET', '/token-exchange-profiles/{id}', { signal }));
    await rejection(call('GET', '/things', { signal, headers: { authorization: 'x' } }));
    await rejection(call('GET', '/../things', { signal }));
    expect(vi.getTimerCount()).toBe(0);
    expect(listeners(signal)).toBe(0);
  });

  test('with a token of its source leaves no timer and no listener', async () => {
    stopTime();
    const { signal } = new AbortController();
    const auth = clientCredentials({ clientId: 'my-service', clientSecret: 's3cret' });
    const { read } = tenant([answer(503), answer(200, { access_token: 'fresh' }), answer(404)], { auth });
    await elapse(failure(read({ signal })));
    expect(vi.getTimerCount()).toBe(0);
    expect(listeners(signal)).toBe(0);
  });
});
