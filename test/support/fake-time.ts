import { expect, onTestFinished, vi } from 'vitest';
import { NOW } from './now.ts';

export { NOW };

/** The digests that threads of the platform compute. A loaded machine can need any time for them. */
const digests = new Set<Promise<ArrayBuffer>>();

/**
 * Stops the clock at {@link NOW} until the end of the test; `Math.random` returns `random`. The test fails if a timer gets
 * a negative delay, because Node.js prints a warning for it.
 */
export function useFakeTime(random = 0): void {
  const timers = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;
  vi.useFakeTimers({ toFake: [...timers, 'Date', 'performance'], now: NOW });
  const created = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'setInterval')];
  vi.spyOn(Math, 'random').mockReturnValue(random);
  const computeDigest = crypto.subtle.digest.bind(crypto.subtle);
  vi.spyOn(crypto.subtle, 'digest').mockImplementation((...input) => {
    const digest = computeDigest(...input).finally(() => digests.delete(digest));
    digests.add(digest);
    return digest;
  });
  onTestFinished(() => {
    const delays = created.flatMap(({ mock }) => mock.calls.map(([, ms = 0]) => ms));
    vi.restoreAllMocks();
    vi.useRealTimers();
    expect(delays.filter((ms) => ms < 0)).toEqual([]);
  });
}

/** Runs every pending task that does not wait for a timer. */
export async function runPendingTasks(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await new Promise(setImmediate);
  // The token source imports a module on first use. Wait for this import.
  await vi.dynamicImportSettled();
  do {
    await Promise.allSettled(digests);
    for (let round = 0; round < 5; round += 1) await new Promise(setImmediate);
  } while (digests.size > 0);
}

/** Advances time from timer to timer until the call is settled. */
export async function advanceUntilSettled<T>(call: Promise<T>): Promise<T> {
  let isSettled = false;
  const onSettled = () => {
    isSettled = true;
  };
  call.then(onSettled, onSettled);
  for (await runPendingTasks(); !isSettled; await runPendingTasks()) {
    if (vi.getTimerCount() === 0) throw new Error('the call is not settled, and no timer is left');
    vi.advanceTimersToNextTimer();
  }
  return call;
}

/** Advances time by `ms`, and runs the timers that expire in this period one after the other. */
export const advanceTime = (ms: number): Promise<void> =>
  advanceUntilSettled(new Promise<void>((resolve) => setTimeout(resolve, ms)));
