import type { Pacing, Report } from './pacing.js';
import { createWaitingLine } from './waiting-line.js';

/** Milliseconds between two requests after the first 429. */
const FIRST_GAP_MS = 50;
/** Longest time between two requests, in milliseconds. */
const LONGEST_GAP_MS = 1000;
/** Milliseconds in which the gap halves. A shorter time causes more 429s. A longer time slows jobs down. */
const HALF_LIFE_MS = 3000;

/**
 * Creates the brake of a client. After a 429, all requests of the client wait until the delay before the retry is over.
 * Then the brake sends one request after another. The gap between two requests doubles with each further 429 and
 * shrinks with time. Before the first 429, the brake does nothing.
 */
export function createBrake(): Pacing {
  /** The gap at the time `appliedAt`. */
  let appliedGapMs = 0;
  let appliedAt = 0;
  /** Number of times that a 429 has increased the gap. */
  let applied = 0;
  /** Time of the next request. */
  let nextAt = 0;

  const gapMs = () => appliedGapMs * 2 ** ((appliedAt - performance.now()) / HALF_LIFE_MS);
  const createReport = (): Report => {
    const appliedBefore = applied;
    return (response, delayMs = 0) => {
      if (response?.status !== 429) return;
      const now = performance.now();
      // Several requests in flight can get a 429. Only the first of these 429s increases the gap and can shorten
      // the current delay.
      if (applied === appliedBefore) {
        appliedGapMs = Math.min(Math.max(2 * gapMs(), FIRST_GAP_MS), LONGEST_GAP_MS);
        appliedAt = now;
        applied += 1;
        nextAt = Math.min(nextAt, now + appliedGapMs);
      }
      nextAt = Math.max(nextAt, now + delayMs);
      line.removeEarlier(waitMs());
    };
  };
  const send = (): Report => {
    nextAt = Math.max(nextAt, performance.now() + gapMs());
    // The gap can grow while requests wait. Remove each request whose deadline is before the time of the next request.
    line.removeEarlier(waitMs());
    return createReport();
  };
  const waitMs = () => nextAt - performance.now();
  const line = createWaitingLine(waitMs, send);

  return {
    resendsRefused: false,
    enter: ({ deadline, refusals }) => {
      if (applied === 0) return createReport();
      // A call has few retries, so a call that was refused twice goes first.
      const isFirst = refusals > 1;
      const expectedMs = waitMs() + (isFirst ? 0 : line.size() * gapMs());
      if (expectedMs <= 0) return send();
      // If the wait would exceed the deadline, a call without a 429 sends its request immediately: for the caller, even
      // a 429 is more useful than a timeout.
      const giveUp = () => (refusals > 0 ? undefined : send());
      if (expectedMs >= deadline.timeLeft()) return giveUp();
      return line.wait(deadline, isFirst).then((report) => report ?? giveUp());
    },
  };
}
