import { rateLimitHeaders } from '../document.js';

/** The rate limit of a token bucket. */
export interface RateLimitOptions {
  /** Number of requests that are allowed at once; at least 1. */
  readonly limit: number;
  /** Number of further requests in each second; more than 0, can be a fraction. */
  readonly perSecond: number;
}

export interface TakeResult {
  readonly isAllowed: boolean;
  /**
   * The header fields of the rate limit. The documented reset is in seconds since the Unix epoch, as in the public
   * service.
   */
  readonly headers: Readonly<Record<string, string>>;
}

/** The token bucket of one rate limit. */
export interface Bucket {
  /** Takes one request from the bucket if the bucket is not empty. */
  take(): TakeResult;
  fill(): void;
  /** Returns the header fields of a 429, as if the bucket were empty. Without a rate limit, they request no delay. */
  refusalHeaders(): TakeResult['headers'];
}

/**
 * Creates a full bucket.
 *
 * @param rate `false` allows every request and sends no header fields.
 */
export function createBucket(rate: RateLimitOptions | false, clock: () => number): Bucket {
  const [limitName = '', remainingName = '', resetName = ''] = rateLimitHeaders;
  const limit = rate === false ? 0 : rate.limit;
  let filledAt = clock();
  let available = limit;
  return {
    take: () => {
      if (rate === false) return { isAllowed: true, headers: {} };
      const now = clock();
      // If the clock jumps back, the number of available requests does not change.
      available = Math.min(limit, available + (Math.max(0, now - filledAt) / 1000) * rate.perSecond);
      filledAt = now;
      const isAllowed = available >= 1;
      if (isAllowed) available -= 1;
      const untilNextMs = (Math.max(0, 1 - available) / rate.perSecond) * 1000;
      return { isAllowed, headers: headersOf(Math.floor(available), now, untilNextMs) };
    },
    fill: () => {
      filledAt = clock();
      available = limit;
    },
    refusalHeaders: () => ({
      ...headersOf(0, clock(), 0),
      ...(rate === false && { 'Retry-After': '0' }),
    }),
  };

  function headersOf(remaining: number, now: number, untilNextMs: number): TakeResult['headers'] {
    // As in the public service, the reset is not before the next full second, even if the bucket is not empty.
    const reset = Math.max(Math.ceil((now + untilNextMs) / 1000), Math.floor(now / 1000) + 1);
    return { [limitName]: String(limit), [remainingName]: String(remaining), [resetName]: String(reset) };
  }
}
