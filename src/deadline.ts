/** Longest that a call may take unless told otherwise: longer than any server here, shorter than a stuck job. */
export const DEFAULT_TIMEOUT_MS = 60_000;

/**
 * Runs one call under one deadline, with one AbortController, one timer and one listener on the caller's signal, all
 * of them gone at its end.
 *
 * @param timeout Milliseconds until it rejects with a `TimeoutError`, also when `run` does not heed its signal.
 * @param run Gets a signal that is aborted when the call is over before its time, and the moment when that will be, in
 *   milliseconds of `Date.now()`.
 * @throws The reason of `caller` as soon as that is aborted, and then without running.
 */
export async function withDeadline<T>(
  timeout: number,
  caller: AbortSignal | undefined,
  run: (signal: AbortSignal, deadline: number) => Promise<T>,
): Promise<T> {
  caller?.throwIfAborted();
  const controller = new AbortController();
  let end: (reason: unknown) => void;
  const abort = () => end(caller?.reason);
  caller?.addEventListener('abort', abort);
  const timer = setTimeout(() => end(new DOMException(`Not done in ${timeout} ms`, 'TimeoutError')), timeout);
  try {
    return await new Promise<T>((resolve, reject) => {
      end = (reason) => {
        controller.abort(reason);
        reject(reason);
      };
      run(controller.signal, Date.now() + timeout).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener('abort', abort);
  }
}
