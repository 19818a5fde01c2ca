import { delay } from '../wait.js';
import { BulkError, type ItemCounts, stoppedAt } from './bulk-error.js';
import type { BulkSettings } from './bulk-options.js';
import { createChange } from './change-signal.js';
import { type BulkResult, type CallItem, makeCall } from './item-call.js';
import { countItems, type Items, openItems } from './item-source.js';
import type { OpenJournal } from './journal/journal.js';
import { journalWord, performedBefore } from './outcome.js';
import { observePauses } from './pacer/pause-progress.js';
import { createProgressCounter } from './progress.js';
import { createRunStop } from './run-stop.js';
import { createTenantWatch } from './tenant-watch.js';
import { type Callable, createWaitingItems, withFirst } from './waiting-items.js';

/** Runs a job. The parameters are those of `bulk`. */
export async function* run<Item, Value>(
  items: Items<Item>,
  call: CallItem<Item, Value>,
  settings: BulkSettings<Item, Value>,
): AsyncGenerator<BulkResult<Item, Value>, void, undefined> {
  const { pacer, concurrency, journal, signal, onProgress, progressWait, isFinal, keyOf, resend } = settings;
  const { notify, until } = createChange();
  const runStop = createRunStop(settings, notify);
  const { stopped, calls, fail } = runStop;
  const tenantWatch = createTenantWatch(settings.giveUpAfter, runStop);
  const { timer, outage } = tenantWatch;
  const source = openItems(items, stopped);
  const counter = createProgressCounter(() => countItems(items));
  const ended: BulkResult<Item, Value>[] = [];
  const waiting = createWaitingItems<Item, Value>();
  /** Number of items that were called, do not wait for another call, and are not yet yielded. */
  let unyielded = 0;
  /** Number of calls that are in flight or not yet recorded, plus 1 while items are read. */
  let active = 1;
  /** Number of calls that have started. */
  let started = 0;
  /** Number of promises of `onProgress` that have not settled. */
  let pending = 0;
  let openJournal: OpenJournal<Item> | undefined;
  let isJournalRead = false;
  let isInputOver = false;
  let isReading = false;
  /** The item that was read last, until it is called. */
  let unsent: Callable<Item, Value> | undefined;
  let stopObserving: (() => void) | undefined;

  const yieldLater = (result: BulkResult<Item, Value>) => {
    ended.push(result);
    counter.add(result.outcome);
  };

  const finish = async (item: Callable<Item, Value>, isProbe: boolean) => {
    const { entry, recordOutcome, first } = item;
    started += 1;
    const number = started;
    const endCall = timer.begin(isProbe);
    try {
      const callEnd = await makeCall(entry, call, { signal: calls, pace: 'bulk' }, isFinal);
      const { result, error } = callEnd;
      const { outcome } = result;
      if (outcome === 'done' || outcome === 'final') await recordOutcome?.(journalWord(outcome, error));
      tenantWatch.judge(outcome, error, number, started);
      // A failed probe does not use up the second call of an item.
      const mayWait = resend && (isProbe || first === undefined) && !stopped.aborted;
      if (mayWait && waiting.add(item, callEnd, started)) unyielded -= 1;
      else yieldLater(withFirst(result, first));
      report(entry.index);
    } catch (error) {
      fail(error);
      if (first === undefined) unyielded -= 1;
      else yieldLater(withFirst(first, { attempts: 1, maybePerformed: performedBefore(error) }));
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
      const returned: unknown = onProgress({
        ...counter.progress(),
        pausedMs: pacer?.state().pausedMs ?? 0,
        waiting: waiting.count(),
        outage: outage.state(),
      });
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

  /** Counts an item that an earlier run finished: the tenant has answered. */
  const resume = () => {
    counter.resume();
    outage.resume();
  };

  /** Reads the journal, and starts to report. */
  const start = async () => {
    stopped.throwIfAborted();
    openJournal = await journal?.open(source.next, keyOf, resume, stopped, settings);
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
      const isProbe = outage.isOn();
      if (isProbe) await counted(true, waitForProbe);
      await (pacer && counted(isProbe, () => pacer.ready(stopped)));
      stopped.throwIfAborted();
      if (!hasItem() && !isInputOver && !isReading) void read();
      await until(() => hasItem() || outage.isOn() !== isProbe || (isInputOver && active === 1) || stopped.aborted);
      stopped.throwIfAborted();
      // An outage can start or end while the job waits for the pacer or for an item.
      if (outage.isOn() !== isProbe) continue;
      const item = takeItem();
      if (item === undefined) return tenantWatch.endOfItems();
      unyielded += 1;
      active += 1;
      void finish(item, isProbe);
    }
  };

  /** Counts the time of a wait. */
  const counted = async (countsPauses: boolean, wait: () => Promise<void>) => {
    const endWait = timer.begin(countsPauses);
    await wait().finally(endWait);
  };

  /** During an outage, waits until no call is in flight, and then for the delay of the next probe. */
  const waitForProbe = async () => {
    await until(() => active === 1 || !outage.isOn() || stopped.aborted);
    if (!outage.isOn()) return;
    const delayMs = outage.scheduleProbe();
    report();
    await delay(delayMs, stopped);
  };

  /** Reads the next item of the input. */
  const read = async () => {
    isReading = true;
    try {
      const entry = openJournal?.unfinished.shift() ?? (await source.next());
      if (entry === undefined) isInputOver = true;
      else unsent = { entry, recordOutcome: await openJournal?.prepare(entry) };
    } catch (error) {
      fail(error);
    }
    isReading = false;
    notify();
  };

  /** The items that started to wait before the start of this call may be called again. */
  const lastAnswered = () => (outage.isOn() || isInputOver ? Number.POSITIVE_INFINITY : outage.lastAnswered());
  const hasItem = () => waiting.has(lastAnswered()) || unsent !== undefined;
  /** Returns a waiting item that may be called, otherwise the next item of the input. */
  const takeItem = (): Callable<Item, Value> | undefined => {
    const item = waiting.take(lastAnswered());
    if (item !== undefined) return item;
    const next = unsent;
    unsent = undefined;
    return next;
  };

  /** Yields the waiting items as failed, because the run has stopped. */
  const yieldWaiting = () => {
    for (let item = waiting.take(Number.POSITIVE_INFINITY); item; item = waiting.take(Number.POSITIVE_INFINITY)) {
      unyielded += 1;
      yieldLater(item.first);
      report(item.entry.index);
    }
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
      yieldWaiting();
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
