/** The listener that {@link onAbort} has added to a signal, and the callbacks that it calls. */
interface SharedListener {
  readonly callbacks: Set<() => void>;
  readonly callAll: () => void;
}

const listeners = new WeakMap<AbortSignal, SharedListener>();

/**
 * Calls a function once, when a signal is aborted. All callbacks of one signal share one listener, because many calls
 * can share a signal, and Node.js warns if a signal has more than ten listeners.
 *
 * @returns A function that removes the callback; with the last callback it also removes the listener.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const { callbacks, callAll } = listeners.get(signal) ?? addListener(signal);
  // A new function each time, so that the same callback can be registered twice.
  const entry = () => callback();
  callbacks.add(entry);
  return () => {
    if (!callbacks.delete(entry) || callbacks.size > 0) return;
    signal.removeEventListener('abort', callAll);
    listeners.delete(signal);
  };
}

function addListener(signal: AbortSignal): SharedListener {
  const callbacks = new Set<() => void>();
  const callAll = () => {
    for (const callback of [...callbacks]) callback();
  };
  signal.addEventListener('abort', callAll);
  listeners.set(signal, { callbacks, callAll });
  return { callbacks, callAll };
}

/** The result of {@link settleWithin} if the promise has not settled in time. */
export const TIME_OVER = Symbol('the time is over');

/**
 * Waits until a promise settles, but at most for a number of milliseconds. When it returns, no timer and no abort
 * callback remain.
 *
 * @returns The value of the promise, or {@link TIME_OVER}.
 * @throws The error of the promise, or the reason of the signal as soon as the signal is aborted.
 */
export async function settleWithin<T>(
  promise: Promise<T>,
  ms: number,
  signal: AbortSignal,
): Promise<T | typeof TIME_OVER> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let removeCallback: (() => void) | undefined;
  const end = new Promise<typeof TIME_OVER>((resolve, reject) => {
    timer = setTimeout(resolve, ms, TIME_OVER);
    removeCallback = onAbort(signal, () => reject(signal.reason));
    if (signal.aborted) reject(signal.reason);
  });
  try {
    // `end` is first, so that an abort has priority. Promise.race also handles a later rejection of the other promise.
    return await Promise.race([end, promise]);
  } finally {
    clearTimeout(timer);
    removeCallback?.();
  }
}

/**
 * Waits for a number of milliseconds.
 *
 * @throws The reason of the signal as soon as the signal is aborted.
 */
export async function delay(ms: number, signal: AbortSignal): Promise<void> {
  await settleWithin(new Promise<never>(() => undefined), ms, signal);
}
