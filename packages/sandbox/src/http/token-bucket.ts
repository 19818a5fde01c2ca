import { rateLimitHeaders } from '../document-facts.js';

/** The rate limit of a token bucket. */
export interface RateLimitOptions {
  /** Number of requests that are allowed at once; at least 1. */
  readonly limit: number;
  /** Number of further requests in each second; more than 0, can be a fraction. */
  readonly perSecond: number;
  /**
   * Whether `X-RateLimit-Reset` is rounded down to a whole second, so that a call at this time gets another 429.
   * @default false
   */
  readonly earlyReset?: boolean;
}

/** The result of {@link Bucket.take}. */
export interface TakeResult {
  /** Whether the rate limit allows the request. */
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
  /** Fills the bucket. */
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
  let filledAt = clock();
  let available = rate === false ? 0 : rate.limit;
  return {
    take: () => {
      if (rate === false) return { isAllowed: true, headers: {} };
      const { limit, perSecond } = rate;
      const now = clock();
      // If the clock jumps back, the number of available requests does not change.
      available = Math.min(limit, available + (Math.max(0, now - filledAt) / 1000) * perSecond);
      filledAt = now;
      const isAllowed = available >= 1;
      if (isAllowed) available -= 1;
      const untilNextMs = (Math.max(0, 1 - available) / perSecond) * 1000;
      return { isAllowed, headers: headersOf(rate, Math.floor(available), now, untilNextMs) };
    },
    fill: () => {
      filledAt = clock();
      available = rate === false ? 0 : rate.limit;
    },
    refusalHeaders: () => ({
      ...headersOf(rate || { limit: 0 }, 0, clock(), 0),
      ...(rate === false && { 'Retry-After': '0' }),
    }),
  };

  function headersOf(
    { limit, earlyReset }: Omit<RateLimitOptions, 'perSecond'>,
    remaining: number,
    now: number,
    untilNextMs: number,
  ): TakeResult['headers'] {
    const resetS = (now + untilNextMs) / 1000;
    // As in the public service, the reset is not before the next full second, even if the bucket is not empty.
    const reset = earlyReset ? Math.floor(resetS) : Math.max(Math.ceil(resetS), Math.floor(now / 1000) + 1);
    return { [limitName]: String(limit), [remainingName]: String(remaining), [resetName]: String(reset) };
  }
}
