import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { waitAtMost } from '../../src/token/wait-at-most.ts';
import { delay, rejectOnAbort } from '../../src/wait.ts';
import { rejectionOf } from '../support/expected-errors.ts';
import { useFakeTime } from '../support/fake-time.ts';

const listenerCount = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

describe('waitAtMost', () => {
  test('returns the value of the promise, and leaves no timer and no abort listener', async () => {
    useFakeTime();
    const { signal } = new AbortController();
    expect(await waitAtMost(Promise.resolve('value'), 1_000, signal)).toBe('value');
    expect(vi.getTimerCount()).toBe(0);
    expect(listenerCount(signal)).toBe(0);
  });

  test('rejects with the reason of an aborted signal, and leaves no unhandled rejection of the promise', async () => {
    useFakeTime();
    const reason = new Error('enough');
    // Vitest fails the run for an unhandled rejection.
    const rejected = Promise.reject(new Error('failed'));
    expect(await rejectionOf(waitAtMost(rejected, 1_000, AbortSignal.abort(reason)))).toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
  });
});

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
