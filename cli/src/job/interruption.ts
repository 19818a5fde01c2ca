/** Milliseconds that an interrupted job waits for its calls in flight. Users expect that Ctrl-C stops a command soon. */
const GRACE_MS = 5_000;

/** The items and the signal of a job that the user can interrupt. */
export interface InterruptibleInput<Item> {
  /** Ends at the interruption, so that the job starts no more calls. */
  readonly items: Iterable<Item>;
  /** Aborted a few seconds after the interruption, to abort the calls that are still in flight. */
  readonly signal: AbortSignal;
  /** Releases the timer and the listener. */
  close(): void;
}

/**
 * Stops the iteration over the items of a job when the signal is aborted. The calls in flight can still finish, so that
 * their outcomes are known.
 *
 * @param signal Aborted when the user interrupts the job.
 */
export function interruptible<Item>(items: readonly Item[], signal: AbortSignal): InterruptibleInput<Item> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onAbort = () => {
    timer = setTimeout(() => controller.abort(signal.reason), GRACE_MS);
  };
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  return {
    items: (function* () {
      for (const item of items) {
        if (signal.aborted) return;
        yield item;
      }
    })(),
    signal: controller.signal,
    close: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    },
  };
}
