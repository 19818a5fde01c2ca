import { isManagementError, ManagementError } from '../errors/management-error.js';

/** Numbers of items at the end of a run of `bulk`. */
export interface ItemCounts {
  /** Number of finished items, in this run or an earlier run with the same journal. */
  readonly finished: number;
  /** Number of items to delete that did not exist. The next run sends them again. */
  readonly missing: number;
  /** Number of items whose calls failed. The next run sends them again. */
  readonly failed: number;
  /** Number of all other items; `undefined` if the input has no `length` or `size`. */
  readonly unfinished: number | undefined;
}

/**
 * Thrown when an error, an outage or the rate limit stops a run of `bulk`. The next run with the same journal sends the
 * items that are not finished.
 *
 * `code` is one of these:
 * - `outage`: the first 16 or the last calls got no usable response, or the option `giveUpAfter` has ended an outage
 * - `no_progress`: see the option `giveUpAfter`
 * - `stopped`: a 401 or 403, or an error of the function, the items, the journal, `isFinal` or `onProgress`, or a
 *   promise of `onProgress` that did not settle. The message reads
 *   `the run stopped at item 17 (counted from 0): 403 Forbidden: DELETE /items/{id}`.
 *
 * The message quotes an error only if that error is from this package: any other message could contain the item.
 */
export class BulkError extends ManagementError implements ItemCounts {
  override readonly name = 'BulkError';
  declare readonly code: 'stopped' | 'outage' | 'no_progress';
  /** Position of the item in the input, from 0; `undefined` without an item. */
  declare readonly index: number | undefined;
  readonly finished: number = 0;
  readonly missing: number = 0;
  readonly failed: number = 0;
  readonly unfinished: number | undefined;

  /** @param options `cause` is the original error. */
  constructor(
    message: string,
    index?: number,
    options?: { readonly cause: unknown; readonly code?: BulkError['code'] },
  ) {
    super(message, options?.code ?? 'stopped', undefined, options?.cause);
    this.index = index;
  }
}

/** Whether a value is a `BulkError`, also of another copy of the package. */
export const isBulkError = (error: unknown): error is BulkError =>
  isManagementError(error) && Object(error).name === 'BulkError';

export const withCounts = (error: BulkError, counts: ItemCounts): BulkError => Object.assign(error, counts);

/** @param index Position of the item that stopped the run; `undefined` if the error is not of an item. */
export const stoppedAt = (index: number | undefined, reason: string, cause: unknown): BulkError =>
  new BulkError(index === undefined ? reason : `the run stopped at item ${index} (counted from 0): ${reason}`, index, {
    cause,
  });
