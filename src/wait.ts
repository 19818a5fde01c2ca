/** The callbacks that wait for each signal. */
const callbacks = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back once when a signal is aborted. All callbacks of one signal share one listener: Node warns when a signal has
 * more than ten, and many calls may share the caller's signal.
 *
 * @returns Removes the callback, and the listener with the last one.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const waiting = callbacks.get(signal) ?? new Set();
  if (waiting.size === 0) {
    callbacks.set(signal, waiting);
    signal.addEventListener('abort', callAll);
  }
  // A function of its own for each call, so that the same callback can be registered twice.
  const entry = () => callback();
  waiting.add(entry);
  return () => {
    waiting.delete(entry);
    if (waiting.size === 0) signal.removeEventListener('abort', callAll);
  };
}

/** The one listener of every signal. */
function callAll(this: AbortSignal): void {
  for (const callback of [...(callbacks.get(this) ?? [])]) callback();
}

/** The result of {@link settleWithin} if the time is over. */
export const TIME_OVER = Symbol('the time is over');

/**
 * Waits for a promise, but only for a number of milliseconds. It leaves no timer and no callback.
 *
 * @returns The value of the promise, or {@link TIME_OVER}.
 * @throws What the promise rejects with, or the reason of the signal as soon as that is aborted.
 */
export async function settleWithin<T>(
  promise: Promise<T>,
  ms: number,
  signal: AbortSignal,
): Promise<T | typeof TIME_OVER> {
  signal.throwIfAborted();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let removeCallback: (() => void) | undefined;
  const end = new Promise<typeof TIME_OVER>((resolve, reject) => {
    timer = setTimeout(resolve, ms, TIME_OVER);
    removeCallback = onAbort(signal, () => reject(signal.reason));
  });
  try {
    return await Promise.race([promise, end]);
  } finally {
    clearTimeout(timer);
    removeCallback?.();
  }
}

/**
 * Waits for a number of milliseconds.
 *
 * @throws The reason of the signal as soon as that is aborted.
 */
export async function delay(ms: number, signal: AbortSignal): Promise<void> {
  await settleWithin(new Promise<never>(() => undefined), ms, signal);
}
