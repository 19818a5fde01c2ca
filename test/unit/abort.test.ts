import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { delay, rejectOnAbort } from '../../src/wait.ts';
import { rejectionOf } from '../support/expected-errors.ts';
import { runPendingTasks, useFakeTime } from '../support/fake-time.ts';
import { createScriptedClient } from '../support/scripted-client.ts';
import { endlessResponse, ignoresAbort } from '../support/scripted-fetch.ts';

describe('aborting a call', () => {
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
});

const listenerCount = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

describe('rejectOnAbort', () => {
  test('rejects with the reason of a signal that is aborted before or during the wait, and leaves no abort listener', async () => {
    const reason = new Error('enough');
    const never = new Promise(() => undefined);
    const controller = new AbortController();
    const waiting = rejectionOf(rejectOnAbort(never, controller.signal));
    controller.abort(reason);
    expect(await waiting).toBe(reason);
    expect(await rejectionOf(rejectOnAbort(never, controller.signal))).toBe(reason);
    expect(listenerCount(controller.signal)).toBe(0);
  });

  test('settles like the promise, and leaves no abort listener', async () => {
    const { signal } = new AbortController();
    expect(await rejectOnAbort(Promise.resolve('read'), signal)).toBe('read');
    const error = new Error('cut off');
    expect(await rejectionOf(rejectOnAbort(Promise.reject(error), signal))).toBe(error);
    expect(listenerCount(signal)).toBe(0);
  });
});

describe('delay', () => {
  test('rejects with the reason of a signal that is aborted before or during the delay', async () => {
    useFakeTime();
    const reason = new Error('enough');
    expect(await rejectionOf(delay(1_000, AbortSignal.abort(reason)))).toBe(reason);
    const controller = new AbortController();
    const waiting = rejectionOf(delay(1_000, controller.signal));
    controller.abort(reason);
    expect(await waiting).toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
    expect(listenerCount(controller.signal)).toBe(0);
  });
});
