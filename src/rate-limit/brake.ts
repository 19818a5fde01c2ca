import type { OnResponse, Pacing } from './pacing.js';
import { readRateLimit } from './rate-limit.js';
import { createWaitingLine } from './waiting-line.js';

/** Milliseconds between two requests after the first 429. */
const FIRST_GAP_MS = 50;
/** Longest time between two requests, in milliseconds. */
const LONGEST_GAP_MS = 1000;
/** Milliseconds in which the gap halves. A shorter time causes more 429s. A longer time slows jobs down. */
const HALF_LIFE_MS = 3000;
/**
 * Number of gaps before a request that got two 429s. Such a call usually has no further retry, so it waits until more
 * calls are available. With one gap, bursts at a low rate lose calls.
 */
const GAPS_BEFORE_LAST_RETRY = 2;

/**
 * Creates the brake of a client. The calls that got a 429 wait in one line, which is ordered by the time at which each
 * of them may be sent again. The brake sends one of them after another. The gap between two requests doubles with each
 * further 429 and shrinks with time. The brake does not delay other calls: their endpoint can have another limit.
 */
export function createBrake(): Pacing {
  /** The gap at the time `appliedAt`. */
  let appliedGapMs = 0;
  let appliedAt = 0;
  /** Number of times that a 429 has increased the gap. */
  let applied = 0;
  /** Time of the last request that left the line. */
  let sentAt = Number.NEGATIVE_INFINITY;

  const gapMs = () => appliedGapMs * 2 ** ((appliedAt - performance.now()) / HALF_LIFE_MS);
  const createReport = (): OnResponse => {
    const appliedBefore = applied;
    return (response) => {
      // Several requests in flight can get a 429. Only the first of these 429s increases the gap.
      if (response.status !== 429 || applied !== appliedBefore) return;
      appliedGapMs = Math.min(Math.max(2 * gapMs(), FIRST_GAP_MS), LONGEST_GAP_MS);
      appliedAt = performance.now();
      applied += 1;
      line.removeEarlier(waitMs(GAPS_BEFORE_LAST_RETRY));
    };
  };
  /** @param gaps Number of gaps between the last request and the next one. */
  const waitMs = (gaps: number) => sentAt + gaps * gapMs() - performance.now();
  const line = createWaitingLine(
    (at, isFirst) => Math.max(at - performance.now(), waitMs(isFirst ? GAPS_BEFORE_LAST_RETRY : 1)),
    () => {
      sentAt = performance.now();
      line.removeEarlier(waitMs(GAPS_BEFORE_LAST_RETRY));
      return createReport();
    },
  );

  return {
    resendsRefused: false,
    readRateLimit,
    enter: ({ deadline, delayMs, refusals }) => {
      if (delayMs === undefined) return createReport();
      const at = performance.now() + delayMs;
      if (Math.max(delayMs, waitMs(GAPS_BEFORE_LAST_RETRY)) >= deadline.timeLeft()) return undefined;
      return line.wait(deadline, at, refusals > 1);
    },
  };
}
