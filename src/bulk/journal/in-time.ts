import { onAbort, rejectOnAbort } from '../../wait.js';
import { BulkError } from '../bulk-error.js';

/** Milliseconds that a method of a store gets after an abort: enough to write the line of a call that has ended. */
const GRACE_MS = 5_000;

/** The options of a run that limit its waits for a store. */
export interface WaitLimits {
  readonly giveUpAfter: number;
  readonly signal: AbortSignal;
}

/**
 * Calls a method of a store, and waits for it at most `giveUpAfter` and, after an abort, at most five seconds.
 *
 * @throws BulkError If the method has not settled in this time.
 */
export function inTime<T>(name: string, call: () => T | PromiseLike<T>, { giveUpAfter, signal }: WaitLimits) {
  const late = new AbortController();
  const limit = (ms: number) =>
    setTimeout(() => late.abort(new BulkError(`${name}() of the journal did not settle in ${ms / 1000} s`)), ms);
  const timers = [limit(giveUpAfter)];
  const hurry = () => void timers.push(limit(GRACE_MS));
  const removeCallback = onAbort(signal, hurry);
  if (signal.aborted) hurry();
  return rejectOnAbort<T>((async () => call())(), late.signal).finally(() => {
    timers.forEach(clearTimeout);
    removeCallback();
  });
}

/**
 * Limits the wait for each line of a store, not for all lines, because a journal can be long.
 *
 * @throws BulkError If `lines` is not an async iterable.
 */
export function linesInTime(lines: AsyncIterable<string>, limits: WaitLimits): AsyncIterable<string> {
  if (typeof Object(lines)[Symbol.asyncIterator] !== 'function') {
    throw new BulkError("the store's read() must return an async iterable, such as an async generator");
  }
  return {
    [Symbol.asyncIterator]: () => {
      const iterator = lines[Symbol.asyncIterator]();
      return {
        next: () => inTime('read', () => iterator.next(), limits),
        return: () => inTime('read', async () => ({ done: true, value: await iterator.return?.() }), limits),
      };
    },
  };
}
