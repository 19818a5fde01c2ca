import { reveal } from '../../opaque.js';
import type { Pacer, Pacing } from '../../rate-limit/pacing.js';

/** The state of a pacer. */
export interface PacerState {
  /** The highest rate, in calls per second, at which the pacer sends calls of jobs outside of pauses. A job can be slower. */
  readonly maxCallsPerSecond: number;
  /** Milliseconds until the current pause of calls ends; `0` if calls do not pause. */
  readonly pausedMs: number;
  /** Number of 429 responses since the pacer was created. */
  readonly refused: number;
}

/** The members of a pacer that a job uses. */
export interface BulkPacing extends Pacing {
  /**
   * Waits until a call with `pace: 'bulk'` would be sent soon. Waiting jobs are served first in, first out. This wait
   * uses up none of the call's `timeout`.
   *
   * @throws The reason of the signal as soon as the signal is aborted.
   */
  ready(signal: AbortSignal): Promise<void>;
  state(): PacerState;
  /**
   * Calls a function when a pause starts, and when a response makes the current pause longer.
   *
   * @returns A function that removes the callback.
   */
  onPause(callback: () => void): () => void;
}

/**
 * Returns the current state of a pacer, to show a user why calls wait.
 *
 * @throws TypeError If the argument is not the result of `createPacer()`.
 */
export const pacerState = (pacer: Pacer): PacerState => reveal<BulkPacing>('pacer', 'Pacer', pacer).state();
