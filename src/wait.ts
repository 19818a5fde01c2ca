/**
 * Longest delay of a timer in milliseconds: with a longer delay, a timer fires immediately. The largest number that a
 * whole-number option accepts.
 */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The callbacks of {@link onAbort} by their signal. */
const callbacksOf = new WeakMap<EventTarget, Set<() => void>>();

/** The listener of every signal. A signal ignores a listener that it already has, so each signal has at most one. */
const callAll = ({ target }: Event) => {
  // Use `target`, because `currentTarget` is null in Node.js for every listener of a signal except the first.
  // The casts are safe: only `onAbort` adds this listener, after it has stored the callbacks of the signal.
  for (const callback of callbacksOf.get(target as EventTarget) as Set<() => void>) callback();
};

/**
 * Calls a function once, when a signal is aborted. All callbacks of one signal share one listener, because many calls
 * can share a signal, and Node.js warns if a signal has more than ten listeners.
 *
 * @param callback A new function for each call: two registrations of one function would count as one.
 * @returns A function that removes the callback. If no other callback remains, it also removes the listener.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const callbacks = callbacksOf.get(signal) ?? new Set();
  callbacksOf.set(signal, callbacks);
  signal.addEventListener('abort', callAll);
  callbacks.add(callback);
  return () => {
    callbacks.delete(callback);
    if (callbacks.size === 0) signal.removeEventListener('abort', callAll);
  };
}

/**
 * Waits until a promise settles, or until a signal is aborted. When the wait ends, no abort callback remains.
 *
 * @throws The error of the promise, or the reason of the signal as soon as the signal is aborted.
 */
export const rejectOnAbort = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const abandon = () => {
      removeCallback();
      reject(signal.reason);
    };
    const removeCallback = onAbort(signal, abandon);
    if (signal.aborted) abandon();
    promise.finally(removeCallback).then(resolve, reject);
  });

/**
 * Waits for a number of milliseconds.
 *
 * @throws The reason of the signal as soon as the signal is aborted.
 */
export const delay = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      removeCallback();
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    const removeCallback = onAbort(signal, end);
    if (signal.aborted) end();
  });
