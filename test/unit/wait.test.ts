import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { delay, rejectOnAbort } from '../../src/wait.ts';
import { rejectionOf } from '../support/expected-errors.ts';
import { useFakeTime } from '../support/fake-time.ts';

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
