import { parseHttpDate } from '../../rate-limit/http-date.js';
import type { OnResponse } from '../../rate-limit/pacing.js';
import { resetDelay, retryAfterDelay } from '../../rate-limit/requested-delay.js';
import { LATE_TIMER_MS } from './constants.js';
import type { RateObservation } from './estimate.js';
import { createEstimateChoice } from './estimate-choice.js';
import type { BulkPacing } from './pacer-state.js';
import { estimateFrom429s } from './rate-from-429s.js';
import { readRateLimitFields } from './rate-limit-fields.js';

/** The pause in milliseconds if a response does not show when the next call is possible. */
const UNKNOWN_RESET_MS = 1000;
/** Longest pause in milliseconds: one hour. If a response requests a longer one, the pacer sends one call each hour. */
const LONGEST_PAUSE_MS = 3_600_000;

/** @param delayMs The delay before a retry, in milliseconds, as in `OnResponse`. */
function observe({ headers, status }: Response, delayMs: number | undefined): RateObservation {
  const rateLimit = readRateLimitFields(headers);
  // Without a valid `Date`, do not compare dates with the local clock, which can be wrong.
  const now = parseHttpDate(headers.get('Date')) ?? Number.NaN;
  const resetMs = retryAfterDelay(headers, now) ?? resetDelay(rateLimit?.reset, now) ?? UNKNOWN_RESET_MS;
  return {
    isRefused: status === 429,
    rateLimit,
    resetMs,
    isRequested: headers.has('Retry-After') && delayMs !== undefined,
  };
}

/**
 * Creates the schedule of the next calls: when they can be sent, by the estimate of the rate and the pauses.
 *
 * @param afterResponse Called after each response.
 */
export function createSchedule(afterResponse: () => void) {
  let estimate = estimateFrom429s();
  const chooseEstimate = createEstimateChoice();
  /** Time of the next call, at even intervals. */
  let nextAt = 0;
  /** End of the pause of bulk calls. */
  let pausedUntil = 0;
  /** Number of 429 responses. */
  let refused = 0;
  const pauseCallbacks = new Set<() => void>();

  const pausedMs = () => pausedUntil - performance.now();
  const state: BulkPacing['state'] = () => ({
    maxCallsPerSecond: estimate.callsPerSecond(),
    pausedMs: Math.max(pausedMs(), 0),
    refused,
  });
  const onPause: BulkPacing['onPause'] = (callback) => {
    pauseCallbacks.add(callback);
    return () => pauseCallbacks.delete(callback);
  };
  /** @param isDelayed Whether the request had to wait. */
  const send = (isDelayed: boolean): OnResponse => {
    const sentAt = performance.now();
    const dueAt = Math.max(nextAt, pausedUntil);
    const isIdle = sentAt - dueAt > LATE_TIMER_MS;
    const received = estimate.send(isIdle ? sentAt - dueAt : 0, isDelayed);
    // Make up for a late timer, but not for idle time.
    nextAt = (isIdle ? sentAt : Math.max(nextAt, Math.min(dueAt, sentAt))) + 1000 / estimate.callsPerSecond();
    return (response, delayMs) => {
      const observation = observe(response, delayMs);
      const estimatedMs = received(observation);
      if (observation.isRefused) refused += 1;
      // The pause can be shorter than `X-RateLimit-Reset`, but not shorter than `Retry-After`, which is an instruction.
      const pauseMs = observation.isRequested ? observation.resetMs : estimatedMs;
      const until = performance.now() + Math.min(pauseMs, LONGEST_PAUSE_MS);
      const isLonger = pauseMs > 0 && until > pausedUntil;
      pausedUntil = Math.max(pausedUntil, until);
      afterResponse();
      if (isLonger) for (const callback of pauseCallbacks) callback();
      if (response.ok) estimate = chooseEstimate(estimate, observation.rateLimit);
    };
  };
  return { estimate: () => estimate, nextMs: () => nextAt - performance.now(), pausedMs, send, state, onPause };
}
