import { rateLimitHeaders } from './document.js';

/** A token bucket: `limit` requests at once, and `perSecond` more every second. */
export interface RateLimitOptions {
  readonly limit: number;
  readonly perSecond: number;
}

/** Result of taking a request out of a bucket. */
export interface Taken {
  readonly isAllowed: boolean;
  /** The three header fields of the document. The reset is in epoch seconds, as the public service sends it. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The state of a rate limit. */
export interface Bucket {
  /** Takes one request out of the bucket if one is left. */
  take(): Taken;
  /** Fills the bucket. */
  fill(): void;
  /** The header fields of a refusal, as if the bucket were empty. */
  refusal(): Taken['headers'];
}

/** Creates a full bucket. */
export function createBucket(rate: RateLimitOptions | false, clock: () => number): Bucket {
  const [limitName = '', remainingName = '', resetName = ''] = rateLimitHeaders;
  let filledAt = clock();
  let held = rate === false ? 0 : rate.limit;
  return {
    take: () => {
      if (rate === false) return { isAllowed: true, headers: {} };
      const { limit, perSecond } = rate;
      const now = clock();
      // A clock that jumps back removes no requests from the bucket.
      held = Math.min(limit, held + (Math.max(0, now - filledAt) / 1000) * perSecond);
      filledAt = now;
      const isAllowed = held >= 1;
      if (isAllowed) held -= 1;
      // Time until one request is allowed.
      const waitMs = (Math.max(0, 1 - held) / perSecond) * 1000;
      return { isAllowed, headers: headersOf(limit, Math.floor(held), now, waitMs) };
    },
    fill: () => {
      filledAt = clock();
      held = rate === false ? 0 : rate.limit;
    },
    refusal: () => headersOf(rate === false ? 0 : rate.limit, 0, clock(), 0),
  };

  function headersOf(limit: number, remaining: number, now: number, waitMs: number): Taken['headers'] {
    // The public service sends a reset about one second ahead, even while requests are left.
    const reset = Math.max(Math.ceil((now + waitMs) / 1000), Math.floor(now / 1000) + 1);
    return { [limitName]: String(limit), [remainingName]: String(remaining), [resetName]: String(reset) };
  }
}
