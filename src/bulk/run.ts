import { onAbort, settleUnlessAborted } from '../wait.js';
import { BulkError, stoppedAt } from './bulk-error.js';
import type { BulkSettings } from './bulk-options.js';
import { createChange } from './change.js';
import { countItems, type Entry, type Items, openItems } from './item-source.js';
import type { OpenJournal, RecordOutcome } from './journal.js';
import { createProgressCounter } from './progress.js';

/** The options of one call of a job: pass them to the client, next to `params` and `body`. */
export interface BulkCall {
  /** Aborted when the run is aborted. */
  readonly signal: AbortSignal;
  /** Marks the call for the pacer, so that other calls go first. */
  readonly pace: 'bulk';
}

/** The function that makes the call of one item. */
export type CallItem<Item, Value> = (item: Item, call: BulkCall) => Value | PromiseLike<Value>;

/** A finished item, with the result of the function or the error that the function threw. */
export type BulkResult<Item, Value> = {
  readonly item: Item;
  /** Position of the item in the input, from 0. */
  readonly index: number;
} & (
  | { readonly result: Value; readonly thrown?: undefined }
  | {
      readonly result?: undefined;
      /**
       * A `NetworkError`, the `DOMException` named `TimeoutError` of a call that timed out, or an `ApiError` that
       * `unwrap` has thrown in the function.
       */
      readonly thrown: Error;
    }
);

/** The outcome of an item that was finished without an error. */
const OK = 'ok';

/** Names of the errors that concern only one item, so the run continues. Every other error stops the run. */
const ERRORS_OF_ONE_CALL = ['ApiError', 'NetworkError', 'TimeoutError'];

/** Status codes that the calls of all items would get: the credentials are not valid, or the token lacks a scope. */
const STATUSES_OF_EVERY_CALL = [401, 403];

/** Names of the errors whose messages do not contain the item. */
const ERRORS_WITHOUT_VALUES = ['ApiError', 'TypeError'];

/** Runs a job. The parameters are those of `bulk`. */
export async function* run<Item, Value>(
  items: Items<Item>,
  call: CallItem<Item, Value>,
  { pacer, concurrency, journal, signal, onProgress }: BulkSettings,
): AsyncGenerator<BulkResult<Item, Value>, void, undefined> {
  const { notify, until } = createChange();
  /** Aborted when the run must not start more calls. The calls in flight follow `signal` instead. */
  const stopping = new AbortController();
  const { signal: stopped } = stopping;
  const source = openItems(items, stopped);
  const progress = createProgressCounter(countItems(items));
  const finished: BulkResult<Item, Value>[] = [];
  /** Number of items that were read and not yet yielded. */
  let unyielded = 0;
  /** Number of calls that are in flight or not yet recorded, plus 1 while items are read. */
  let active = 1;
  let openJournal: OpenJournal<Item> | undefined;
  let failure: BulkError | undefined;
  let isCutOff = false;

  const stop = (reason?: unknown) => {
    stopping.abort(reason);
    notify();
  };
  const fail = (error: unknown) => {
    if (error instanceof BulkError) failure ??= error;
    else if (signal.aborted) isCutOff = true;
    else if (!stopped.aborted)
      failure = new BulkError('the pacer or the journal threw an error; see the cause of this error', undefined, {
        cause: error,
      });
    stop();
  };

  const finish = async (entry: Entry<Item>, recordOutcome?: RecordOutcome) => {
    try {
      const result = await settle(entry, call, signal);
      const outcome = outcomeOf(result);
      await recordOutcome?.(outcome);
      finished.push(result);
      report(entry.index, outcome);
    } catch (error) {
      unyielded -= 1;
      fail(error);
    }
    active -= 1;
    notify();
  };

  const report = (index: number, outcome: string) => {
    try {
      onProgress(progress.finish(outcome !== OK));
    } catch (cause) {
      fail(stoppedAt(index, 'onProgress threw an error; see the cause of this error', cause));
    }
  };

  const startCalls = async () => {
    stopped.throwIfAborted();
    const onFinished = (outcome: string) => progress.resume(outcome !== OK);
    openJournal = await journal?.open(source.next, onFinished, stopped);
    progress.start();
    for (;;) {
      await until(() => unyielded < concurrency || stopped.aborted);
      await pacer?.ready(stopped);
      stopped.throwIfAborted();
      const entry = openJournal?.unfinished.shift() ?? (await source.next());
      if (entry === undefined) return;
      const recordOutcome = await openJournal?.prepare(entry);
      stopped.throwIfAborted();
      unyielded += 1;
      active += 1;
      void finish(entry, recordOutcome);
    }
  };

  const end = async () => {
    stop();
    await until(() => active === 0);
    removeCallback();
    await source.close().catch(fail);
    await openJournal?.close().catch(fail);
    if (failure !== undefined) throw failure;
  };

  const removeCallback = onAbort(signal, () => stop(signal.reason));
  if (signal.aborted) stop(signal.reason);
  void startCalls()
    .catch(fail)
    .finally(() => {
      active -= 1;
      notify();
    });
  try {
    for (;;) {
      await until(() => finished.length > 0 || active === 0);
      const next = finished.shift();
      if (next === undefined) break;
      unyielded -= 1;
      notify();
      yield next;
    }
    if (isCutOff) throw signal.reason;
  } finally {
    await end();
  }
}

/**
 * Makes the call of one item.
 *
 * @throws BulkError If the call stops the run.
 * @throws The reason of the signal as soon as the signal is aborted.
 */
async function settle<Item, Value>(
  { item, index }: Entry<Item>,
  call: CallItem<Item, Value>,
  signal: AbortSignal,
): Promise<BulkResult<Item, Value>> {
  // If `call` throws instead of returning a promise, the async function turns the error into a rejection.
  const calling = (async () => call(item, { signal, pace: 'bulk' }))();
  let error: unknown;
  let reason = 'the function threw an error';
  try {
    const result = await settleUnlessAborted(calling, signal);
    // If a getter of the result throws, handle its error as an error of the function.
    error = errorOf(result);
    if (!isOfEveryCall(error)) return { item, index, result };
    reason = `the result has the status ${statusOf(error)}`;
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    const isOfOneCall = ERRORS_OF_ONE_CALL.includes(Object(thrown).name) && !isOfEveryCall(thrown);
    if (isOfOneCall) return { item, index, thrown: thrown as Error };
    error = thrown;
  }
  throw stoppedAt(index, describe(error, reason), error);
}

const describe = (error: unknown, reason: string): string => {
  const { name, message } = Object(error);
  if (name === 'TokenError') return `the client could not obtain a token: ${message}`;
  return ERRORS_WITHOUT_VALUES.includes(name) ? message : `${reason}; see the cause of this error`;
};

const errorOf = (result: unknown): unknown => Object(result).error;
const statusOf = (error: unknown) => Object(error).status;
const isOfEveryCall = (error: unknown) => STATUSES_OF_EVERY_CALL.includes(statusOf(error));

/**
 * Returns the outcome of an item for the journal: `ok`, a status code, the name of a thrown error, or `error`. The next
 * run parses the outcome, so it must be one word. Every name in {@link ERRORS_OF_ONE_CALL} is one word.
 */
function outcomeOf({ result, thrown }: BulkResult<unknown, unknown>): string {
  const error = thrown ?? errorOf(result);
  if (error === undefined || error === null) return OK;
  const status = statusOf(error);
  if (Number.isInteger(status) && status >= 100 && status <= 599) return String(status);
  return thrown?.name ?? 'error';
}
