import { clearLine, cursorTo } from 'node:readline';
import type { BulkOutage } from 'tenant-management-client/bulk';
import { type CommandContext, columnsOf } from '../command-context.js';

export interface JobProgress {
  readonly done: number;
  readonly missing: number;
  readonly failed: number;
  readonly total: number;
  readonly perSecond: number;
  /** Milliseconds for which the calls wait for the rate limit; `0` if they do not wait. */
  readonly pausedMs: number;
  /** Number of items that wait for another attempt. */
  readonly waiting?: number;
  readonly outage?: BulkOutage | undefined;
}

/** Number of progress lines of a job whose stderr is not a terminal, apart from lines for long pauses. */
const LINES = 10;

/** Lowest rate that is shown. A lower one would read "0.0 per second". */
const LOWEST_RATE = 0.05;

/** Shortest pause, in milliseconds, that is printed if stderr is not a terminal. */
const PRINTED_PAUSE_MS = 10_000;

/**
 * Creates the line that shows the progress. In a terminal, it is one line that changes, and counts down during a pause.
 * Otherwise, it is a new line for each tenth of the items, for each long pause and for each delay during an outage.
 */
export function createProgressLine(context: CommandContext) {
  const { stderr } = context;
  let tenths = 0;
  let wasPaused = false;
  let timer: NodeJS.Timeout | undefined;
  const clear = () => {
    if (stderr.isTTY !== true) return;
    cursorTo(stderr, 0);
    clearLine(stderr, 0);
  };
  const draw = (progress: JobProgress) => {
    clear();
    // A line that wraps cannot be removed.
    stderr.write(progressText(progress).slice(0, columnsOf(context) - 1));
  };
  const print = (progress: JobProgress) => {
    const { done, missing, failed, total, pausedMs, outage } = progress;
    const now = Math.floor(((done + missing + failed) / total) * LINES);
    const isPaused = pausedMs >= PRINTED_PAUSE_MS || Number(outage?.nextCallMs) > 0;
    if ((now > tenths && total >= LINES) || (isPaused && !wasPaused)) stderr.write(`${progressText(progress)}\n`);
    tenths = Math.max(now, tenths);
    wasPaused = isPaused;
  };
  return {
    /** Removes the line from a terminal, so that other text can be printed. */
    clear,
    end: () => {
      clearInterval(timer);
      clear();
    },
    show: (progress: JobProgress): void => {
      clearInterval(timer);
      if (stderr.isTTY !== true) {
        print(progress);
        return;
      }
      draw(progress);
      const { pausedMs, outage } = progress;
      if (pausedMs <= 0 && outage === undefined) return;
      const start = performance.now();
      const countDown = () => {
        const ms = performance.now() - start;
        const later = outage && { lastsMs: outage.lastsMs + ms, nextCallMs: Math.max(outage.nextCallMs - ms, 0) };
        draw({ ...progress, pausedMs: Math.max(pausedMs - ms, 0), outage: later });
      };
      timer = setInterval(countDown, 1000);
      // The timer must not keep the process alive.
      timer.unref();
    },
  };
}

/**
 * Returns, for example, `312 of 1000: 305 done, 3 missing, 4 failed, 15.8 per second, 44 s left`. During a pause, it
 * ends with `rate limited, continues in 12 s` instead, and during an outage with `no usable response for 12 s, next
 * attempt in 4 s`.
 */
export function progressText(progress: JobProgress): string {
  const { done, missing, failed, total, perSecond, pausedMs, waiting = 0, outage } = progress;
  const finished = done + missing + failed;
  const waits = waiting > 0 ? `, ${waiting} waiting` : '';
  const counts = `${finished} of ${total}: ${done} done, ${missing} missing, ${failed} failed${waits}`;
  if (outage !== undefined) {
    const next = outage.nextCallMs > 0 ? `next attempt in ${durationText(outage.nextCallMs / 1000)}` : 'trying again';
    // With all counts, the line would not fit into a terminal of 80 columns.
    return `${finished} of ${total}${waits}, no usable response for ${durationText(outage.lastsMs / 1000)}, ${next}`;
  }
  if (pausedMs > 0) return `${counts}, rate limited, continues in ${durationText(pausedMs / 1000)}`;
  // The rate is not known before the first result, and a very low rate has no useful number.
  if (perSecond < LOWEST_RATE) return counts;
  return `${counts}, ${perSecond.toFixed(1)} per second, ${durationText((total - finished) / perSecond)} left`;
}

/** Returns a duration in seconds as text, such as `44 s` or `1 h 5 min`. */
export function durationText(seconds: number): string {
  const total = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${total % 60} s` : `${total} s`;
}
