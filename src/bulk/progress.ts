/**
 * Shortest time between two samples for `perSecond`, in milliseconds. The speed is measured over one to two such
 * periods: long enough for a stable number at 2 calls per second, and short enough to show a change of the rate limit.
 */
const SAMPLE_MS = 5_000;

/** The progress of a job. */
export interface BulkProgress {
  /** Number of items that were finished without an error, in this run or in an earlier run. */
  readonly done: number;
  /** Number of items that were finished with an error, in this run or in an earlier run. */
  readonly failed: number;
  /** Number of items that earlier runs finished. `done` and `failed` include them. */
  readonly resumed: number;
  /** Number of all items; `undefined` if the input has neither a `length` nor a `size`. */
  readonly total: number | undefined;
  /** Items that this run finished per second, measured over about the last ten seconds. */
  readonly perSecond: number;
}

/** Counts the finished items of a job. */
export interface ProgressCounter {
  /** Counts an item that an earlier run finished. */
  resume(isFailure: boolean): void;
  /** Starts to measure the speed. */
  start(): void;
  /** Counts an item that this run finished. */
  finish(isFailure: boolean): BulkProgress;
}

export function createProgressCounter(total: number | undefined): ProgressCounter {
  let done = 0;
  let failed = 0;
  let resumed = 0;
  let older = { at: 0, finished: 0 };
  let newer = older;

  const count = (isFailure: boolean) => {
    if (isFailure) failed += 1;
    else done += 1;
  };

  return {
    resume: (isFailure) => {
      resumed += 1;
      count(isFailure);
    },
    start: () => {
      older = { at: performance.now(), finished: 0 };
      newer = older;
    },
    finish: (isFailure) => {
      count(isFailure);
      const now = { at: performance.now(), finished: done + failed - resumed };
      // If the clock has jumped back, start again. Otherwise, the speed would be negative.
      if (now.at < newer.at) [older, newer] = [now, now];
      if (now.at - newer.at >= SAMPLE_MS) [older, newer] = [newer, now];
      const seconds = (now.at - older.at) / 1000;
      const perSecond = seconds > 0 ? (now.finished - older.finished) / seconds : 0;
      return { done, failed, resumed, total, perSecond };
    },
  };
}
