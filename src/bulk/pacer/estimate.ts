import type { RateLimit } from '../../rate-limit/rate-limit.js';

/** The information of a response about the rate limit. */
export interface RateObservation {
  readonly isRefused: boolean;
  /** The `X-RateLimit-*` header fields; `undefined` if the response has none. */
  readonly rateLimit: RateLimit | undefined;
  /** Milliseconds until the tenant allows the next call; a default if the response shows no time. */
  readonly resetMs: number;
  /** Whether the response has `Retry-After`: calls then pause for `resetMs`. */
  readonly isRequested?: boolean;
}

export interface Estimate {
  /** The limit on which the estimate is based; `undefined` if only 429s show the limit. */
  readonly limit?: number;
  callsPerSecond(): number;
  /** Whether the next call can be sent now without delaying the calls that wait. */
  hasSpare(): boolean;
  /**
   * Counts a request that is sent now.
   *
   * @param idleMs Idle time before this request, in milliseconds: the rate allowed a request, but no call was waiting.
   * @param isDelayed Whether the request had to wait. A higher rate affects only requests that have to wait.
   * @returns The function to call with the response. It returns the milliseconds for which calls pause.
   */
  send(idleMs: number, isDelayed: boolean): (observation: RateObservation) => number;
}
