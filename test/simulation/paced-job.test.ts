import { describe, expect, test } from 'vitest';
import { bulk, createPacer } from '../../src/bulk/index.ts';
import { createManagementClient } from '../../src/index.ts';
import { burstOf, goalOf, ratesOf, SITUATIONS } from '../support/simulated/job-situations.ts';
import { simulateJob } from '../support/simulated/simulate-job.ts';

const SEED = 1;
/** The benchmark runs longer jobs with more seeds. In a short job, the search for the rate is a larger part. */
const CALLS = 1800;
const MORE_TIME = 0.15;
/** For each process: each of them searches. */
const MORE_REFUSED = 0.03;

const program = { bulk, createManagementClient, createPacer };

describe.each(SITUATIONS)('a job with createPacer(): $title', (situation) => {
  test.each(ratesOf(situation))(
    'ends without a failed call, and without much more time or many more 429s than its goals allow, at $perSecond/s',
    async (rate) => {
      const { calls = CALLS, processes = 1 } = situation;
      const report = await simulateJob(program, { ...situation, calls: Math.min(calls, CALLS) }, rate, SEED);
      const goal = (name: 'time' | 'refusedShare') =>
        goalOf(situation, name, rate.perSecond) ?? Number.POSITIVE_INFINITY;
      expect(report).toMatchObject({ failed: 0, timersLeft: 0 });
      // The time in which the tenant would accept the burst is not part of the bound.
      const burstShare = burstOf(situation, rate) / CALLS;
      expect(report.time).toBeLessThanOrEqual(goal('time') + MORE_TIME + burstShare);
      expect(report.refusedShare).toBeLessThanOrEqual(goal('refusedShare') + MORE_REFUSED * processes);
    },
  );
});
