import type { Deadline } from './deadline.js';

/** A request that a {@link Pacer} lets through, at once or later. */
export interface Turn {
  readonly deadline: Deadline;
  /** Whether the call has `pace: 'bulk'`. All other calls are interactive. */
  readonly isBulk: boolean;
  /** Number of 429 responses that the call got before this attempt; 0 if the previous attempt did not get a 429. */
  readonly refusals: number;
}

/**
 * Tells the pacer the result of a request.
 *
 * @param response The response, or `undefined` after a network error.
 * @param delayMs The delay before a retry, in milliseconds: present for every 429.
 */
export type Report = (response: Response | undefined, delayMs: number | undefined) => void;

/** Decides when the requests of a client are sent. `createPacer()` returns one, for one tenant and all its clients. */
export interface Pacer {
  /** Whether a request that gets a 429 is sent again until the deadline of its call, without using up a retry. */
  readonly resendsRefused: boolean;
  /**
   * Waits until a request may be sent. If the request may be sent immediately, the result is not a promise.
   *
   * @returns The function to call with the result of the request. It is `undefined` if the previous attempt got a 429
   *   and the wait would exceed the deadline: the client then returns the 429.
   * @throws The reason of the deadline's signal as soon as that signal is aborted.
   */
  enter(turn: Turn): Report | undefined | Promise<Report | undefined>;
}
