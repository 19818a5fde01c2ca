import { clearLine, cursorTo } from 'node:readline';
import { type Context, columnsOf } from '../context.js';

/** The progress of a job. */
export interface Progress {
  readonly done: number;
  readonly missing: number;
  readonly failed: number;
  readonly total: number;
  readonly perSecond: number;
}

/** Shows the progress of a job on stderr. */
export interface ProgressLine {
  show(progress: Progress): void;
  /** Removes the line from a terminal, so that other text can be printed. */
  clear(): void;
}

/** Largest number of progress lines of a job whose stderr is not a terminal. */
const LINES = 10;

/**
 * Creates the line that shows the progress: in a terminal, one line that changes; otherwise, a new line for each tenth
 * of the items.
 */
export function createProgressLine(context: Context): ProgressLine {
  const { stderr } = context;
  let tenths = 0;
  const clear = () => {
    if (stderr.isTTY !== true) return;
    cursorTo(stderr, 0);
    clearLine(stderr, 0);
  };
  return {
    clear,
    show: (progress) => {
      if (stderr.isTTY === true) {
        clear();
        // A line that wraps cannot be removed.
        stderr.write(progressText(progress).slice(0, columnsOf(context) - 1));
        return;
      }
      const { done, missing, failed, total } = progress;
      const now = Math.floor(((done + missing + failed) / total) * LINES);
      if (now > tenths && total >= LINES) stderr.write(`${progressText(progress)}\n`);
      tenths = Math.max(now, tenths);
    },
  };
}

/** Returns, for example, `312 of 1000: 305 done, 3 missing, 4 failed, 15.8 per second, 44 s left`. */
export function progressText({ done, missing, failed, total, perSecond }: Progress): string {
  const finished = done + missing + failed;
  const counts = `${finished} of ${total}: ${done} done, ${missing} missing, ${failed} failed`;
  // The rate is not known before the first result.
  if (perSecond === 0) return counts;
  return `${counts}, ${perSecond.toFixed(1)} per second, ${durationText((total - finished) / perSecond)} left`;
}

/** Returns a duration in seconds as text, such as `44 s` or `1 h 5 min`. */
export function durationText(seconds: number): string {
  const total = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${total % 60} s` : `${total} s`;
}
