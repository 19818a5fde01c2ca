import { parseHttpDate } from '../http-date.js';
import { LONGEST_TIMER_MS } from '../options.js';
import type { Pacer, Report } from '../pacing.js';
import { readRateLimit } from '../rate-limit.js';
import { requestedDelay, resetDelay } from '../retry.js';
import { delay } from '../wait.js';
import { createWaitingLine } from '../waiting-line.js';
import { estimateHiddenLimit } from './hidden-limit.js';
import { estimateVisibleLimit } from './visible-limit.js';

/**
 * A timer can be late by this many milliseconds without a lower rate: the next calls are sent earlier instead.
 */
const LATE_TIMER_MS = 50;
/** The pause in milliseconds if a response does not show when the next call is possible. */
const UNKNOWN_RESET_MS = 1000;

/** The pacer of one tenant. */
export interface BulkPacer extends Pacer {
  /**
   * Waits until a call with `pace: 'bulk'` would be sent soon. A job that waits before it starts a call uses up none of
   * the call's `timeout`.
   *
   * @throws The reason of the signal as soon as the signal is aborted.
   */
  ready(signal: AbortSignal): Promise<void>;
}

/**
 * Creates a pacer. It learns the rate limit of a tenant from 429s and from the `X-RateLimit-*` header fields, and sends
 * calls at that rate. Calls without `pace: 'bulk'` go first. A call that gets a 429 is sent again until its `timeout`,
 * without using up a retry.
 *
 * Pass one pacer to all clients of a tenant in this process. Several processes find their shares by themselves.
 *
 * @example
 * ```ts
 * const pacer = createPacer();
 * const management = createManagementClient({ tenantDomain: 'acme.example.com', auth, pacer });
 * ```
 */
export function createPacer(): BulkPacer {
  let estimate = estimateHiddenLimit();
  let isVisible = false;
  /** Time of the next call, at even intervals. */
  let nextAt = 0;
  /** End of the pause of bulk calls. */
  let pausedUntil = 0;

  /** @param isDelayed Whether the request had to wait. */
  const send = (isDelayed: boolean): Report => {
    const sentAt = performance.now();
    const dueAt = Math.max(nextAt, pausedUntil);
    const isIdle = sentAt - dueAt > LATE_TIMER_MS;
    const received = estimate.send(isIdle ? sentAt - dueAt : 0, isDelayed);
    // Make up for a late timer, but not for idle time.
    nextAt = (isIdle ? sentAt : Math.max(nextAt, Math.min(dueAt, sentAt))) + 1000 / estimate.callsPerSecond();
    return (response, delayMs) => {
      if (response === undefined) return;
      const { headers, status, ok } = response;
      const rateLimit = readRateLimit(headers);
      // Without a valid `Date`, do not compare dates with the local clock, which can be wrong.
      const now = parseHttpDate(headers.get('Date')) ?? Number.NaN;
      const resetMs = requestedDelay(response, now) ?? resetDelay(headers, now) ?? UNKNOWN_RESET_MS;
      const estimatedMs = received({ isRefused: status === 429, rateLimit, resetMs });
      // The estimate can be shorter than `X-RateLimit-Reset`, but `Retry-After` is an instruction.
      const pauseMs = headers.has('Retry-After') && delayMs !== undefined ? resetMs : estimatedMs;
      pausedUntil = Math.max(pausedUntil, performance.now() + pauseMs);
      if (pauseMs > 0) refused.removeEarlier(pausedMs());
      if (!ok || isVisible === (rateLimit?.remaining !== undefined)) return;
      isVisible = !isVisible;
      const { limit = 0, remaining = 0 } = rateLimit ?? {};
      estimate = isVisible ? estimateVisibleLimit(Math.max(limit, remaining, 1), remaining) : estimateHiddenLimit();
    };
  };

  const pausedMs = () => pausedUntil - performance.now();
  const nextMs = () => nextAt - performance.now();
  // If only 429s show the limit, an interactive call does not wait for the end of a pause: calls are added meanwhile.
  const interactiveMs = () => Math.max(estimate.hasSpare() ? 0 : nextMs(), isVisible ? pausedMs() : 0);
  const refusedMs = () => Math.max(nextMs(), pausedMs()) + (interactive.size() * 1000) / estimate.callsPerSecond();
  const bulkMs = () => refusedMs() + (refused.size() * 1000) / estimate.callsPerSecond();
  const readyMs = () => (bulk.size() > 0 ? Math.max(bulkMs(), 1) : pausedMs());

  const sendDelayed = () => send(true);
  const interactive = createWaitingLine(interactiveMs, sendDelayed);
  const refused = createWaitingLine(refusedMs, sendDelayed);
  const bulk = createWaitingLine(bulkMs, sendDelayed);

  return {
    resendsRefused: true,
    enter: ({ deadline, isBulk, refusals }) => {
      const [line, ms] =
        refusals > 0 ? [refused, refusedMs()] : isBulk ? [bulk, bulkMs()] : [interactive, interactiveMs()];
      if (line.size() === 0 && ms <= 0) return send(false);
      // The refused calls that wait already go first, as before a bulk call.
      if (refusals > 0 && bulkMs() >= deadline.timeLeft()) return undefined;
      return line.wait(deadline, false);
    },
    ready: async (signal) => {
      signal.throwIfAborted();
      for (let ms = readyMs(); ms > 0; ms = readyMs()) await delay(Math.min(ms, LONGEST_TIMER_MS), signal);
    },
  };
}
