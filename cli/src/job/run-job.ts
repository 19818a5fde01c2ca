import { type BulkCall, type BulkPacer, type BulkProgress, bulk, type Journal } from 'tenant-management-client/bulk';
import { EXIT, type ExitStatus } from '../exit-status.js';
import { type Item, idOf } from '../input/read-items.js';
import type { Operation } from '../operation.js';
import type { CallResult } from '../tenant/connection.js';
import { delaySignal } from './interruption.js';
import { checkMissing, type ItemResult, isNoResponse, itemResult, reasonOf, statusOf } from './outcome.js';

/**
 * A job stops after this number of calls in a row without a usable response. The tenant is then probably down, and the
 * other calls would fail too.
 */
const OUTAGE = 16;

/** An item of a job. The journal records the hash of this object, and therefore rejects the items of another job. */
export interface JobItem {
  /** The key of the job. */
  readonly job: string;
  readonly values: Item;
}

/** A job: calls of one operation. */
export interface Job {
  readonly operation: Operation;
  readonly items: readonly JobItem[];
  readonly isDryRun: boolean;
  readonly concurrency: number;
  readonly pacer: BulkPacer;
  readonly journal: Journal | undefined;
  /** Aborted when the user interrupts the job. */
  readonly signal: AbortSignal;
  call(item: JobItem, options: BulkCall): Promise<CallResult>;
  /** Called with each result. `isAnswered` is `true` if the tenant sent a usable response. */
  onResult(result: ItemResult, isAnswered: boolean): void;
  onProgress(progress: BulkProgress): void;
}

/** Why a job stopped before its last item. */
export interface Stop {
  readonly status: ExitStatus;
  readonly reason: string;
}

/** Runs a job. Returns why it stopped, or `undefined` if every item has an outcome. */
export async function runJob(job: Job): Promise<Stop | undefined> {
  const { operation, items, isDryRun, pacer, concurrency, journal, onProgress } = job;
  const { signal, close } = delaySignal(job.signal);
  const interrupted = { status: EXIT.interrupted, reason: 'interrupted' };
  let failuresInARow = 0;
  let outage: Stop | undefined;
  let isStarted = false;
  let hasResult = false;
  const call: Job['call'] = async (item, options) => {
    // Throw, so that `bulk` ends the job after the calls in flight. A `return` from the loop would lose their results.
    if (outage !== undefined || job.signal.aborted) throw new Error('the job has stopped');
    isStarted = true;
    return checkMissing(await job.call(item, options), operation, isDryRun);
  };
  try {
    const results = bulk(items, call, { pacer, concurrency, journal, signal, onProgress });
    for await (const { item, result, thrown } of results) {
      hasResult = true;
      const error = thrown ?? result.error;
      const isAnswered = error === undefined || !isNoResponse(error);
      job.onResult(itemResult({ id: idOf(item.values), error, data: result?.data, operation, isDryRun }), isAnswered);
      failuresInARow = isAnswered ? 0 : failuresInARow + 1;
      if (failuresInARow === OUTAGE) {
        outage = { status: EXIT.noResponse, reason: `${OUTAGE} calls in a row got no usable response` };
      }
    }
    return outage ?? (job.signal.aborted ? interrupted : undefined);
  } catch (error) {
    return outage ?? (job.signal.aborted ? interrupted : stopOf(error, isStarted, hasResult));
  } finally {
    close();
  }
}

/** Returns why an error stopped a job. Throws any error that is not a `BulkError`. */
function stopOf(error: unknown, isStarted: boolean, hasResult: boolean): Stop {
  if (!(error instanceof Error) || error.name !== 'BulkError') throw error;
  const { cause } = error;
  const status = statusOf(cause);
  // The message of a BulkError also contains the position of the item, which the user does not know.
  const reason = cause instanceof Error ? reasonOf(cause) : error.message;
  if (status === 401 || status === 403) return { status: EXIT.notAllowed, reason };
  if (Object(cause).name === 'TokenError') return { status: EXIT.noResponse, reason };
  // A `TypeError` before the first result means that the private key is not valid. Most other errors come from the
  // journal: before the first call, such an error means that the journal is in use.
  if (cause instanceof TypeError && !hasResult) return { status: EXIT.usage, reason };
  return { status: isStarted ? EXIT.failed : EXIT.usage, reason: error.message };
}
