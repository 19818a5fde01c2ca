import { BulkError, stoppedAt } from './bulk-error.js';
import type { BulkSettings } from './bulk-options.js';
import type { Outage } from './outage.js';
import { createProgressCounter, type ProgressCounter } from './progress.js';
import type { RunStop } from './run-stop.js';

/** The progress of a run, and the calls of `onProgress`. An error or a rejection of `onProgress` stops the run. */
export interface ProgressReports extends ProgressCounter {
  /** @param index Position of the item whose call has ended; `undefined` if another change is reported. */
  report(index?: number): void;
  /**
   * Waits for the promises of `onProgress`. After an abort, or if one never settles, the run must end anyway.
   *
   * @returns The error if a promise has not settled in time.
   */
  settle(): Promise<BulkError | undefined>;
}

export function createProgressReports<Item, Value>(
  countTotal: () => number | undefined,
  countWaiting: () => number,
  outage: Outage,
  { pacer, onProgress, progressWait }: BulkSettings<Item, Value>,
  runStop: RunStop,
): ProgressReports {
  const counter = createProgressCounter(countTotal);
  /** Number of promises of `onProgress` that have not settled. */
  let pending = 0;

  return {
    ...counter,
    report: (index) => {
      const onError = (cause: unknown) =>
        runStop.fail(stoppedAt(index, 'onProgress threw an error; see the cause of this error', cause));
      try {
        const returned: unknown = onProgress({
          ...counter.progress(),
          pausedMs: pacer?.state().pausedMs ?? 0,
          waiting: countWaiting(),
          outage: outage.state(),
        });
        if (typeof Object(returned).then !== 'function') return;
        pending += 1;
        void Promise.resolve(returned)
          .catch(onError)
          .finally(() => {
            pending -= 1;
            runStop.notify();
          });
      } catch (cause) {
        onError(cause);
      }
    },
    settle: async () => {
      let isOver = false;
      const timer = setTimeout(() => {
        isOver = true;
        runStop.notify();
      }, progressWait);
      await runStop.until(() => pending === 0 || runStop.calls.aborted || isOver);
      clearTimeout(timer);
      if (!isOver) return undefined;
      return new BulkError(`the run ended, but a promise of onProgress did not settle in ${progressWait} ms`);
    },
  };
}
