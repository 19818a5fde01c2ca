import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { settleWithin, TIME_OVER } from '../../src/token/settle-within.js';
import { delay, onAbort, settleUnlessAborted } from '../../src/wait.js';
import { rejectionOf } from '../support/expected-errors.js';
import { advanceUntilSettled, useFakeTime } from '../support/fake-time.js';

const listenerCount = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

describe('onAbort', () => {
  test('calls each callback once, in the order of registration', () => {
    const controller = new AbortController();
    const calls: string[] = [];
    onAbort(controller.signal, () => calls.push('first'));
    onAbort(controller.signal, () => calls.push('second'));
    controller.abort();
    expect(calls).toEqual(['first', 'second']);
  });

  test('calls the callbacks of a signal that already has a listener for abort', () => {
    const controller = new AbortController();
    controller.signal.addEventListener('abort', () => undefined);
    const callback = vi.fn();
    onAbort(controller.signal, callback);
    controller.abort();
    expect(callback).toHaveBeenCalledOnce();
  });

  test('allows two registrations of one callback, which are removed separately', () => {
    const controller = new AbortController();
    const callback = vi.fn();
    const remove = onAbort(controller.signal, callback);
    onAbort(controller.signal, callback);
    remove();
    controller.abort();
    expect(callback).toHaveBeenCalledOnce();
  });

  test('adds one abort listener to a signal, and removes it with the last callback', () => {
    const { signal } = new AbortController();
    const removals = Array.from({ length: 20 }, () => onAbort(signal, () => undefined));
    expect(listenerCount(signal)).toBe(1);
    for (const remove of removals.slice(1)) remove();
    expect(listenerCount(signal)).toBe(1);
    removals[0]?.();
    expect(listenerCount(signal)).toBe(0);
    onAbort(signal, () => undefined);
    expect(listenerCount(signal)).toBe(1);
  });

  test('returns a function that has no effect when it is called a second time', () => {
    const controller = new AbortController();
    const remove = onAbort(controller.signal, () => undefined);
    remove();
    const later = vi.fn();
    onAbort(controller.signal, later);
    remove();
    expect(listenerCount(controller.signal)).toBe(1);
    onAbort(controller.signal, () => undefined);
    expect(listenerCount(controller.signal)).toBe(1);
    controller.abort();
    expect(later).toHaveBeenCalledOnce();
  });

  test('calls the other callbacks if one of them removes itself', () => {
    const controller = new AbortController();
    const other = vi.fn();
    const remove = onAbort(controller.signal, () => remove());
    onAbort(controller.signal, other);
    controller.abort();
    expect(other).toHaveBeenCalledOnce();
  });
});

describe('settleWithin', () => {
  test('returns the value of the promise, and leaves no timer and no abort listener', async () => {
    useFakeTime();
    const { signal } = new AbortController();
    expect(await settleWithin(Promise.resolve('value'), 1_000, signal)).toBe('value');
    expect(vi.getTimerCount()).toBe(0);
    expect(listenerCount(signal)).toBe(0);
  });

  test('returns TIME_OVER if the promise does not settle within the timeout', async () => {
    useFakeTime();
    const { signal } = new AbortController();
    expect(await advanceUntilSettled(settleWithin(new Promise(() => undefined), 1_000, signal))).toBe(TIME_OVER);
    expect(listenerCount(signal)).toBe(0);
  });

  test('rejects with the reason of an aborted signal, and leaves no unhandled rejection of the promise', async () => {
    useFakeTime();
    const reason = new Error('enough');
    // Vitest fails the run for an unhandled rejection.
    const rejected = Promise.reject(new Error('failed'));
    expect(await rejectionOf(settleWithin(rejected, 1_000, AbortSignal.abort(reason)))).toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('rejects with the error of the promise', async () => {
    useFakeTime();
    const reason = new Error('failed');
    const { signal } = new AbortController();
    expect(await rejectionOf(settleWithin(Promise.reject(reason), 1_000, signal))).toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('settleUnlessAborted', () => {
  test('returns the value or throws the error of the promise, and leaves no abort listener', async () => {
    const { signal } = new AbortController();
    const reason = new Error('failed');
    expect(await settleUnlessAborted(Promise.resolve('value'), signal)).toBe('value');
    expect(await rejectionOf(settleUnlessAborted(Promise.reject(reason), signal))).toBe(reason);
    expect(listenerCount(signal)).toBe(0);
  });

  test('rejects with the reason of a signal that is aborted before or during the wait, and leaves no abort listener', async () => {
    const reason = new Error('enough');
    const never = new Promise(() => undefined);
    const controller = new AbortController();
    const waiting = rejectionOf(settleUnlessAborted(never, controller.signal));
    controller.abort(reason);
    expect(await waiting).toBe(reason);
    expect(await rejectionOf(settleUnlessAborted(never, controller.signal))).toBe(reason);
    expect(listenerCount(controller.signal)).toBe(0);
  });

  test('leaves no unhandled rejection if the promise rejects after the abort', async () => {
    const reason = new Error('enough');
    // Vitest fails the run for an unhandled rejection.
    const rejected = Promise.reject(new Error('failed'));
    expect(await rejectionOf(settleUnlessAborted(rejected, AbortSignal.abort(reason)))).toBe(reason);
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
