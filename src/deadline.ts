import { onAbort } from './wait.js';

/** Default time limit of a call: longer than any server takes, short enough to notice a stuck job. */
export const DEFAULT_TIMEOUT_MS = 60_000;

/** The time limit of a call, measured by a monotonic clock: a change of the wall clock does not move the deadline. */
export interface Deadline {
  /** Aborted when the caller aborts or when the time is over. */
  readonly signal: AbortSignal;
  /** Milliseconds left. */
  timeLeft(): number;
  /**
   * Throws if the call is over. It compares the time, because the timer runs late if the process was blocked.
   *
   * @throws The reason of the signal: the caller's reason, or a `TimeoutError`.
   */
  throwIfOver(): void;
}

/**
 * Runs a call under a deadline, with one AbortController, one timer and one callback on the caller's signal. All of
 * them are removed when the call ends.
 *
 * @param timeout Milliseconds after which the call rejects with a `TimeoutError`, even if `run` ignores its signal.
 * @param timeoutMessage Returns the message of the `TimeoutError`; called when the error is thrown.
 * @throws The reason of `caller` as soon as `caller` is aborted. If it is already aborted, `run` does not start.
 */
export async function withDeadline<T>(
  timeout: number,
  caller: AbortSignal | undefined,
  timeoutMessage: () => string,
  run: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  caller?.throwIfAborted();
  const controller = new AbortController();
  const { signal } = controller;
  const end = performance.now() + timeout;
  const timeLeft = () => end - performance.now();
  // Reject directly: a listener on `signal` would take longer than all other code of this function.
  let reject: (reason: unknown) => void;
  const abort = (reason: unknown) => {
    controller.abort(reason);
    reject(signal.reason);
  };
  const expire = () => abort(new DOMException(timeoutMessage(), 'TimeoutError'));
  const timer = setTimeout(expire, timeout);
  const removeCallback = caller && onAbort(caller, () => abort(caller.reason));
  const throwIfOver = () => {
    if (timeLeft() <= 0) expire();
    signal.throwIfAborted();
  };
  try {
    return await new Promise<T>((resolve, rejectCall) => {
      reject = rejectCall;
      run({ signal, timeLeft, throwIfOver }).then(resolve, rejectCall);
    });
  } finally {
    clearTimeout(timer);
    removeCallback?.();
  }
}
