import { type BulkCall, type BulkProgress, bulk, type Journal, type Pacer } from 'tenant-management-client/bulk';
import { isBulkError, isHeldBack, isMissingAnswer, isUnsent, isUsable } from 'tenant-management-client/internal';
import type { CommandOperation } from '../command-operation.js';
import { EXIT, type Stop } from '../exit-status.js';
import { type Input, type ItemValues, idOf } from '../input/read-items.js';
import { failureReason, type ItemResult, isNotAllowed, itemResult } from '../item-result.js';
import { ResultsFileError } from '../output/results-file.js';
import type { UntypedResult } from '../tenant/connection.js';
import { delaySignal } from './interruption.js';

/** An item of a job. */
export interface JobItem {
  /** The key of the job. */
  readonly job: string;
  readonly values: ItemValues;
  /** The row of a CSV file as JSON, for `--results`. */
  readonly row?: string | undefined;
}

/** Returns the text whose hash the journal records. With the key of the job, it rejects the items of another job. */
export const itemKey = ({ job, values }: JobItem): string => JSON.stringify({ job, values });

/** Items of a job, which exist only while they are used: a job can have a million. */
export interface JobItems extends Iterable<JobItem> {
  readonly size: number;
  at(index: number): JobItem;
}

/** Returns the first items of the input. */
export function jobItems({ at, table }: Input, job: string, size: number): JobItems {
  const itemAt = (index: number) => ({ job, values: at(index), row: table?.rows[index] });
  return { size, at: itemAt, [Symbol.iterator]: () => iterate(size, itemAt) };
}

/** Yields the items from the position `first`. */
export function* iterate(size: number, at: JobItems['at'], first = 0): Generator<JobItem, undefined> {
  for (let index = first; index < size; index += 1) yield at(index);
}

/** Calls of one operation, and what receives their results. */
export interface CallItemsOptions {
  readonly operation: CommandOperation;
  readonly items: Iterable<JobItem>;
  readonly isDryRun: boolean;
  readonly concurrency: number;
  readonly pacer: Pacer;
  readonly journal: Journal | undefined;
  /** Milliseconds without an accepted request after which the job stops. */
  readonly giveUpAfter: number;
  /** Host name or base URL of the tenant. */
  readonly tenant: string;
  readonly signal: AbortSignal;
  /** Makes the call of an item. A `ResultsFileError` stops the job after the calls in flight. */
  call(item: JobItem, options: BulkCall): Promise<UntypedResult>;
  /**
   * Called with each result. `isAnswered` is `true` if the tenant sent a usable response.
   *
   * @param attempts Number of requests.
   */
  onResult(result: ItemResult, isAnswered: boolean, attempts: number, item: JobItem): void;
  onProgress(progress: BulkProgress): void;
}

/** Calls the operation for each item. Returns why the job stopped, or `undefined` if it reached its last item. */
export async function callItems(calls: CallItemsOptions): Promise<Stop | undefined> {
  const { operation, items, isDryRun, pacer, concurrency, journal, giveUpAfter, tenant, onProgress } = calls;
  let inFlight = 0;
  const { signal, onCallEnd, close } = delaySignal(calls.signal, () => inFlight === 0);
  const interrupted = { exitStatus: EXIT.interrupted, reason: 'interrupted' };
  let isStarted = false;
  let hasResult = false;
  const call: CallItemsOptions['call'] = async (item, options) => {
    // Throw, so that `bulk` ends the job after the calls in flight. A `return` from the loop would lose their results.
    if (calls.signal.aborted) throw new Error('the job has stopped');
    isStarted = true;
    inFlight += 1;
    return calls.call(item, options).finally(() => {
      inFlight -= 1;
      onCallEnd();
    });
  };
  try {
    const results = bulk(items, call, {
      pacer,
      concurrency,
      journal,
      key: itemKey,
      giveUpAfter,
      signal,
      onProgress,
      resend: true,
      // A dry run reads items, and a missing item is a result, not a failure.
      isFinal: ({ thrown, result }) => isDryRun && isMissingAnswer(thrown ?? result.error),
    });
    for await (const { item, result, thrown, maybePerformed, attempts } of results) {
      hasResult = true;
      const error = thrown ?? result.error;
      const id = idOf(item.values);
      const ended = { id, error, maybePerformed, data: result?.data, operation, isDryRun, tenant };
      // An item that the rate limit held back until its timeout has no outcome: it is not finished.
      if (isUnsent(error) && isHeldBack(error)) continue;
      const success = error === undefined && result?.response && { status: result.response.status };
      calls.onResult({ ...itemResult(ended), ...success }, error === undefined || isUsable(error), attempts, item);
    }
    return calls.signal.aborted ? interrupted : undefined;
  } catch (error) {
    return calls.signal.aborted ? interrupted : stopOf(error, calls, isStarted, hasResult);
  } finally {
    close();
  }
}

/** Why a job stops if nothing works, by the code of the error. */
const GAVE_UP = {
  outage: 'the last calls got no usable response',
  no_progress: 'the tenant accepted no request in the time of --give-up-after',
};

/** Returns why an error stopped a job. Throws other errors. */
function stopOf(error: unknown, calls: CallItemsOptions, isStarted: boolean, hasResult: boolean): Stop {
  if (!isBulkError(error)) throw error;
  const { cause, code } = error;
  if (code !== 'stopped') {
    const last = cause instanceof Error ? `; the last error: ${failureReason(calls, cause)}` : '';
    return { exitStatus: EXIT.noResponse, reason: `${GAVE_UP[code]}${last}` };
  }
  // The message of a BulkError also contains the position of the item, which the user does not know.
  const reason = cause instanceof Error ? failureReason(calls, cause) : error.message;
  if (cause instanceof ResultsFileError) return { exitStatus: EXIT.failed, reason };
  if (isNotAllowed(cause)) return { exitStatus: EXIT.notAllowed, reason };
  if (Object(cause).name === 'TokenError') return { exitStatus: EXIT.noResponse, reason };
  // The first token request imports the private key. If the key is not valid, this request throws a `TypeError`.
  if (cause instanceof TypeError && !hasResult) return { exitStatus: EXIT.usage, reason };
  // Most other errors come from the journal. Before the first call, the journal is in use or is not usable.
  return { exitStatus: isStarted ? EXIT.failed : EXIT.usage, reason: error.message };
}
