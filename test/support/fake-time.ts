import { onTestFinished, vi } from 'vitest';

/** A moment without milliseconds, since header fields have none. */
export const NOW = Date.parse('2026-01-01T00:00:00Z');

/** Makes time stand still at {@link NOW}; `Math.random` then gives `random`. */
export function useFakeTime(random = 0): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], now: NOW });
  vi.spyOn(Math, 'random').mockReturnValue(random);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}

/** Lets everything happen that needs no passing of time. */
export async function runPendingTasks(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await new Promise(setImmediate);
  // The token source loads a module on first use.
  await vi.dynamicImportSettled();
  for (let round = 0; round < 5; round += 1) await new Promise(setImmediate);
}

/** Lets time pass until the call is over. */
export async function advanceUntilSettled<T>(call: Promise<T>): Promise<T> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  call.then(end, end);
  for (await runPendingTasks(); !isOver; await runPendingTasks()) {
    if (vi.getTimerCount() === 0) throw new Error('no timer is left that could end the call');
    vi.advanceTimersToNextTimer();
  }
  return call;
}
