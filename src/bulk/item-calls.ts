import type { BulkSettings } from './bulk-options.js';
import { type BulkResult, type CallItem, makeCall } from './item-call.js';
import { type Callable, type ItemQueue, withFirst } from './item-queue.js';
import { journalWord, performedBefore } from './outcome.js';
import type { ProgressReports } from './progress-reports.js';
import type { RunStop } from './run-stop.js';
import type { TenantWatch } from './tenant-watch.js';

export interface ItemCalls<Item, Value> {
  /** The results that are not yet yielded. */
  readonly ended: BulkResult<Item, Value>[];
  start(item: Callable<Item, Value>, isProbe: boolean): Promise<void>;
  /** Number of calls that have not ended or are not yet recorded. */
  inFlight(): number;
  /** Ends the waiting items as failed, because the run has stopped. */
  endWaiting(): void;
}

/** The parts of one run. */
export interface RunParts<Item, Value> {
  readonly settings: BulkSettings<Item, Value>;
  readonly runStop: RunStop;
  readonly watch: TenantWatch;
  readonly queue: ItemQueue<Item, Value>;
  readonly progress: ProgressReports;
}

export function createItemCalls<Item, Value>(
  call: CallItem<Item, Value>,
  { settings, runStop, watch, queue, progress }: RunParts<Item, Value>,
): ItemCalls<Item, Value> {
  const ended: BulkResult<Item, Value>[] = [];
  let inFlight = 0;
  let started = 0;

  const endItem = (result: BulkResult<Item, Value>) => {
    ended.push(result);
    progress.add(result.outcome);
  };

  return {
    ended,
    start: async (item, isProbe) => {
      inFlight += 1;
      const { entry, recordOutcome, first } = item;
      started += 1;
      const number = started;
      const endCall = watch.timer.begin(isProbe);
      try {
        const callEnd = await makeCall(entry, call, { signal: runStop.calls, pace: 'bulk' }, settings.isFinal);
        const { result, error } = callEnd;
        const { outcome } = result;
        if (outcome === 'done' || outcome === 'final') await recordOutcome?.(journalWord(outcome, error));
        watch.judge(outcome, error, number, started);
        // A failed probe does not use up the second call of an item.
        const mayWait = settings.resend && (isProbe || first === undefined) && !runStop.stopped.aborted;
        if (!(mayWait && queue.add(item, callEnd, started))) endItem(withFirst(result, first));
        progress.report(entry.index);
      } catch (error) {
        runStop.fail(error);
        if (first !== undefined) endItem(withFirst(first, { attempts: 1, maybePerformed: performedBefore(error) }));
      }
      endCall();
      inFlight -= 1;
      runStop.notify();
    },
    inFlight: () => inFlight,
    endWaiting: () => {
      for (let item = queue.takeWaiting(); item; item = queue.takeWaiting()) {
        endItem(item.first);
        progress.report(item.entry.index);
      }
    },
  };
}
