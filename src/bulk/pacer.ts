import { createBrake } from '../brake.js';
import type { Pacer } from '../pacing.js';

/** A pacer that {@link bulk} can ask when to start the next call. */
export interface BulkPacer extends Pacer {
  /**
   * Resolves when a call with `pace: 'bulk'` that starts now would be sent soon. A job that waits before it starts a
   * call uses up none of the call's `timeout`.
   *
   * @throws The reason of the signal as soon as the signal is aborted.
   */
  ready(signal: AbortSignal): Promise<void>;
}

export function createPacer(): BulkPacer {
  return { ...createBrake(), ready: async () => {} };
}
