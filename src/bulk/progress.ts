import type { ItemCounts } from './bulk-error.js';
import type { BulkOutage } from './outage.js';
import type { ItemOutcome } from './outcome.js';

/**
 * Shortest time between two samples for `perSecond`, in milliseconds. The speed is measured over one to two such
 * periods: long enough for a stable number at 2 calls per second, and short enough to show a change of the rate limit.
 */
const SAMPLE_MS = 5_000;

/** The progress of a job. */
export interface BulkProgress extends Omit<ItemCounts, 'unfinished'> {
  /** Number of items that earlier runs finished. `finished` includes them. */
  readonly resumed: number;
  /** Number of all items; `undefined` if the input has no `length` or `size`. */
  readonly total: number | undefined;
  /** Items of this run per second, measured over about the last ten seconds. */
  readonly perSecond: number;
  /** Milliseconds until the pause of the pacer ends; `0` if calls do not pause. */
  readonly pausedMs: number;
  /** Number of items that wait for another call: see the option `resend`. */
  readonly waiting: number;
  /** The pause during an outage; `undefined` without an outage. */
  readonly outage: BulkOutage | undefined;
}

/** Counts the items of a job by outcome. */
export interface ProgressCounter {
  /** Counts an item that an earlier run finished. */
  resume(): void;
  start(): void;
  add(outcome: ItemOutcome): void;
  progress(): Omit<BulkProgress, 'pausedMs' | 'waiting' | 'outage'>;
  /** Returns the numbers for the error of the run. Before `start`, it is not known how many items earlier runs finished. */
  counts(): ItemCounts;
}

export function createProgressCounter(countTotal: () => number | undefined): ProgressCounter {
  let finished = 0;
  let missing = 0;
  let failed = 0;
  let resumed = 0;
  let perSecond = 0;
  let older = { at: 0, ended: 0 };
  let newer = older;
  let isStarted = false;

  return {
    resume: () => {
      resumed += 1;
    },
    start: () => {
      isStarted = true;
      finished = resumed;
      older = { at: performance.now(), ended: 0 };
      newer = older;
    },
    add: (outcome) => {
      if (outcome === 'failed') failed += 1;
      else if (outcome === 'missing') missing += 1;
      else finished += 1;
      const now = { at: performance.now(), ended: finished + missing + failed - resumed };
      // If the clock has jumped back, start again. Otherwise, the speed would be negative.
      if (now.at < newer.at) [older, newer] = [now, now];
      if (now.at - newer.at >= SAMPLE_MS) [older, newer] = [newer, now];
      const seconds = (now.at - older.at) / 1000;
      perSecond = seconds > 0 ? (now.ended - older.ended) / seconds : 0;
    },
    progress: () => ({ finished, missing, failed, resumed, total: countTotal(), perSecond }),
    counts: () => {
      const unfinished = ((isStarted ? countTotal() : undefined) ?? -1) - finished - missing - failed;
      // An input can grow.
      return { finished, missing, failed, unfinished: unfinished < 0 ? undefined : unfinished };
    },
  };
}
