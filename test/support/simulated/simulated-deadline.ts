import type { Deadline } from '../../../src/deadline.ts';

/** Creates a deadline that is `ms` milliseconds away. Its signal is not aborted when the deadline has passed. */
export function deadlineIn(ms: number, signal: AbortSignal = new AbortController().signal): Deadline {
  const end = performance.now() + ms;
  return { signal, timeLeft: () => end - performance.now(), throwIfOver: () => signal.throwIfAborted() };
}
