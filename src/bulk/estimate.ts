import type { RateLimit } from '../rate-limit.js';

/** What a response tells about the rate limit. */
export interface Observation {
  /** Whether the response is a 429. */
  readonly isRefused: boolean;
  /** The `X-RateLimit-*` header fields; `undefined` if the response has none. */
  readonly rateLimit: RateLimit | undefined;
  /** Milliseconds until the time that the response names for the next call. */
  readonly resetMs: number;
}

/** An estimate of the rate at which a pacer can start calls. */
export interface Estimate {
  callsPerSecond(): number;
  /** Whether the next call can be sent now without a loss for the calls that wait. */
  hasSpare(): boolean;
  /**
   * Counts a request that is sent now.
   *
   * @param idleMs Milliseconds before this request in which the rate allowed a request, but no call was waiting.
   * @param isDelayed Whether the request had to wait. Only then, a higher rate would have an effect.
   * @returns The function to call with the response. It returns the milliseconds for which calls of bulk jobs pause.
   */
  send(idleMs: number, isDelayed: boolean): (observation: Observation) => number;
}
