import { delay } from 'tenant-management-client/internal';

/** Waits until the next request may be sent. Rejects as soon as the signal is aborted. */
type Pace = (signal: AbortSignal) => Promise<void>;

/** Creates a function that lets requests through at even intervals, so that at most `perSecond` are sent each second. */
export function createPace(perSecond = Number.POSITIVE_INFINITY): Pace {
  let nextAt = 0;
  return async (signal) => {
    const now = performance.now();
    const at = Math.max(now, nextAt);
    nextAt = at + 1000 / perSecond;
    if (at > now) await delay(at - now, signal);
  };
}
