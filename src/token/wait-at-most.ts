import { onAbort } from '../wait.js';

/** The result of {@link waitAtMost} if the promise has not settled in time. */
export const TIME_OVER = Symbol('the time is over');

/**
 * Waits until a promise settles, but at most for a number of milliseconds. When the wait ends, no timer and no
 * abort callback remain.
 *
 * @returns The value of the promise, or {@link TIME_OVER}.
 * @throws The error of the promise, or the reason of the signal as soon as the signal is aborted.
 */
export async function waitAtMost<T>(
  promise: Promise<T>,
  ms: number,
  signal: AbortSignal,
): Promise<T | typeof TIME_OVER> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let removeCallback: (() => void) | undefined;
  try {
    return await new Promise<T | typeof TIME_OVER>((resolve, reject) => {
      timer = setTimeout(resolve, ms, TIME_OVER);
      removeCallback = onAbort(signal, () => reject(signal.reason));
      // This check is first, so that an abort has priority.
      if (signal.aborted) reject(signal.reason);
      promise.then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    removeCallback?.();
  }
}
