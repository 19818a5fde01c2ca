import { hide } from '../../opaque.js';
import type { OnResponse, Pacer } from '../../rate-limit/pacing.js';
import { createWaitingLine, type WaitingLine } from '../../rate-limit/waiting-line.js';
import type { BulkPacing } from './pacer-state.js';
import { readRateLimitFields } from './rate-limit-fields.js';
import { createSchedule } from './schedule.js';

/**
 * Creates a pacer. It learns the rate limit of a tenant from 429s, `X-RateLimit-*`, `RateLimit` and `RateLimit-Policy`,
 * and sends calls at that rate, those without `pace: 'bulk'` first. A call that gets a 429 is sent again until its
 * `timeout`, without using up a retry.
 *
 * Pass one pacer to all clients of a tenant in this process. Pacers of several processes share the limit.
 */
export function createPacer(): Pacer {
  const { estimate, nextMs, pausedMs, send, state, onPause } = createSchedule(() => refused.removeEarlier(pausedMs()));

  const msToSend = (line: WaitingLine<OnResponse>) => (line.size() * 1000) / estimate().callsPerSecond();
  // If only 429s show the limit, an interactive call does not wait for the end of a pause, because the tenant already
  // allows some calls again during the pause.
  const interactiveMs = () =>
    Math.max(estimate().hasSpare() ? 0 : nextMs(), estimate().limit === undefined ? 0 : pausedMs());
  const refusedMs = () => Math.max(nextMs(), pausedMs()) + msToSend(interactive);
  const bulkMs = () => refusedMs() + msToSend(refused);
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
    state,
    onPause,
  };
  return hide('Pacer', pacing);
}
