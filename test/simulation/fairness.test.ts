import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useFakeTime } from '../support/fake-time.ts';
import { smallestShare } from '../support/simulated/shared-pacer.ts';

/** A fixed seed makes each failure reproducible. */
const SEED = 20_261_123;

test('jobs that share a pacer get equal shares of the rate: the smallest is at least 0.8 of the largest', async () => {
  useFakeTime(0.5);
  const situation = fc.record({
    jobs: fc.integer({ min: 2, max: 5 }),
    perSecond: fc.constantFrom(10, 25, 50),
    bucketSize: fc.constantFrom(10, 25, 50),
    latencyMs: fc.integer({ min: 3, max: 60 }),
    concurrency: fc.constantFrom(4, 8, 16),
    showsRemaining: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(situation, async (plan) => {
      expect(await smallestShare(plan)).toBeGreaterThanOrEqual(0.8);
    }),
    { seed: SEED, numRuns: 40 },
  );
}, 120_000);
