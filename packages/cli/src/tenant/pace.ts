import { delay } from 'tenant-management-client/internal';

/**
 * Creates a function that waits until the next request may be sent, so that requests are sent at even intervals, and at
 * most `perSecond` each second. The function rejects as soon as its signal is aborted.
 */
export function createPace(perSecond = Number.POSITIVE_INFINITY) {
  let nextAt = 0;
  return async (signal: AbortSignal): Promise<void> => {
    const now = performance.now();
    const at = Math.max(now, nextAt);
    nextAt = at + 1000 / perSecond;
    if (at > now) await delay(at - now, signal);
  };
}
