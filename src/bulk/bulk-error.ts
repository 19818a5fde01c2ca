/**
 * Thrown when a run of `bulk` stops before all items are finished: the tenant rejects a call with 401 or 403, or the
 * function, the items, the journal or `onProgress` throws an error. The next run with the same journal sends the items
 * that were not finished.
 *
 * The message reads `the run stopped at item 17 (counted from 0): 403 Forbidden: DELETE /items/{id}`. It includes the
 * message of the original error only if the client or the journal threw that error, or if it is a `TypeError`: the
 * message of any other error could contain the item.
 */
export class BulkError extends Error {
  override readonly name = 'BulkError';
  /** Position of the item in the input, from 0; `undefined` if the error does not belong to an item. */
  readonly index: number | undefined;

  /** @param options `cause` is the original error. */
  constructor(message: string, index?: number, options?: { cause: unknown }) {
    super(message, options);
    this.index = index;
  }
}

/** Creates the error of a run that stopped because of an item. */
export const stoppedAt = (index: number, reason: string, cause: unknown): BulkError =>
  new BulkError(`the run stopped at item ${index} (counted from 0): ${reason}`, index, { cause });
