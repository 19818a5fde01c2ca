import { LONGEST_TIMER_MS } from '../../wait.js';
import type { BulkPacing } from './pacer-state.js';

/**
 * Calls a function when a pause of a pacer starts, when it becomes longer, and when it ends.
 *
 * @returns A function that removes the callback and the timer.
 */
export function observePauses(pacer: BulkPacing, callback: (pausedMs: number) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = () => {
    const { pausedMs } = pacer.state();
    clearTimeout(timer);
    // A timer can fire slightly too early.
    if (pausedMs > 0) timer = setTimeout(report, Math.min(Math.ceil(pausedMs), LONGEST_TIMER_MS));
    callback(pausedMs);
  };
  const remove = pacer.onPause(report);
  if (pacer.state().pausedMs > 0) report();
  return () => {
    remove();
    clearTimeout(timer);
  };
}
