import { createProgressLine, type JobProgress } from '../output/progress-line.js';
import type { JobSummary } from './job-summary.js';

/** Shows the counts of a job and its speed until `end` is called. Prints what follows after an interruption. */
export function showJobProgress({ job, context, counts }: JobSummary) {
  const { stderr, signal } = context;
  const line = createProgressLine(context);
  let speed: Pick<JobProgress, 'perSecond' | 'pausedMs' | 'outage'> = { perSecond: 0, pausedMs: 0 };
  const show = ({ done, exists, missing, failed } = counts) =>
    line.show({ done: done + exists, missing, failed, total: job.items.size, ...speed });
  const onAbort = () => {
    line.clear();
    stderr.write('Stopping; calls in flight get up to 5 s. To stop immediately, press Ctrl-C again.\n');
  };
  signal.addEventListener('abort', onAbort);
  // The counts contain the items of earlier runs only when the job starts.
  show({ ...counts, done: job.finished.done });
  return {
    /** Removes the line while a result is printed, and shows the new counts. */
    showAfter(printResult: () => void): void {
      line.clear();
      printResult();
      show();
    },
    /** Sets the speed, and shows it immediately if a pause or an outage starts, changes or ends. */
    setSpeed(next: typeof speed): void {
      const isPauseChanged = [next, speed].some(({ pausedMs, outage }) => pausedMs > 0 || outage !== undefined);
      speed = next;
      if (isPauseChanged) show();
    },
    end(): void {
      line.end();
      signal.removeEventListener('abort', onAbort);
    },
  };
}
