import { onAbort } from './wait.js';

/** Default timeout of a call: longer than a working server needs, but short enough to notice a job that hangs. */
export const DEFAULT_TIMEOUT_MS = 60_000;

/** Longest time in milliseconds by which a late deadline is postponed, to read and decompress a response. */
const LONGEST_DELAY_MS = 1000;

/** The deadline of a call, measured by a monotonic clock: a change of the wall clock does not move the deadline. */
export interface Deadline {
  /** Aborted when the caller aborts the call or when the deadline has passed. */
  readonly signal: AbortSignal;
  /** Returns the milliseconds until the deadline. */
  timeLeft(): number;
  /**
   * Throws if the call was aborted or the deadline has passed. The function also reads the clock, because the timer
   * runs late if the process was blocked.
   *
   * @throws The reason of the signal: the caller's reason, or the error of the timeout.
   */
  throwIfOver(): void;
}

/**
 * Runs a call with a deadline. This function uses one AbortController, one timer and one callback on the caller's
 * signal. The timer and the callback are removed when the call ends.
 *
 * @param timeout Milliseconds after which the call rejects, even if `run` ignores its signal.
 * @param timeoutError Creates the error of the timeout. It is called only when the call times out.
 * @throws The reason of the signal `caller` as soon as that signal is aborted. If it is already aborted, `run` is not
 *   called.
 */
export async function withDeadline<T>(
  timeout: number,
  caller: AbortSignal | undefined,
  timeoutError: () => Error,
  run: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  caller?.throwIfAborted();
  const controller = new AbortController();
  const { signal } = controller;
  const end = performance.now() + timeout;
  const timeLeft = () => end - performance.now();
  // Reject directly instead of in a listener on `signal`: adding a listener would take longer than all other code of
  // this function.
  let reject: (reason: unknown) => void;
  const abort = (reason: unknown) => {
    controller.abort(reason);
    reject(signal.reason);
  };
  const expire = () => abort(timeoutError());
  let timer = setTimeout(() => {
    // If the process was stopped or busy, this timer runs before the client can read a response that already arrived.
    // One turn of the event loop is too short, because other threads decompress the body.
    const delayMs = Math.min(-timeLeft(), LONGEST_DELAY_MS);
    if (delayMs > 0) timer = setTimeout(expire, delayMs);
    else expire();
  }, timeout);
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
