import { hide } from '../../opaque.js';
import { parseHttpDate } from '../../rate-limit/http-date.js';
import type { Pacer, Report } from '../../rate-limit/pacing.js';
import type { RateLimit } from '../../rate-limit/rate-limit.js';
import { resetDelay, retryAfterDelay } from '../../rate-limit/requested-delay.js';
import { createWaitingLine } from '../../rate-limit/waiting-line.js';
import { AGREEING_RESPONSES, LATE_TIMER_MS, SMALLEST_SHOWN_LIMIT } from './constants.js';
import type { BulkPacing } from './pacer-state.js';
import { estimateFrom429s } from './rate-from-429s.js';
import { estimateFromFields } from './rate-from-fields.js';
import { readRateLimitFields } from './rate-limit-fields.js';

/** The pause in milliseconds if a response does not show when the next call is possible. */
const UNKNOWN_RESET_MS = 1000;
/** Longest pause in milliseconds: one hour. If a response requests a longer one, the pacer sends one call each hour. */
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * Creates a pacer. It learns the rate limit of a tenant from 429s, `X-RateLimit-*`, `RateLimit` and `RateLimit-Policy`,
 * and sends calls at that rate, those without `pace: 'bulk'` first. A call that gets a 429 is sent again until its
 * `timeout`, without using up a retry.
 *
 * Pass one pacer to all clients of a tenant in this process. Pacers of several processes share the limit.
 */
export function createPacer(): Pacer {
  let estimate = estimateFrom429s();
  /** The rate limit on which the estimate is based; `undefined` if only 429s show the limit. */
  let limit: number | undefined;
  /** The limit that the last 2xx responses have shown, if any, and the number of these responses. */
  let shownLimit: number | undefined;
  let agreeing = 0;
  let agreeingNeeded = 1;
  /** Time of the next call, at even intervals. */
  let nextAt = 0;
  /** End of the pause of bulk calls. */
  let pausedUntil = 0;
  /** Number of 429 responses. */
  let refusedCount = 0;
  const pauseCallbacks = new Set<() => void>();

  /** @param isDelayed Whether the request had to wait. */
  const send = (isDelayed: boolean): Report => {
    const sentAt = performance.now();
    const dueAt = Math.max(nextAt, pausedUntil);
    const isIdle = sentAt - dueAt > LATE_TIMER_MS;
    const received = estimate.send(isIdle ? sentAt - dueAt : 0, isDelayed);
    // Make up for a late timer, but not for idle time.
    nextAt = (isIdle ? sentAt : Math.max(nextAt, Math.min(dueAt, sentAt))) + 1000 / estimate.callsPerSecond();
    return (response, delayMs) => {
      const { headers, status, ok } = response;
      const rateLimit = readRateLimitFields(headers);
      // Without a valid `Date`, do not compare dates with the local clock, which can be wrong.
      const now = parseHttpDate(headers.get('Date')) ?? Number.NaN;
      const resetMs = retryAfterDelay(headers, now) ?? resetDelay(rateLimit?.reset, now) ?? UNKNOWN_RESET_MS;
      const isRequested = headers.has('Retry-After') && delayMs !== undefined;
      const estimatedMs = received({ isRefused: status === 429, rateLimit, resetMs, isRequested });
      // The pause can be shorter than `X-RateLimit-Reset`, but not shorter than `Retry-After`, which is an instruction.
      const pauseMs = isRequested ? resetMs : estimatedMs;
      const until = performance.now() + Math.min(pauseMs, LONGEST_PAUSE_MS);
      const isLonger = pauseMs > 0 && until > pausedUntil;
      if (status === 429) refusedCount += 1;
      pausedUntil = Math.max(pausedUntil, until);
      refused.removeEarlier(pausedMs());
      if (isLonger) for (const callback of pauseCallbacks) callback();
      if (ok) chooseEstimate(rateLimit);
    };
  };

  /** Starts a new estimate if 2xx responses show another limit. */
  const chooseEstimate = ({ limit: total = 0, remaining }: RateLimit = {}) => {
    const shown = remaining === undefined || total < SMALLEST_SHOWN_LIMIT ? undefined : total;
    agreeing = shown === shownLimit ? agreeing + 1 : 1;
    shownLimit = shown;
    const isEnough = agreeing >= agreeingNeeded;
    agreeingNeeded = AGREEING_RESPONSES;
    if (!isEnough || shown === limit) return;
    limit = shown;
    estimate =
      remaining === undefined || limit === undefined ? estimateFrom429s() : estimateFromFields(limit, remaining);
  };

  const pausedMs = () => pausedUntil - performance.now();
  const nextMs = () => nextAt - performance.now();
  // If only 429s show the limit, an interactive call does not wait for the end of a pause, because the tenant already
  // allows some calls again during the pause.
  const interactiveMs = () => Math.max(estimate.hasSpare() ? 0 : nextMs(), limit === undefined ? 0 : pausedMs());
  const refusedMs = () => Math.max(nextMs(), pausedMs()) + (interactive.size() * 1000) / estimate.callsPerSecond();
  const bulkMs = () => refusedMs() + (refused.size() * 1000) / estimate.callsPerSecond();
  const readyMs = () => (bulk.size() > 0 ? Math.max(bulkMs(), 1) : pausedMs());

  const sendDelayed = () => send(true);
  const interactive = createWaitingLine(interactiveMs, sendDelayed);
  const refused = createWaitingLine(refusedMs, sendDelayed);
  const bulk = createWaitingLine(bulkMs, sendDelayed);
  /** The jobs that wait before they start a call. */
  const jobs = createWaitingLine(readyMs, () => undefined);

  const pacing: BulkPacing = {
    resendsRefused: true,
    readRateLimit: readRateLimitFields,
    enter: ({ deadline, isBulk, delayMs }) => {
      const [line, ms] =
        delayMs !== undefined ? [refused, refusedMs()] : isBulk ? [bulk, bulkMs()] : [interactive, interactiveMs()];
      if (line.size() === 0 && ms <= 0) return send(false);
      // This refused call is sent after the refused calls that already wait, so it waits as long as a bulk call.
      if (delayMs !== undefined && bulkMs() >= deadline.timeLeft()) return undefined;
      return line.wait(deadline);
    },
    ready: async (signal) => {
      signal.throwIfAborted();
      if (jobs.size() > 0 || readyMs() > 0) await jobs.wait({ signal });
    },
    state: () => ({
      callsPerSecond: estimate.callsPerSecond(),
      pausedMs: Math.max(pausedMs(), 0),
      refused: refusedCount,
    }),
    onPause: (callback) => {
      pauseCallbacks.add(callback);
      return () => pauseCallbacks.delete(callback);
    },
  };
  return hide('Pacer', pacing);
}
