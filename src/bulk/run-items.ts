import { BulkError, type ItemCounts, stoppedAt } from './bulk-error.js';
import type { BulkSettings } from './bulk-options.js';
import { createChange } from './change-signal.js';
import { type BulkResult, type CallItem, makeCall } from './item-call.js';
import { countItems, type Entry, type Items, openItems } from './item-source.js';
import type { OpenJournal, RecordOutcome } from './journal/journal.js';
import { journalWord } from './outcome.js';
import { observePauses } from './pacer/pause-progress.js';
import { createProgressCounter } from './progress.js';
import { createRunStop } from './run-stop.js';

/** Runs a job. The parameters are those of `bulk`. */
export async function* run<Item, Value>(
  items: Items<Item>,
  call: CallItem<Item, Value>,
  settings: BulkSettings<Item, Value>,
): AsyncGenerator<BulkResult<Item, Value>, void, undefined> {
  const { pacer, concurrency, journal, signal, onProgress, progressWait, isFinal, keyOf } = settings;
  const { notify, until } = createChange();
  const runStop = createRunStop(settings, notify);
  const { stopped, calls, timer, fail } = runStop;
  const source = openItems(items, stopped);
  const counter = createProgressCounter(() => countItems(items));
  const ended: BulkResult<Item, Value>[] = [];
  /** Number of items that were read and not yet yielded. */
  let unyielded = 0;
  /** Number of calls that are in flight or not yet recorded, plus 1 while items are read. */
  let active = 1;
  /** Number of promises of `onProgress` that have not settled. */
  let pending = 0;
  let openJournal: OpenJournal<Item> | undefined;
  let isJournalRead = false;
  let stopObserving: (() => void) | undefined;

  const finish = async (entry: Entry<Item>, recordOutcome?: RecordOutcome) => {
    const endCall = timer.begin();
    try {
      const { result, error } = await makeCall(entry, call, { signal: calls, pace: 'bulk' }, isFinal);
      const { outcome } = result;
      if (outcome === 'done' || outcome === 'final') await recordOutcome?.(journalWord(outcome, error));
      ended.push(result);
      counter.add(outcome);
      runStop.judge(outcome, error);
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

  /** Reads the journal, and starts to report. */
  const start = async () => {
    stopped.throwIfAborted();
    openJournal = await journal?.open(source.next, keyOf, counter.resume, stopped, settings);
    isJournalRead = true;
    counter.start();
    if (counter.progress().resumed > 0) report();
    stopObserving =
      pacer &&
      observePauses(pacer, (pausedMs) => {
        timer.pause(pausedMs);
        report();
      });
  };

  const startCalls = async () => {
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
    runStop.stop();
    await until(() => active === 0);
    const lateError = await settleProgress();
    stopObserving?.();
    // Before the input closes, because its end can take long or never come.
    runStop.release();
    await source.close().catch(fail);
    await openJournal?.close().catch(fail);
    runStop.throwError(counts(), lateError);
  };

  /**
   * Waits for the promises of `onProgress`. After an abort, or if one never settles, the run must end anyway.
   *
   * @returns The error if a promise has not settled in time.
   */
  const settleProgress = async () => {
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      notify();
    }, progressWait);
    await until(() => pending === 0 || calls.aborted || isOver);
    clearTimeout(timer);
    if (!isOver) return undefined;
    return new BulkError(`the run ended, but a promise of onProgress did not settle in ${progressWait} ms`);
  };

  const counts = (): ItemCounts => {
    const { finished, missing, failed, total = -1 } = counter.progress();
    const unfinished = total - finished - missing - failed;
    // Without its whole journal, the run does not know how many items earlier runs finished. An input can also grow.
    if (!isJournalRead) return { finished: 0, missing: 0, failed: 0, unfinished: undefined };
    return { finished, missing, failed, unfinished: unfinished < 0 ? undefined : unfinished };
  };

  void start()
    .then(startCalls)
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
    if (runStop.isCutOff()) throw signal.reason;
  } finally {
    await end();
  }
}
