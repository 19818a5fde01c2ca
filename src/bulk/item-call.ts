import type { ItemOutcome } from './outcome.js';

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
export type CallOutcome<Item, Value> = {
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
export type BulkResult<Item, Value> = CallOutcome<Item, Value> & {
  /** The outcome of the item. The next run with the same journal sends `missing` and `failed` items again. */
  readonly outcome: ItemOutcome;
  /**
   * Number of attempts of the call that the tenant may have performed, from the error of the call; `0` without an
   * error. If a `missing` item has more than 0, this call may have deleted it.
   */
  readonly maybePerformed: number;
};
