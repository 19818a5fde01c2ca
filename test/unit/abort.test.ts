import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { rejectionOf } from '../support/expected-errors.js';
import { runPendingTasks } from '../support/fake-time.js';
import { createScriptedClient, PROFILE } from '../support/scripted-client.js';
import { createResponse, deferred, endlessResponse, ignoresAbort, neverResponds } from '../support/scripted-fetch.js';

const listenerCount = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;
const neverSettles = () => new Promise<string>(() => undefined);

describe('aborting a call', () => {
  test('makes the call reject with the reason of the signal, and aborts the request', async () => {
    const reason = new Error('the user left');
    const controller = new AbortController();
    const { read, sent } = createScriptedClient([neverResponds]);
    const call = rejectionOf(read({ signal: controller.signal }));
    await runPendingTasks();
    controller.abort(reason);
    expect(await call).toBe(reason);
    expect(sent[0]?.signal.reason).toBe(reason);
  });

  test('makes the call reject with an AbortError if no reason was passed to abort()', async () => {
    const controller = new AbortController();
    const { read } = createScriptedClient([neverResponds]);
    const call = rejectionOf(read({ signal: controller.signal }));
    await runPendingTasks();
    controller.abort();
    expect((await call).name).toBe('AbortError');
  });

  test('before the call starts prevents both the token request and the API request', async () => {
    const reason = new Error('the user left');
    const auth = vi.fn(() => 't0ken');
    const { read } = createScriptedClient([], { auth });
    expect(await rejectionOf(read({ signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(auth).not.toHaveBeenCalled();
  });

  test.each([
    ['even if fetch ignores the signal', ignoresAbort],
    ['while the body of a 200 response is read', endlessResponse(200)],
    ['while the body of a 500 response is read', endlessResponse(500)],
  ])('ends the call %s', async (_case, response) => {
    const reason = new Error('the user left');
    const controller = new AbortController();
    const { read } = createScriptedClient([response]);
    const call = rejectionOf(read({ signal: controller.signal }));
    await runPendingTasks();
    controller.abort(reason);
    expect(await call).toBe(reason);
  });

  test('ends the call even if the token source ignores the signal', async () => {
    const reason = new Error('the user left');
    const controller = new AbortController();
    const { read } = createScriptedClient([], { auth: neverSettles });
    const call = rejectionOf(read({ signal: controller.signal }));
    controller.abort(reason);
    expect(await call).toBe(reason);
  });

  test('does not make the call throw a NetworkError or send a retry', async () => {
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

  test('has no effect after the call has ended', async () => {
    const controller = new AbortController();
    const { read, sent } = createScriptedClient([createResponse(200, PROFILE)]);
    const { data } = await read({ signal: controller.signal });
    controller.abort();
    expect(data).toEqual(PROFILE);
    expect(sent[0]?.signal.aborted).toBe(false);
  });
});

describe('many calls with the same abort signal', () => {
  test('add one abort listener, which is removed when the last call ends', async () => {
    const controller = new AbortController();
    const { promise, resolve } = deferred<Response>();
    const responses = Array.from({ length: 50 }, () => () => promise.then((response) => response.clone()));
    const { read } = createScriptedClient(responses);
    const calls = Array.from({ length: 50 }, () => read({ signal: controller.signal }));
    await runPendingTasks();
    expect(listenerCount(controller.signal)).toBe(1);
    resolve(createResponse(200, PROFILE));
    await Promise.all(calls);
    expect(listenerCount(controller.signal)).toBe(0);
  });

  test('all reject with the reason of the signal', async () => {
    const controller = new AbortController();
    const { read } = createScriptedClient([neverResponds, neverResponds, neverResponds]);
    const calls = [1, 2, 3].map(() => rejectionOf(read({ signal: controller.signal })));
    await runPendingTasks();
    const reason = new Error('the user left');
    controller.abort(reason);
    expect(await Promise.all(calls)).toEqual([reason, reason, reason]);
    expect(listenerCount(controller.signal)).toBe(0);
  });
});
