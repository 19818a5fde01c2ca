import type { Estimate } from './estimate.js';

/** Rate at the start, in calls per second. A high start costs a few 429s, a low start costs minutes. */
const FIRST_RATE = 30;
/** Factor by which the rate grows while it is not known, for each period of `GROWTH_MS`. */
const GROWTH = 1.15;
const GROWTH_MS = 300;
/**
 * Smallest growth of the rate, in calls per second for each second: a short job at a high limit would end before the
 * factor has an effect. A larger growth sends more calls that get a 429.
 */
const SMALLEST_GROWTH = 80;
/** Largest factor by which one accepted call raises a low rate. */
const LARGEST_STEP = 1.25;
/**
 * The first estimate, as a share of the rate at the first 429. Processes that start together get almost the same first
 * estimate, and therefore almost equal shares of the rate.
 */
const FIRST_ESTIMATE_SHARE = 0.35;
/** The share if the 429 shows the limit: `lowestRate` then raises a low estimate. */
const SHARE_WITH_LIMIT = 0.25;
/** Largest number of requests whose times are kept until a 429. */
const LARGEST_HISTORY = 1000;
/** Factor by which the rate grows after `Retry-After`, until the calls that the pause made possible are sent. */
const CATCH_UP = 2;
/** Weight of the first estimate against a measurement, as a number of calls. */
const FIRST_EVIDENCE = 10;
/** The weight of an estimate from `lowestRate`, as a share of the accepted calls on which it is based. */
const EVIDENCE_SHARE = 0.1;
/**
 * Length of a pause after a 429, as the number of calls that the tenant allows again during the pause. Because of these
 * calls, requests that arrive irregularly do not immediately get the next 429.
 */
const CUSHION = 3;
/** How soon the estimate tries a higher rate. */
interface Attempts {
  /** Share of 429s that the pacer accepts if measurements agree. With a larger share, it tries a higher rate sooner. */
  readonly refusedShare: number;
  /** The estimate expects at least this many refused requests for each attempt. */
  readonly lowestCost: number;
  /**
   * The limit is raised if the tenant has accepted this multiple of its limit, and the calls of one second, in addition
   * to the calls at the estimated rate: the bucket of the tenant would be empty.
   */
  readonly raisedShare: number;
}
/** For several processes: each attempt also causes 429s of the others, and can succeed because another one is idle. */
const SEVERAL_PROCESSES: Attempts = { refusedShare: 0.0055, lowestCost: 1.5, raisedShare: 2 };
const ONE_PROCESS: Attempts = { refusedShare: 0.0078, lowestCost: 1, raisedShare: 1 };
/**
 * If more than this share of the last 429s came during attempts at a higher rate, there is only one process. Other 429s
 * show that another process uses the limit too.
 */
const ONE_PROCESS_SHARE = 0.85;
/**
 * Increase of `refusedShare` for each unit of `disagreement`: if other processes share the limit, the pacer tries a
 * higher rate more often.
 */
const DISAGREEMENT_GAIN = 0.04;
/** Speed at which the rate grows after the period in which the pacer keeps it constant. */
const ACCELERATION = 0.8;
/** Weight of the newest measurement in averages. */
const NEWEST = 0.3;
/** A measurement below this share of the estimate counts as this share. */
const LARGEST_DROP = 0.35;
/**
 * Largest weight of the estimate against a measurement, in calls. With a larger weight, the estimate would follow a
 * change of the limit too slowly.
 */
const LARGEST_EVIDENCE = 45;
/**
 * If the logarithm of measurement / estimate is further from 0 than this, the limit has probably changed: halve the
 * weight of the estimate.
 */
const SURPRISE = 0.5;
/**
 * A process whose rate in calls per second is lower than this share of the limit probably has less than its fair share:
 * the process tries a higher rate sooner.
 */
const FAIR_SHARE = 1 / 5;
/**
 * Exponent of the factor by which a process with less than its fair share tries a higher rate sooner: with 0, the
 * factor is 1; with 1, the factor is the fair share divided by the rate.
 */
const FAIRNESS = 0.6;
/** Upper limit of the factor with the exponent `FAIRNESS`, for an `X-RateLimit-Limit` far above the rate. */
const LARGEST_HASTE = 10;

/** Returns a rate that has grown because one call was accepted. */
function grownRate(rate: number, smallestGrowth: number): number {
  const grown = Math.max(rate * GROWTH ** (1000 / rate / GROWTH_MS), rate + smallestGrowth / rate);
  return Math.min(grown, rate * LARGEST_STEP);
}

/** Returns the factor by which a process tries a higher rate sooner if it has less than its fair share of the limit. */
function hasteOf(rate: number, limit: number | undefined): number {
  const missingRate = limit === undefined ? 1 : (limit * FAIR_SHARE) / rate;
  return Math.min(Math.max(1, missingRate ** FAIRNESS), LARGEST_HASTE);
}

/**
 * Returns a rate that is not higher than that of the tenant: in each period before `end`, the tenant accepted at most its
 * limit and the calls that it added in this period.
 *
 * @param sentAt Times at which requests were sent, in milliseconds.
 */
function lowestRate(sentAt: readonly number[], end: number, limit: number | undefined): number {
  if (limit === undefined) return 0;
  const times = sentAt.filter((at) => at < end);
  return Math.max(0, ...times.map((at, nth) => ((times.length - nth - limit) * 1000) / Math.max(end - at, 1)));
}

/**
 * Estimates the rate if only 429s show the rate limit. At each 429 the tenant has no call left, so the rate is the
 * number of accepted calls since the previous 429, divided by the time. After a 429, the estimate holds the rate for
 * some time, and then raises it until the next 429.
 */
export function estimateFrom429s(): Estimate {
  let isGrowing = true;
  /** Times at which requests were sent while the rate grows, in milliseconds. */
  const growingSentAt: number[] = [];
  /** Number of calls since the last 429 that the estimated rate would not have allowed. */
  let excess = 0;
  /** Number of calls that the last `Retry-After` made possible and that are not sent yet. */
  let missed = 0;
  /** Whether the bucket of the tenant can hold these calls: false after a 429 for one of them. */
  let catchesUp = true;
  let rate = FIRST_RATE;
  let limit: number | undefined;
  /** Start of the current measurement: the time of the last 429 in milliseconds, plus the idle time since then. */
  let since = performance.now();
  /** Number of accepted calls since the last 429. */
  let accepted = 0;
  /** Number of delayed calls among `accepted`. Only delayed calls show that a higher rate would have an effect. */
  let delayed = 0;
  /** Weight of `rate` against the next measurement, as a number of calls. */
  let evidence = 0;
  /** Average difference between measurement and estimate, as a logarithm. */
  let disagreement = 0;
  /** Average number of refused requests for each attempt at a higher rate, and the number in the current attempt. */
  let cost = 1;
  let refused = 1;
  let cuts = 0;
  /** Average share of the 429s that came during an attempt at a higher rate. */
  let ownShare = 0;

  const attempts = () => (ownShare > ONE_PROCESS_SHARE ? ONE_PROCESS : SEVERAL_PROCESSES);

  /**
   * Returns how many times the delayed calls are the number after which the pacer tries a higher rate. This number keeps
   * the share of 429s near the share that the pacer accepts.
   */
  const attemptProgress = (): number => {
    const { refusedShare, lowestCost } = attempts();
    const held = Math.max(cost, lowestCost) / (refusedShare + DISAGREEMENT_GAIN * disagreement);
    return (delayed * hasteOf(rate, limit)) / held;
  };

  /** Returns `rate` until enough delayed calls are accepted, and then a growing rate until the next 429. */
  const raisedRate = (): number =>
    rate * (1 + ACCELERATION * hasteOf(rate, limit) * Math.max(0, attemptProgress() - 1));

  /** Counts a request that is sent now. */
  const countSent = (now: number) => {
    if (missed > 0) missed -= 1 - 1 / CATCH_UP;
    else if (!isGrowing) {
      excess += 1 - rate / raisedRate();
      if (limit !== undefined && excess > limit * attempts().raisedShare + rate) {
        rate = raisedRate();
        isGrowing = true;
      }
    }
    if (isGrowing) {
      growingSentAt.push(now);
      if (growingSentAt.length > LARGEST_HISTORY) growingSentAt.shift();
    }
  };

  /** Counts an accepted call. Only then the rate grows: slow responses must not let the rate run away. */
  const accept = (isDelayed: boolean) => {
    accepted += 1;
    if (!isDelayed) return;
    delayed += 1;
    if (isGrowing) rate = grownRate(rate, evidence === 0 || attempts() === ONE_PROCESS ? SMALLEST_GROWTH : 0);
  };

  /** Estimates the rate at the 429 that ends its growth. */
  const endGrowth = (measured: number, refusedAt: number) => {
    const share = limit === undefined ? FIRST_ESTIMATE_SHARE : SHARE_WITH_LIMIT;
    const least = evidence === 0 ? rate * share : measured;
    const lowest = lowestRate(growingSentAt, refusedAt, limit);
    rate = Math.min(rate, Math.max(least, lowest));
    evidence = Math.max(FIRST_EVIDENCE, lowest > least ? Math.min(accepted * EVIDENCE_SHARE, LARGEST_EVIDENCE) : 0);
    isGrowing = false;
    growingSentAt.length = 0;
  };

  /** Moves the rate towards a measurement. */
  const follow = (measured: number) => {
    const difference = Math.log(Math.max(measured / rate, LARGEST_DROP));
    ownShare += NEWEST * ((attemptProgress() >= 1 ? 1 : 0) - ownShare);
    disagreement += NEWEST * (Math.abs(difference) - disagreement);
    cost += NEWEST * (refused - cost);
    if (Math.abs(difference) > SURPRISE) evidence /= 2;
    rate *= Math.exp((difference * (accepted + 0.5)) / (accepted + 0.5 + evidence));
    evidence = Math.min(evidence + accepted, LARGEST_EVIDENCE);
  };

  /**
   * Lowers the rate after a 429. Returns the milliseconds for which calls pause.
   *
   * @param refusedAt The time at which the refused request was sent.
   */
  const cut = (refusedAt: number, resetMs: number, isRequested?: boolean): number => {
    cuts += 1;
    excess = 0;
    if (missed > 0) catchesUp = false;
    missed = 0;
    const measured = (accepted * 1000) / Math.max(performance.now() - since, 1);
    since = performance.now();
    // If nothing was accepted after the last pause, the pause was too short, and there is nothing to measure.
    if (!isGrowing && accepted === 0) return resetMs;
    if (isGrowing) endGrowth(measured, refusedAt);
    else follow(measured);
    refused = 1;
    accepted = 0;
    delayed = 0;
    const cushionMs = (CUSHION * 1000) / rate;
    if (isRequested && catchesUp) missed = (Math.max(0, resetMs - cushionMs) * rate) / 1000;
    return Math.min(resetMs, cushionMs);
  };

  return {
    callsPerSecond: () => (isGrowing ? rate : raisedRate() * (missed > 0 ? CATCH_UP : 1)),
    hasSpare: () => false,
    send: (idleMs, isDelayed) => {
      since += idleMs;
      const sentAt = performance.now();
      countSent(sentAt);
      const cutsBefore = cuts;
      return ({ isRefused, rateLimit, resetMs, isRequested }) => {
        limit = rateLimit?.limit ?? limit;
        if (!isRefused) accept(isDelayed);
        // If this request was sent before the last 429 arrived, both 429s have the same cause, and the rate was already
        // lowered.
        else if (cuts > cutsBefore) refused += 1;
        else return cut(sentAt, resetMs, isRequested);
        return 0;
      };
    },
  };
}
