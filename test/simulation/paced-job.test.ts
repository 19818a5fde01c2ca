import { describe, expect, test } from 'vitest';
import { type PacingSituation, runPacing } from './paced-job.ts';

const SEEDS = [1, 2];
const CALLS = 1000;
/** Rate limits at which a job of 1,000 calls takes one minute or 20 seconds. */
const RATES = [
  { limit: 50, perSecond: 16 },
  { limit: 50, perSecond: 50 },
];

interface Goals {
  /** Largest duration of the job, divided by the shortest duration that the rate limit allows. */
  readonly timeRatio: number;
  /** Largest number of 429s, divided by the number of calls. */
  readonly refusedShare: number;
}

/**
 * Goals if every response shows the rate limit. The goals of jobs of 10,000 calls are 1.02 and 0.1 %. In a short job,
 * the last response and the reserve that stays unused at the end are a larger share of the time.
 */
const VISIBLE: Goals = { timeRatio: 1.1, refusedShare: 0.005 };
/**
 * Goals if only 429s show the rate limit. The goals of jobs of 10,000 calls are 1.05 and 1 %. In a short job, the search
 * for the first estimate is a larger share of the calls.
 */
const HIDDEN: Goals = { timeRatio: 1.12, refusedShare: 0.03 };
/** If a 429 empties the token bucket, each attempt at a higher rate costs accepted calls. */
const HIDDEN_COSTLY: Goals = { timeRatio: 1.3, refusedShare: 0.03 };
/** After the rate limit doubles, the remaining 500 calls end before the pacer finds the new rate. */
const HIDDEN_DOUBLED: Goals = { timeRatio: 1.4, refusedShare: 0.03 };
/** The 64 calls that are in flight when the rate halves can exceed the limit. */
const HIDDEN_HALVED: Goals = { timeRatio: 1.12, refusedShare: 0.04 };
/** Each of the two processes has only 500 calls to find its share of the rate. */
const HIDDEN_SHARED: Goals = { timeRatio: 1.35, refusedShare: 0.04 };
/** A request that gets a network error or a 503 is repeated, so there are 6 % more requests. */
const VISIBLE_WITH_ERRORS: Goals = { timeRatio: 1.15, refusedShare: 0.005 };
const HIDDEN_WITH_ERRORS: Goals = { timeRatio: 1.2, refusedShare: 0.03 };
/** Interactive calls use up to a tenth of the rate limit. */
const VISIBLE_WITH_INTERACTIVE: Goals = { timeRatio: 1.15, refusedShare: 0.005 };
const HIDDEN_WITH_INTERACTIVE: Goals = { timeRatio: 1.2, refusedShare: 0.03 };
/** The pacer expects a token bucket, so it does not use all calls of each fixed window. */
const WINDOWS: Goals = { timeRatio: 1.5, refusedShare: 0.01 };
const HIDDEN_WINDOWS: Goals = { timeRatio: 1.8, refusedShare: 0.03 };

/** Largest 95th percentile of the waits of interactive calls if responses show the remaining calls. */
const INTERACTIVE_WAIT_MS = 20;
/**
 * If only 429s show the rate limit, an interactive call can wait for the interval between two calls, plus this number of
 * milliseconds.
 */
const HIDDEN_INTERACTIVE_WAIT_MS = 50;
/** Smallest number of calls that a process has finished, divided by the largest number. */
const VISIBLE_SHARE_RATIO = 0.8;
/** 500 calls are not enough for equal shares of a limit that only 429s show, but no process starves. */
const HIDDEN_SHARE_RATIO = 0.2;

const visible = 'always';
const hidden = 'on 429';
const errors = { errorRate: 0.05, unavailableRate: 0.01, skewMs: 30_000 };
const interactiveBefore = { idleMs: 300_000, interactiveBeforeMs: 2000 };

type Row = readonly [situation: string, options: Partial<PacingSituation>, goals: Goals];

const ROWS: readonly Row[] = [
  ['every response shows the rate limit', { headerFields: visible }, VISIBLE],
  ['only 429s show the rate limit', { headerFields: hidden }, HIDDEN],
  [
    'only 429s show the rate limit, and each refused call empties the token bucket',
    { headerFields: hidden, refusedCallsCost: true },
    HIDDEN_COSTLY,
  ],
  ['every response shows the rate limit, which halves', { headerFields: visible, change: 0.5 }, VISIBLE],
  ['every response shows the rate limit, which doubles', { headerFields: visible, change: 2 }, VISIBLE],
  ['only 429s show the rate limit, which halves', { headerFields: hidden, change: 0.5 }, HIDDEN_HALVED],
  ['only 429s show the rate limit, which doubles', { headerFields: hidden, change: 2 }, HIDDEN_DOUBLED],
  [
    'there are network errors and 503s, and the clock is wrong by 30 s',
    { headerFields: visible, ...errors },
    VISIBLE_WITH_ERRORS,
  ],
  [
    'there are network errors and 503s, the clock is wrong by 30 s, and only 429s show the rate limit',
    { headerFields: hidden, ...errors },
    HIDDEN_WITH_ERRORS,
  ],
  [
    'every response shows the rate limit, which counts calls in fixed windows',
    { headerFields: visible, windowMs: 1000 },
    WINDOWS,
  ],
  [
    'only 429s show the rate limit, which counts calls in fixed windows',
    { headerFields: hidden, windowMs: 1000 },
    HIDDEN_WINDOWS,
  ],
  ['every response shows the rate limit in RateLimit and RateLimit-Policy', { headerFields: 'RateLimit' }, VISIBLE],
  ['429s have only Retry-After', { headerFields: 'Retry-After' }, HIDDEN],
  [
    'the client made interactive calls for minutes before the job, and every response shows the rate limit',
    { headerFields: visible, ...interactiveBefore },
    VISIBLE,
  ],
  [
    'the client made interactive calls for minutes before the job, and only 429s show the rate limit',
    { headerFields: hidden, ...interactiveBefore },
    HIDDEN,
  ],
];

/** Limits that differ from `RATES`, with a goal for the time of a job of 1,600 calls. */
const OTHER_LIMITS: readonly (readonly [situation: string, limit: Partial<PacingSituation>, timeRatio: number])[] = [
  ['a bucket of 10 at 50/s, shown by every response', { limit: 10, perSecond: 50, headerFields: visible }, 1.1],
  ['a bucket of 10 at 150/s, shown by every response', { limit: 10, perSecond: 150, headerFields: visible }, 1.12],
  ['a bucket of 10 at 50/s, shown by 429s', { limit: 10, perSecond: 50, headerFields: hidden }, 1.2],
  ['a bucket of 10 at 150/s, shown by 429s', { limit: 10, perSecond: 150, headerFields: hidden }, 1.2],
  ['a bucket of 150 at 150/s, shown by every response', { limit: 150, perSecond: 150, headerFields: visible }, 1.05],
  ['a bucket of 150 at 150/s, shown by 429s', { limit: 150, perSecond: 150, headerFields: hidden }, 1.15],
  [
    'a limit shown by 429s that rises from 10/s to 100/s',
    { calls: 4000, limit: 10, perSecond: 10, headerFields: hidden, change: 10 },
    1.12,
  ],
];

test.each(OTHER_LIMITS)('createPacer() soon finds the rate of %s', async (_title, limit, timeRatio) => {
  const situation = {
    calls: 1600,
    limit: 10,
    perSecond: 10,
    headerFields: visible,
    ...limit,
  } satisfies PacingSituation;
  for (const seed of SEEDS) {
    const report = await runPacing(situation, seed);
    expect(report, `seed ${seed}`).toMatchObject({ failures: [], timersLeft: 0 });
    expect(report.timeRatio, `time of seed ${seed}`).toBeLessThanOrEqual(timeRatio);
  }
});

describe.each(RATES)('createPacer() at a rate limit of $perSecond calls/s', (rate) => {
  test.each(ROWS)(
    'finishes a job without a failure, and almost as fast as possible, if %s',
    async (_situation, options, goals) => {
      for (const seed of SEEDS) {
        const report = await runPacing({ calls: CALLS, headerFields: visible, ...rate, ...options }, seed);
        expect(report, `seed ${seed}`).toMatchObject({ failures: [], timersLeft: 0 });
        expect(report.timeRatio, `time of seed ${seed}`).toBeLessThanOrEqual(goals.timeRatio);
        expect(report.refusedShare, `429s of seed ${seed}`).toBeLessThanOrEqual(goals.refusedShare);
      }
    },
  );

  test.each([
    ['every response shows', visible, VISIBLE, VISIBLE_SHARE_RATIO],
    ['only 429s show', hidden, HIDDEN_SHARED, HIDDEN_SHARE_RATIO],
  ] as const)(
    'divides the rate between two processes if %s the rate limit',
    async (_show, headerFields, goals, shareRatio) => {
      for (const seed of SEEDS) {
        const report = await runPacing({ calls: CALLS, headerFields, ...rate, processes: 2 }, seed);
        expect(report, `seed ${seed}`).toMatchObject({ failures: [], timersLeft: 0 });
        expect(report.timeRatio, `time of seed ${seed}`).toBeLessThanOrEqual(goals.timeRatio);
        expect(report.refusedShare, `429s of seed ${seed}`).toBeLessThanOrEqual(goals.refusedShare);
        expect(report.shareRatio, `shares of seed ${seed}`).toBeGreaterThanOrEqual(shareRatio);
      }
    },
  );

  test.each([
    ['every response shows', visible, VISIBLE_WITH_INTERACTIVE, INTERACTIVE_WAIT_MS],
    ['only 429s show', hidden, HIDDEN_WITH_INTERACTIVE, 1000 / rate.perSecond + HIDDEN_INTERACTIVE_WAIT_MS],
  ] as const)(
    'sends interactive calls almost immediately during a job if %s the rate limit',
    async (_show, headerFields, goals, longestWaitMs) => {
      for (const seed of SEEDS) {
        const report = await runPacing({ calls: CALLS, headerFields, ...rate, hasInteractiveCalls: true }, seed);
        expect(report, `seed ${seed}`).toMatchObject({ failures: [], timersLeft: 0 });
        expect(report.interactiveWaitMs, `seed ${seed}`).toBeLessThanOrEqual(longestWaitMs);
        expect(report.timeRatio, `time of seed ${seed}`).toBeLessThanOrEqual(goals.timeRatio);
        expect(report.refusedShare, `429s of seed ${seed}`).toBeLessThanOrEqual(goals.refusedShare);
      }
    },
  );
});
