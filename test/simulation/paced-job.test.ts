import { describe, expect, test } from 'vitest';
import { bulk, createPacer } from '../../src/bulk/index.ts';
import { createManagementClient } from '../../src/index.ts';
import { burstOf, CALLS, type Figures, goalOf, ratesOf, SITUATIONS } from '../support/simulated/job-situations.ts';
import { simulateJob } from '../support/simulated/simulate-job.ts';

const SEED = 1;
/** The benchmark runs longer jobs with more seeds. In a short job, the search for the rate is a larger part. */
const SHORT_JOB = 1800;
const MORE_TIME = 0.15;
/** If only 429s show the limit, each process searches with 429s. */
const MORE_REFUSED = 0.03;

const program = { bulk, createManagementClient, createPacer };

describe.each(SITUATIONS)('a job with createPacer(): $title', (situation) => {
  test.each(ratesOf(situation))(
    'ends without a failed call, and meets its goals for the time, the 429s, interactive calls and a new rate, at $perSecond/s',
    async (rate) => {
      const { calls = CALLS, processes = 1, headerFields, goals } = situation;
      // A short job ends before the period in which the new rate is measured.
      const isShort = goals.newRateShare === undefined && calls > SHORT_JOB;
      const report = await simulateJob(program, { ...situation, calls: isShort ? SHORT_JOB : calls }, rate, SEED);
      const goal = (name: keyof Figures) => goalOf(situation, name, rate.perSecond);
      const isShown = headerFields === 'always' || headerFields === 'RateLimit';
      expect(report).toMatchObject({ failed: 0, timersLeft: 0 });
      // The time in which the tenant would accept the burst is not part of the bound.
      const moreTime = MORE_TIME + burstOf(situation, rate) / SHORT_JOB;
      expect(report.time).toBeLessThanOrEqual((goal('time') ?? Number.POSITIVE_INFINITY) + moreTime);
      expect(report.refusedShare).toBeLessThanOrEqual(
        (goal('refusedShare') ?? Number.POSITIVE_INFINITY) + (isShown ? 0.01 : MORE_REFUSED * processes),
      );
      expect(report.interactiveDelayMs).toBeLessThanOrEqual(goal('interactiveDelayMs') ?? 0);
      expect(report.newRateShare).toBeGreaterThanOrEqual(goal('newRateShare') ?? 0);
    },
  );
});
