import type { Random } from './seeded-random.ts';

/** The rate limit and the faults of a simulated tenant. */
export interface SimulatedTenantOptions {
  /** Number of calls that a full token bucket allows at once. Fixed windows do not use it. */
  readonly limit: number;
  /** Number of calls that are added to the bucket each second. */
  readonly perSecond: number;
  /**
   * Length of a fixed window in milliseconds. Each window allows `perSecond × windowMs / 1000` calls, but at least one.
   * If `windowMs` is absent, the tenant has a token bucket.
   */
  readonly windowMs?: number | undefined;
  /**
   * Which responses have the three `X-RateLimit-*` header fields. With `RateLimit`, every response has `RateLimit` and
   * `RateLimit-Policy` instead; with `Retry-After`, each 429 has only this header field. Every response has a `Date`.
   */
  readonly headerFields: 'always' | 'on 429' | 'RateLimit' | 'Retry-After';
  /** Whether `X-RateLimit-Reset` is rounded down to a whole second, so that it is too early. */
  readonly roundsResetDown?: boolean | undefined;
  /** Whether a refused call takes what is left in the token bucket. */
  readonly refusedCallsCost: boolean;
  /** Share of the calls that never reach the tenant: `respond` throws. */
  readonly errorRate: number;
  /** Share of the allowed calls that get a 503. */
  readonly unavailableRate: number;
  readonly random: Random;
  /** Returns the time of the tenant's clock in epoch milliseconds. */
  readonly now: () => number;
}

/** A tenant that responds to calls with 204, 429 or 503, by the rules of its rate limit. */
export interface SimulatedTenant {
  /**
   * Responds to one call at the current time.
   *
   * @throws TypeError As `fetch` does after a network error.
   */
  respond(): Response;
  /** Changes the rate. The `limit` of the token bucket and the calls in it stay as they are. */
  setRate(perSecond: number): void;
  /** Number of allowed calls so far. */
  accepted(): number;
  /** Number of calls that got a 429 so far. */
  refused(): number;
}

/** Whether the rate limit allows a call, and the header fields of its response. */
interface Decision {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds until the next call is allowed. */
  readonly untilNextMs: number;
  /** `X-RateLimit-Reset` in epoch seconds, rounded as in the sandbox. */
  readonly resetS: number;
}

interface RateLimiter {
  /** Decides about one call at the current time. */
  decide(perSecond: number): Decision;
  /** Adds the calls since the last decision. */
  fill(perSecond: number): void;
}

/** Creates a tenant whose token bucket is full, or whose fixed windows have had no calls yet. */
export function createSimulatedTenant(options: SimulatedTenantOptions): SimulatedTenant {
  const { headerFields, errorRate, unavailableRate, random, now, windowMs } = options;
  const limiter = windowMs === undefined ? createBucket(options) : createWindows(windowMs, options);
  let { perSecond } = options;
  let accepted = 0;
  let refused = 0;

  return {
    respond: () => {
      if (random() < errorRate) throw new TypeError('fetch failed');
      const { isAllowed, limit, remaining, untilNextMs, resetS } = limiter.decide(perSecond);
      if (isAllowed) accepted += 1;
      else refused += 1;
      const headers: Record<string, string> = { Date: new Date(now()).toUTCString() };
      const waitS = Math.max(1, Math.ceil(untilNextMs / 1000));
      if (headerFields === 'RateLimit') {
        headers['RateLimit-Policy'] = `"api";q=${limit};w=${Math.ceil(limit / perSecond)}`;
        headers['RateLimit'] = `"api";r=${remaining};t=${waitS}`;
      } else if (headerFields === 'Retry-After') {
        if (!isAllowed) headers['Retry-After'] = String(waitS);
      } else if (headerFields === 'always' || !isAllowed) {
        headers['X-RateLimit-Limit'] = String(limit);
        headers['X-RateLimit-Remaining'] = String(remaining);
        headers['X-RateLimit-Reset'] = String(resetS);
      }
      const status = !isAllowed ? 429 : random() < unavailableRate ? 503 : 204;
      return new Response(null, { status, headers });
    },
    setRate: (changed) => {
      limiter.fill(perSecond);
      perSecond = changed;
    },
    accepted: () => accepted,
    refused: () => refused,
  };
}

function createBucket({ limit, refusedCallsCost, roundsResetDown, now }: SimulatedTenantOptions): RateLimiter {
  let available = limit;
  let filledAt = now();
  const fill = (perSecond: number) => {
    available = Math.min(limit, available + ((now() - filledAt) / 1000) * perSecond);
    filledAt = now();
  };
  return {
    fill,
    decide: (perSecond) => {
      fill(perSecond);
      const isAllowed = available >= 1;
      if (isAllowed) available -= 1;
      else if (refusedCallsCost) available = 0;
      const untilNextMs = (Math.max(0, 1 - available) / perSecond) * 1000;
      // As in the sandbox, the reset is not earlier than the next full second, even if calls are left.
      const roundedUp = Math.max(Math.ceil((filledAt + untilNextMs) / 1000), Math.floor(filledAt / 1000) + 1);
      const resetS = roundsResetDown ? Math.floor((filledAt + untilNextMs) / 1000) : roundedUp;
      return { isAllowed, limit, remaining: Math.floor(available), untilNextMs, resetS };
    },
  };
}

function createWindows(windowMs: number, { now, roundsResetDown }: SimulatedTenantOptions): RateLimiter {
  let current = Number.NaN;
  let used = 0;
  return {
    // Nothing to do: if the window is over, the next call of `decide` starts a new one.
    fill: () => {},
    decide: (perSecond) => {
      const window = Math.floor(now() / windowMs);
      if (window !== current) used = 0;
      current = window;
      const limit = Math.max(1, Math.round((perSecond * windowMs) / 1000));
      const isAllowed = used < limit;
      if (isAllowed) used += 1;
      const endMs = (window + 1) * windowMs;
      const untilNextMs = used < limit ? 0 : endMs - now();
      const resetS = (roundsResetDown ? Math.floor : Math.ceil)(endMs / 1000);
      return { isAllowed, limit, remaining: Math.max(0, limit - used), untilNextMs, resetS };
    },
  };
}
