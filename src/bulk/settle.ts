import { isManagementError } from '../errors/management-error.js';
import { settleUnlessAborted } from '../wait.js';
import { BulkError, stoppedAt } from './bulk-error.js';
import { nameClosestPath } from './closest-path.js';
import type { BulkCall, BulkResult, CallItem, CallOutcome } from './item-call.js';
import type { Entry } from './item-source.js';
import { countMaybePerformed, type ItemOutcome, isMissing, isOfEveryCall, isOfOneCall, isUnsent } from './outcome.js';

/** The end of a call, with its error: the error that was thrown, or the `error` of the result. */
export interface SettledCall<Item, Value> {
  readonly result: BulkResult<Item, Value>;
  readonly error: unknown;
}

/**
 * Makes the call of one item, and decides its outcome.
 *
 * @throws BulkError If the call stops the run.
 * @throws The reason of the signal as soon as the signal is aborted.
 */
export async function settle<Item, Value>(
  { item, index }: Entry<Item>,
  call: CallItem<Item, Value>,
  options: BulkCall,
  isFinal: (result: CallOutcome<Item, Value>) => boolean,
): Promise<SettledCall<Item, Value>> {
  const { signal } = options;
  // If `call` throws instead of returning a promise, the async function turns the error into a rejection.
  const calling = (async () => call(item, options))();
  let outcome: CallOutcome<Item, Value>;
  let error: unknown;
  try {
    const result = await settleUnlessAborted(calling, signal);
    outcome = { item, index, result };
    // If a getter of the result throws, handle its error as an error of the function.
    error = Object(result).error;
    // A function can also return the response of a request that it made without the client.
    if (error === undefined && Object(result).ok === false) error = result;
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    if (!isOfOneCall(thrown)) throw stoppedAt(index, describe(thrown, 'the function threw an error'), thrown);
    // The cast is safe: the names of `isOfOneCall` are names of errors.
    outcome = { item, index, thrown: thrown as Error };
    error = thrown;
  }
  if (isOfEveryCall(error)) {
    throw stoppedAt(index, describe(error, `the result has the status ${Object(error).status}`), error);
  }
  nameClosestPath(error);
  const maybePerformed = countMaybePerformed(error);
  return { result: { ...outcome, outcome: decide(outcome, error, isFinal), maybePerformed }, error };
}

function decide<Item, Value>(
  outcome: CallOutcome<Item, Value>,
  error: unknown,
  isFinal: (result: CallOutcome<Item, Value>) => boolean,
): ItemOutcome {
  if (error === undefined || error === null) return 'done';
  if (isMissing(error)) return 'missing';
  if (isUnsent(error)) return 'failed';
  const { index } = outcome;
  let answer: boolean;
  try {
    answer = isFinal(outcome);
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
