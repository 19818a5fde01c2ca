import { onAbort } from '../wait.js';
import { BulkError, type ItemCounts, isBulkError, stoppedAt, withCounts } from './bulk-error.js';
import type { BulkSettings } from './bulk-options.js';
import { createChange } from './change.js';
import { createGiveUpTimer } from './give-up.js';
import type { BulkResult, CallItem } from './item-call.js';
import { countItems, type Entry, type Items, openItems } from './item-source.js';
import type { OpenJournal, RecordOutcome } from './journal.js';
import { type ItemOutcome, isHeldBack, isRefused, isUsable, journalWord, recordedOutcome } from './outcome.js';
import { observePauses } from './pause-progress.js';
import { createProgressCounter } from './progress.js';
import { settle } from './settle.js';

/**
 * Milliseconds for which a run that stops with `no_progress` waits for its calls in flight before it aborts them. Most
 * of these calls wait for the rate limit.
 */
const GRACE_MS = 5_000;

/** Why a run stops because nothing works. */
type GiveUp = Pick<BulkError, 'code'> & { readonly reason: string; readonly cause: unknown };

/** Runs a job. The parameters are those of `bulk`. */
export async function* run<Item, Value>(
  items: Items<Item>,
  call: CallItem<Item, Value>,
  settings: BulkSettings<Item, Value>,
): AsyncGenerator<BulkResult<Item, Value>, void, undefined> {
  const { pacer, concurrency, journal, signal, onProgress, isFinal, keyOf, outageAfter, giveUpAfter } = settings;
  const { notify, until } = createChange();
  /** Aborted when the run must not start more calls. The calls in flight follow `calls` instead. */
  const stopping = new AbortController();
  const { signal: stopped } = stopping;
  /** Aborts the calls in flight. */
  const calls = new AbortController();
  const source = openItems(items, stopped);
  const counter = createProgressCounter(() => countItems(items));
  const ended: BulkResult<Item, Value>[] = [];
  /** Number of items that were read and not yet yielded. */
  let unyielded = 0;
  /** Number of calls that are in flight or not yet recorded, plus 1 while items are read. */
  let active = 1;
  /** Number of promises of `onProgress` that have not settled. */
  let pending = 0;
  /** Number of calls in a row without a usable response. */
  let unanswered = 0;
  let graceTimer: ReturnType<typeof setTimeout> | undefined;
  let lastError: unknown;
  let openJournal: OpenJournal<Item> | undefined;
  let failure: BulkError | undefined;
  let givenUp: GiveUp | undefined;
  let isCutOff = false;
  let isJournalRead = false;
  let stopObserving: (() => void) | undefined;

  const stop = (reason?: unknown) => {
    stopping.abort(reason);
    notify();
  };
  const fail = (error: unknown) => {
    if (isBulkError(error)) failure ??= error;
    else if (signal.aborted) isCutOff = true;
    else if (!stopped.aborted)
      failure = new BulkError('the pacer or the journal threw an error; see the cause of this error', undefined, {
        cause: error,
      });
    stop();
  };
  const giveUp = (code: GiveUp['code'], reason: string) => {
    if (stopped.aborted) return;
    givenUp = { code, reason, cause: lastError };
    if (code === 'no_progress') graceTimer = setTimeout(() => calls.abort(), GRACE_MS);
    stop();
  };
  const timer = createGiveUpTimer(giveUpAfter, () => {
    // A run that is stopping for another reason must not wait forever for its calls in flight.
    if (stopped.aborted) calls.abort();
    else giveUp('no_progress', `the tenant accepted no request for ${giveUpAfter / 1000} s`);
  });

  /** Counts the end of a call, and stops the run after an outage. */
  const judge = (outcome: ItemOutcome, error: unknown) => {
    if (outcome === 'failed') lastError = error;
    if (outcome === 'failed' && isHeldBack(error)) return;
    const isAnswered = outcome !== 'failed' || isUsable(error);
    if (isAnswered && !isRefused(error)) timer.reset();
    unanswered = isAnswered ? 0 : unanswered + 1;
    if (unanswered === outageAfter) giveUp('outage', `${outageAfter} calls in a row got no usable response`);
  };

  const finish = async (entry: Entry<Item>, recordOutcome?: RecordOutcome) => {
    const endCall = timer.begin();
    try {
      const { result, error } = await settle(entry, call, { signal: calls.signal, pace: 'bulk' }, isFinal);
      const { outcome } = result;
      if (outcome !== 'failed') await recordOutcome?.(journalWord(outcome, error));
      ended.push(result);
      counter.add(outcome);
      judge(outcome, error);
      report(entry.index);
    } catch (error) {
      unyielded -= 1;
      fail(error);
    }
    endCall();
    active -= 1;
    notify();
  };

  /** Calls `onProgress`. An error or a rejection stops the run. */
  const report = (index?: number) => {
    const onError = (cause: unknown) => {
      const reason = 'onProgress threw an error; see the cause of this error';
      fail(index === undefined ? new BulkError(reason, undefined, { cause }) : stoppedAt(index, reason, cause));
    };
    try {
      const returned: unknown = onProgress({ ...counter.progress(), pausedMs: pacer?.state().pausedMs ?? 0 });
      if (typeof Object(returned).then !== 'function') return;
      pending += 1;
      void Promise.resolve(returned)
        .catch(onError)
        .finally(() => {
          pending -= 1;
          notify();
        });
    } catch (cause) {
      onError(cause);
    }
  };

  const startCalls = async () => {
    stopped.throwIfAborted();
    const onFinished = (word: string) => counter.resume(recordedOutcome(word));
    openJournal = await journal?.open(source.next, keyOf, onFinished, stopped);
    isJournalRead = true;
    counter.start();
    if (counter.progress().resumed > 0) report();
    stopObserving =
      pacer &&
      observePauses(pacer, (pausedMs) => {
        timer.pause(pausedMs);
        report();
      });
    for (;;) {
      await until(() => unyielded < concurrency || stopped.aborted);
      await ready();
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

  /** Waits until the pacer is ready. */
  const ready = async () => {
    if (pacer === undefined) return;
    const endWait = timer.begin();
    await pacer.ready(stopped).finally(endWait);
  };

  const end = async () => {
    stop();
    // After an abort, a promise of `onProgress` that never settles must not keep the run from its end.
    await until(() => active === 0 && (pending === 0 || calls.signal.aborted));
    clearTimeout(graceTimer);
    removeCallback();
    stopObserving?.();
    await source.close().catch(fail);
    await openJournal?.close().catch(fail);
    failure ??= givenUp && giveUpError(givenUp, counts(), journal !== undefined);
    if (failure !== undefined) throw withCounts(failure, counts());
  };

  const counts = (): ItemCounts => {
    const { finished, failed, total = -1 } = counter.progress();
    const unfinished = total - finished - failed;
    // Without its whole journal, the run does not know how many items earlier runs finished. An input can also grow.
    if (!isJournalRead) return { finished: 0, failed: 0, unfinished: undefined };
    return { finished, failed, unfinished: unfinished < 0 ? undefined : unfinished };
  };

  const abort = () => {
    stop(signal.reason);
    calls.abort(signal.reason);
  };
  const removeCallback = onAbort(signal, abort);
  if (signal.aborted) abort();
  void startCalls()
    .catch(fail)
    .finally(() => {
      active -= 1;
      notify();
    });
  try {
    for (;;) {
      await until(() => ended.length > 0 || active === 0);
      const next = ended.shift();
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

/** Creates the error of a run that stops because nothing works. */
function giveUpError({ code, reason, cause }: GiveUp, counts: ItemCounts, hasJournal: boolean): BulkError {
  const { finished, failed, unfinished = 'an unknown number' } = counts;
  const next = hasJournal
    ? 'the next run with the same journal continues the job'
    : 'without a journal, the next run starts with the first item';
  const numbers = `${finished} finished, ${failed} failed, ${unfinished} unfinished`;
  return new BulkError(`the run stopped: ${reason}; items: ${numbers}; ${next}`, undefined, { code, cause });
}
