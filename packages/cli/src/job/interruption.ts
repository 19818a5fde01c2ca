/** Milliseconds that an interrupted job waits for its calls in flight. Users expect that Ctrl-C stops a command soon. */
const GRACE_MS = 5_000;

/**
 * Creates the signal for the calls of a job.
 *
 * @param interruption Aborted when the user interrupts the job.
 * @param isIdle Returns whether no call is in flight.
 */
export function delaySignal(interruption: AbortSignal, isIdle: () => boolean) {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onAbort = () => {
    const end = () => controller.abort(interruption.reason);
    if (isIdle()) end();
    else timer = setTimeout(end, GRACE_MS);
  };
  interruption.addEventListener('abort', onAbort);
  if (interruption.aborted) onAbort();
  return {
    /**
     * Aborted a few seconds after the interruption, so that the outcomes of most calls in flight are known; immediately if
     * no call is in flight.
     */
    signal: controller.signal,
    /** Aborts the signal if the user has interrupted the job and no call is in flight any more. */
    onCallEnd: () => {
      // The job must receive the result of the call before the abort.
      if (interruption.aborted) setTimeout(() => isIdle() && controller.abort(interruption.reason));
    },
    close: () => {
      clearTimeout(timer);
      interruption.removeEventListener('abort', onAbort);
    },
  };
}
