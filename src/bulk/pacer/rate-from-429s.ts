import type { RateLimit } from '../../rate-limit/rate-limit.js';
import { CUSHION, FIRST_RATE, LOWEST_RATE, MEASURED_CALLS, OVERSHOOT, REFUSED_SHARE } from './constants.js';
import type { Estimate, RateObservation } from './estimate.js';

/**
 * Estimates the rate if only 429s show the rate limit. At each 429 the tenant has no call left, so the number of accepted
 * calls since the previous 429, divided by the time, is a measurement of the rate. After a 429, the estimate holds the
 * rate until the 429s would be a small share of the calls, and then raises it until the next 429. While the rate is not
 * known, it doubles each second.
 */
export function estimateFrom429s(): Estimate {
  let rate = FIRST_RATE;
  /** Whether the rate is not known: at the start, and if the tenant has accepted twice the last estimate. */
  let isGrowing = true;
  /** Start of the measurement: the time of the last 429 in milliseconds, plus the time without a call to send. */
  let since = performance.now();
  /** Number of accepted calls since the last 429. */
  let accepted = 0;
  /** Number of these calls that had to wait. Only they show that a higher rate would have an effect. */
  let delayed = 0;
  /** Average number of refused requests for each attempt at a higher rate, and the number in the current attempt. */
  let cost = 1;
  let refused = 1;
  const catchUp = createCatchUp();
  /** The highest measurement of the rate with many calls. */
  let highest = 0;
  let cuts = 0;

  /** Returns `rate` until enough delayed calls are accepted, and then a growing rate. */
  const raisedRate = () => (isGrowing ? rate : rate * Math.max(1, (delayed * REFUSED_SHARE) / cost));

  /** Counts an accepted call. Only then the rate grows: slow responses must not let the rate run away. */
  const accept = (isDelayed: boolean) => {
    accepted += 1;
    if (!isDelayed || catchUp.factor() > 1) return;
    delayed += 1;
    if (!isGrowing && raisedRate() >= 2 * rate) {
      rate *= 2;
      isGrowing = true;
    }
    if (isGrowing) rate *= 2 ** (1 / Math.max(rate, 1));
  };

  const lower = (measured: number) => {
    // After a long pause, few calls can be accepted: one measurement never lowers the rate to less than half.
    rate = Math.max(Math.sqrt(rate * measured), rate / 2, Math.min(highest, LOWEST_RATE));
    if (accepted >= MEASURED_CALLS) highest = Math.max(highest, measured);
    cost = Math.min((cost + refused) / 2, CUSHION);
  };

  /** Updates the estimate after a 429. Returns the milliseconds for which calls pause. */
  const cut = ({ resetMs, isRequested, rateLimit }: RateObservation): number => {
    cuts += 1;
    const now = performance.now();
    const measured = (accepted * 1000) / Math.max(now - since, 1);
    since = now;
    catchUp.refuse();
    // If nothing was accepted after the last pause, the pause was too short, and there is nothing to measure.
    if (!isGrowing && accepted === 0) return resetMs;
    if (isGrowing) rate /= OVERSHOOT;
    else lower(measured);
    isGrowing = false;
    refused = 1;
    accepted = 0;
    delayed = 0;
    const cushionMs = (cushionOf(rateLimit) * 1000) / rate;
    if (isRequested) catchUp.start((Math.max(0, resetMs - cushionMs) * rate) / 1000);
    return Math.min(resetMs, cushionMs);
  };

  return {
    callsPerSecond: () => catchUp.factor() * raisedRate(),
    hasSpare: () => false,
    send: (idleMs, isDelayed) => {
      since += idleMs;
      catchUp.send();
      const cutsBefore = cuts;
      return (observation) => {
        if (!observation.isRefused) accept(isDelayed);
        // If this request was sent before the last 429 arrived, both 429s have the same cause, and the rate was already
        // lowered.
        else if (cuts > cutsBefore) refused += 1;
        else return cut(observation);
        return 0;
      };
    },
  };
}

/** After `Retry-After`, the rate is doubled until the calls that the pause made possible are sent. */
function createCatchUp() {
  /** Number of these calls that are not sent yet. */
  let missed = 0;
  /** Whether the bucket of the tenant can hold these calls: false after a 429 for one of them. */
  let isPossible = true;
  return {
    factor: () => (missed > 0 ? 2 : 1),
    start: (calls: number) => {
      if (isPossible) missed = calls;
    },
    send: () => {
      missed -= Math.min(missed, 1 / 2);
    },
    refuse: () => {
      if (missed > 0) isPossible = false;
      missed = 0;
    },
  };
}

/** If the tenant allows only a few calls at once, wait for at most half of them. A limit of 0 shows no size. */
const cushionOf = (rateLimit: RateLimit | undefined): number =>
  Math.min(CUSHION, (rateLimit?.limit || Number.POSITIVE_INFINITY) / 2);
