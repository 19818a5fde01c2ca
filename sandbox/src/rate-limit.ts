import { rateLimitHeaders } from './document.js';

/** A token bucket: how many requests may come at once, and how many more every second. */
export interface RateLimit {
  readonly limit: number;
  readonly perSecond: number;
}

/** What a request found in the bucket. */
export interface Taken {
  readonly isAllowed: boolean;
  /** The document's three header fields; the reset is epoch seconds, as the public service sends it. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A token bucket at work. */
export interface Bucket {
  /** Takes one request out of it, where there is one. */
  take(): Taken;
  /** Makes it full again. */
  fill(): void;
  /** The header fields of a refusal, as if it were empty. */
  refusal(): Taken['headers'];
}

/** Makes a full bucket. */
export function createBucket(rate: RateLimit | false, clock: () => number): Bucket {
  const [limitName = '', remainingName = '', resetName = ''] = rateLimitHeaders;
  let filledAt = clock();
  let held = rate === false ? 0 : rate.limit;
  return {
    take: () => {
      if (rate === false) return { isAllowed: true, headers: {} };
      const { limit, perSecond } = rate;
      const now = clock();
      // A clock that was put back takes nothing out.
      held = Math.min(limit, held + (Math.max(0, now - filledAt) / 1000) * perSecond);
      filledAt = now;
      const isAllowed = held >= 1;
      if (isAllowed) held -= 1;
      // When the next request may come; at once where there is one left.
      const waitMs = (Math.max(0, 1 - held) / perSecond) * 1000;
      return { isAllowed, headers: headersOf(limit, Math.floor(held), now + waitMs) };
    },
    fill: () => {
      filledAt = clock();
      held = rate === false ? 0 : rate.limit;
    },
    refusal: () => headersOf(rate === false ? 0 : rate.limit, 0, clock() + 1000),
  };

  function headersOf(limit: number, remaining: number, resetMs: number): Taken['headers'] {
    const reset = Math.ceil(resetMs / 1000);
    return { [limitName]: String(limit), [remainingName]: String(remaining), [resetName]: String(reset) };
  }
}
