/** Milliseconds that an interrupted job waits for its calls in flight. Users expect that Ctrl-C stops a command soon. */
const GRACE_MS = 5_000;

/** A signal for the calls of a job that the user can interrupt. */
export interface DelayedSignal {
  /** Aborted a few seconds after the interruption, so that the outcomes of most calls in flight are known. */
  readonly signal: AbortSignal;
  /** Releases the timer and the listener. */
  close(): void;
}

/**
 * Creates the signal for the calls of a job.
 *
 * @param interruption Aborted when the user interrupts the job.
 */
export function delaySignal(interruption: AbortSignal): DelayedSignal {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onAbort = () => {
    timer = setTimeout(() => controller.abort(interruption.reason), GRACE_MS);
  };
  interruption.addEventListener('abort', onAbort);
  if (interruption.aborted) onAbort();
  return {
    signal: controller.signal,
    close: () => {
      clearTimeout(timer);
      interruption.removeEventListener('abort', onAbort);
    },
  };
}
