import type { RateLimit } from '../../rate-limit/rate-limit.js';
import {
  FAIRNESS,
  FASTEST,
  FIRST_RATE,
  FULL_GAIN,
  LARGEST_RESERVE,
  LEVEL_GAIN,
  PAUSE_SHARE,
  REFILL_GAIN,
  REFUSED_FACTOR,
  RESERVE_SHARE,
  SMALL_LIMIT,
  SMALLEST_SHOWN_LIMIT,
  SPEND_S,
} from './constants.js';
import type { Estimate } from './estimate.js';

/**
 * Estimates the rate from header fields that show the remaining calls. The rate is the refill, which are the calls that
 * the tenant adds each second, times the remaining calls, divided by a reserve. The estimate raises the refill while more
 * calls remain than about the reserve, and lowers it while fewer remain.
 *
 * @param limit Number of calls that the tenant allows at once.
 * @param remaining Number of calls that remain.
 */
export function estimateFromFields(limit: number, remaining: number): Estimate {
  const reserve = Math.min(limit * RESERVE_SHARE, LARGEST_RESERVE);
  /** Calls that the tenant adds per second, minus the calls that other processes send per second. */
  let refill = Math.min(FIRST_RATE, limit <= SMALL_LIMIT ? limit / 2 : limit);
  /** Predicted number of remaining calls after all requests that were sent. */
  let level = remaining;
  /** Sum of all corrections of `level`, which apply to the predictions of the requests in flight too. */
  let corrections = 0;
  let updatedAt = performance.now();
  let cuts = 0;
  /** Number of responses in a row that show a full bucket although their requests had to wait, since the last 429. */
  let full = 0;
  /** Whether a response has shown at least three calls less than a full bucket. */
  let isUsed = false;

  /** Adds the refill since the last update. Returns the seconds since then. */
  const update = (): number => {
    const seconds = (performance.now() - updatedAt) / 1000;
    updatedAt = performance.now();
    level = Math.min(limit, level + refill * seconds);
    return seconds;
  };
  const correct = (calls: number) => {
    level += calls;
    corrections += calls;
  };
  /** Changes the refill. A tenant that adds its limit in more than a minute shows resets, which the pauses obey. */
  const multiplyRefill = (factor: number) => {
    refill = Math.max(refill * factor, limit / 60);
  };
  const callsPerSecond = () => rateOf(level, reserve, refill, isUsed);

  return {
    limit,
    callsPerSecond,
    hasSpare: () => {
      update();
      return level > 2;
    },
    send: (_idleMs, isDelayed) => {
      update();
      level -= 1;
      const predicted = level - corrections;
      const cutsBefore = cuts;
      const rateBefore = callsPerSecond();

      /** Updates the estimate with the remaining calls that a response shows. */
      const follow = (shown: number, seconds: number) => {
        correct(LEVEL_GAIN * (shown - predicted - corrections));
        // If this request did not have to wait, a higher rate has no effect, so the remaining calls do not raise it.
        const speed = Math.min((shown / reserve) * (limit / refill) ** FAIRNESS, isDelayed ? FASTEST : 1);
        multiplyRefill(Math.exp(REFILL_GAIN * (speed - 1) * Math.min(seconds, 1)));
        const isFull = shown >= limit - 2;
        isUsed ||= !isFull;
        full = cuts === cutsBefore && isDelayed && isFull ? full + 1 : 0;
        // A tenant adds no calls to a full bucket, so the refill is at least a rate at which the bucket stays full.
        if (full >= Math.max(limit / 2, SMALLEST_SHOWN_LIMIT)) refill *= Math.max(rateBefore / refill, 1) ** FULL_GAIN;
      };

      return ({ isRefused, rateLimit, resetMs }) => {
        const seconds = update();
        // The tenant does not count a refused request, so add its call to the prediction again.
        if (isRefused) correct(1);
        const shown = shownCalls(isRefused, rateLimit);
        if (shown !== undefined) follow(shown, seconds);
        // 429s of requests that were in flight together have the same cause.
        if (isRefused && cuts === cutsBefore) {
          cuts += 1;
          multiplyRefill(REFUSED_FACTOR);
        }
        return isRefused || shown === 0 ? pauseFor(resetMs, (limit * 1000) / refill) : 0;
      };
    },
  };
}

function rateOf(level: number, reserve: number, refill: number, isUsed: boolean): number {
  const first = isUsed || level < reserve ? 0 : FIRST_RATE;
  const paced = refill * Math.min(Math.max(level / reserve, 1 / 2), FASTEST);
  return Math.max(first, paced, refill + (level - 2 * reserve) / SPEND_S);
}

/** Returns the number of remaining calls that a response shows; a 429 without this number shows that none remain. */
const shownCalls = (isRefused: boolean, rateLimit: RateLimit | undefined): number | undefined =>
  rateLimit?.remaining ?? (isRefused ? 0 : undefined);

/**
 * Returns the milliseconds of a pause.
 *
 * @param resetMs Milliseconds until the reset that the response shows.
 * @param filledMs Milliseconds in which the tenant adds its limit.
 */
const pauseFor = (resetMs: number, filledMs: number): number =>
  // If the tenant adds its limit in less than two seconds, a reset in whole seconds is much too late.
  filledMs < 2000 ? Math.min(resetMs, PAUSE_SHARE * filledMs) : resetMs;
