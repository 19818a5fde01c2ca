import { delay } from '../wait.js';
import type { BulkSettings } from './bulk-options.js';
import type { BulkResult, CallItem } from './item-call.js';
import { createItemCalls, type ItemCalls, type RunParts } from './item-calls.js';
import { createItemQueue } from './item-queue.js';
import { countItems, type IndexedItem, type Items, openItems } from './item-source.js';
import type { OpenJournal } from './journal/journal.js';
import { observePauses } from './pacer/pause-progress.js';
import { createProgressReports } from './progress-reports.js';
import { createRunStop } from './run-stop.js';
import { createTenantWatch } from './tenant-watch.js';

/** Runs a job. The parameters are those of `bulk`. */
export async function* run<Item, Value>(
  items: Items<Item>,
  call: CallItem<Item, Value>,
  settings: BulkSettings<Item, Value>,
): AsyncGenerator<BulkResult<Item, Value>, void, undefined> {
  const { pacer } = settings;
  const runStop = createRunStop(settings);
  const { stopped, fail, notify, until } = runStop;
  const watch = createTenantWatch(settings.giveUpAfter, runStop);
  const source = openItems(items, stopped);
  const queue = createItemQueue<Item, Value>(source.next, watch.outage, runStop);
  const progress = createProgressReports(() => countItems(items), queue.count, watch.outage, settings, runStop);
  const parts: RunParts<Item, Value> = { settings, runStop, watch, queue, progress };
  const calls = createItemCalls(call, parts);
  let isOver = false;
  const isDone = () => isOver && calls.inFlight() === 0;
  let stopObserving: (() => void) | undefined;

  /** Reads the journal, and starts to report. */
  const start = async () => {
    stopped.throwIfAborted();
    queue.journal = await openJournal(parts, source.next);
    progress.start();
    if (progress.progress().resumed > 0) progress.report();
    stopObserving =
      pacer &&
      observePauses(pacer, (pausedMs) => {
        watch.timer.pause(pausedMs);
        progress.report();
      });
  };

  void start()
    .then(() => startCalls(parts, calls))
    .catch(fail)
    .finally(() => {
      calls.endWaiting();
      isOver = true;
      notify();
    });
  try {
    for (;;) {
      await until(() => calls.ended.length > 0 || isDone());
      const next = calls.ended.shift();
      if (next === undefined) break;
      notify();
      yield next;
    }
    if (runStop.isCutOff()) throw settings.signal.reason;
  } finally {
    runStop.stop();
    await until(isDone);
    const lateError = await progress.settle();
    stopObserving?.();
    // Before the input closes, because its end can take long or never come.
    runStop.release();
    await source.close().catch(fail);
    await queue.journal?.close().catch(fail);
    runStop.throwError(progress.counts(), lateError);
  }
}

/** Opens the journal, and counts the items that an earlier run finished. */
const openJournal = async <Item, Value>(
  { settings, runStop, watch, progress }: RunParts<Item, Value>,
  next: () => Promise<IndexedItem<Item> | undefined>,
): Promise<OpenJournal<Item> | undefined> => {
  const resume = () => {
    progress.resume();
    // The tenant has answered in the earlier run.
    watch.outage.resume();
  };
  return settings.journal?.open(next, settings.keyOf, resume, runStop.stopped, settings);
};

async function startCalls<Item, Value>(
  { settings, runStop, watch, queue, progress }: RunParts<Item, Value>,
  calls: ItemCalls<Item, Value>,
): Promise<void> {
  const { pacer, concurrency } = settings;
  const { stopped, until } = runStop;
  const { timer, outage, endOfItems } = watch;

  const counted = async (countsPauses: boolean, wait: () => Promise<void>) => {
    const endWait = timer.begin(countsPauses);
    await wait().finally(endWait);
  };

  /** During an outage, waits until no call is in flight, and then for the delay of the next probe. */
  const waitForProbe = async () => {
    await until(() => calls.inFlight() === 0 || !outage.isOn() || stopped.aborted);
    if (!outage.isOn()) return;
    const delayMs = outage.scheduleProbe();
    progress.report();
    await delay(delayMs, stopped);
  };

  for (;;) {
    await until(() => calls.inFlight() + calls.ended.length < concurrency || stopped.aborted);
    const isProbe = outage.isOn();
    if (isProbe) await counted(true, waitForProbe);
    await (pacer && counted(isProbe, () => pacer.ready(stopped)));
    stopped.throwIfAborted();
    void queue.read();
    await until(
      () =>
        queue.has() || outage.isOn() !== isProbe || (queue.isInputOver() && calls.inFlight() === 0) || stopped.aborted,
    );
    stopped.throwIfAborted();
    // An outage can start or end while the job waits for the pacer or for an item.
    if (outage.isOn() !== isProbe) continue;
    const item = queue.take();
    if (item === undefined) return endOfItems();
    void calls.start(item, isProbe);
  }
}
