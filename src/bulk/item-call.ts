import { isManagementError } from '../errors/management-error.js';
import { memberOf } from '../options/members.js';
import { rejectOnAbort } from '../wait.js';
import { BulkError, stoppedAt } from './bulk-error.js';
import { nameClosestPath } from './closest-path.js';
import type { IndexedItem } from './item-source.js';
import {
  countAttempts,
  countMaybePerformed,
  type ItemOutcome,
  isMissing,
  isOfEveryCall,
  isOfOneCall,
  isUnsent,
} from './outcome.js';

/** The options of one call of a job: pass them to the client, next to `params` and `body`. */
export interface BulkCall {
  /** Aborted when the run is aborted. */
  readonly signal: AbortSignal;
  /** Marks the call for the pacer, so that other calls go first. */
  readonly pace: 'bulk';
}

/** The function that makes the call of one item. */
export type CallItem<Item, Value> = (item: Item, call: BulkCall) => Value | PromiseLike<Value>;

/** The end of the call of an item: the result of the function, or the error that the function threw. */
export type CallEnd<Item, Value> = {
  readonly item: Item;
  /** Position of the item in the input, from 0. */
  readonly index: number;
} & (
  | { readonly result: Value; readonly thrown?: undefined }
  | {
      readonly result?: undefined;
      /** A `NetworkError`, a `TimeoutError`, or an `ApiError` that `unwrap` has thrown in the function. */
      readonly thrown: Error;
    }
);

/** An item whose call has ended. */
export type BulkResult<Item, Value> = CallEnd<Item, Value> & {
  /** The outcome of the item. */
  readonly outcome: ItemOutcome;
  /**
   * Number of attempts of the call that the tenant may have performed. If a `missing` item has more than 0, this call
   * may have deleted it.
   */
  readonly maybePerformed: number;
  /** Number of attempts of all calls of the item. A call counts as one attempt if its error does not have the number. */
  readonly attempts: number;
};

/** The result of an item, with the error of its call: the error that was thrown, or the `error` of the result. */
export interface ResultWithError<Item, Value> {
  readonly result: BulkResult<Item, Value>;
  readonly error: unknown;
}

/**
 * Makes the call of one item, and decides its outcome.
 *
 * @throws BulkError If the call stops the run.
 * @throws The reason of the signal as soon as the signal is aborted.
 */
export async function makeCall<Item, Value>(
  { item, index }: IndexedItem<Item>,
  call: CallItem<Item, Value>,
  options: BulkCall,
  isFinal: (result: CallEnd<Item, Value>) => boolean,
): Promise<ResultWithError<Item, Value>> {
  const { signal } = options;
  // If `call` throws instead of returning a promise, the async function turns the error into a rejection.
  const calling = (async () => call(item, options))();
  let end: CallEnd<Item, Value>;
  let error: unknown;
  try {
    const result = await rejectOnAbort(calling, signal);
    end = { item, index, result };
    // If a getter of the result throws, handle its error as an error of the function.
    error = memberOf(Object(result), 'error');
    // A function can also return the response of a request that it made without the client.
    if (error === undefined && Object(result).ok === false) error = result;
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    if (!isOfOneCall(thrown)) throw stoppedAt(index, describe(thrown, 'the function threw an error'), thrown);
    // The cast is safe: the names of `isOfOneCall` are names of errors.
    end = { item, index, thrown: thrown as Error };
    error = thrown;
  }
  if (isOfEveryCall(error)) {
    throw stoppedAt(index, describe(error, `the result has the status ${Object(error).status}`), error);
  }
  nameClosestPath(error);
  const maybePerformed = countMaybePerformed(error);
  const attempts = countAttempts(error ?? end.result);
  return { result: { ...end, outcome: outcomeOf(end, error, isFinal), maybePerformed, attempts }, error };
}

function outcomeOf<Item, Value>(
  end: CallEnd<Item, Value>,
  error: unknown,
  isFinal: (result: CallEnd<Item, Value>) => boolean,
): ItemOutcome {
  if (error === undefined || error === null) return 'done';
  if (isMissing(error)) return 'missing';
  if (isUnsent(error)) return 'failed';
  const { index } = end;
  let answer: boolean;
  try {
    answer = isFinal(end);
  } catch (cause) {
    throw stoppedAt(index, 'isFinal threw an error; see the cause of this error', cause);
  }
  // A promise would always count as true.
  if (typeof answer !== 'boolean') throw new BulkError('isFinal must return true or false, not a promise', index);
  return answer ? 'final' : 'failed';
}

/** Returns the message of an error of this package. The message of any other error could contain the item. */
function describe(error: unknown, reason: string): string {
  if (!isManagementError(error)) return `${reason}; see the cause of this error`;
  const { name, message } = error as Error;
  return name === 'TokenError' ? `the client could not obtain a token: ${message}` : message;
}
