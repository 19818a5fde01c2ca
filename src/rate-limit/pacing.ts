import type { Deadline } from '../deadline.js';
import type { Opaque } from '../opaque.js';
import type { RateLimit } from './rate-limit.js';

/** The pacer of one tenant, which decides when its requests are sent: the result of `createPacer()`. */
export type Pacer = Opaque<'Pacer'>;

/** A request that a pacer delays or lets through. */
export interface Turn {
  readonly deadline: Deadline;
  /** Whether the call has `pace: 'bulk'`. All other calls are interactive. */
  readonly isBulk: boolean | undefined;
  /** Milliseconds to wait after the 429 of the previous attempt; `undefined` if that attempt did not get a 429. */
  readonly delayMs: number | undefined;
  /** Number of 429 responses that the call got. */
  readonly refusals: number;
}

/**
 * Tells the pacer the response to a request. Not called after a network error.
 *
 * @param delayMs The delay before a retry, in milliseconds. Present after every 429, even if the client does not retry.
 */
export type OnResponse = (response: Response, delayMs: number | undefined) => void;

/** Decides when the requests of a client are sent: the brake of the client, or the members of a {@link Pacer}. */
export interface Pacing {
  /** Whether the client resends a request after every 429 until the deadline of the call, without using up a retry. */
  readonly resendsRefused: boolean;
  /** Reads the rate limit of a response. */
  readonly readRateLimit: (headers: Headers) => RateLimit | undefined;
  /**
   * Waits until the client may send a request. If the client does not have to wait, the result is not a promise.
   *
   * @returns A function that the client calls with the response. After a 429, the pacer returns
   *   `undefined` if the wait would exceed the deadline: the client then sends no request and returns the 429.
   * @throws The reason of `turn.deadline.signal` as soon as this signal is aborted.
   */
  enter(turn: Turn): OnResponse | undefined | Promise<OnResponse | undefined>;
}
