import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BulkCall, bulk, createPacer } from '../../src/bulk/index.ts';
import { createManagementClient } from '../../src/index.ts';
import { advanceUntilSettled, useFakeTime } from '../support/fake-time.ts';
import { createRandom } from '../support/simulated/seeded-random.ts';
import { idsOf } from '../support/simulated/simulate-job.ts';
import { createSimulatedTenant } from '../support/simulated/simulated-tenant.ts';

/** A fixed seed makes each failure reproducible. */
const SEED = 20_261_123;
/** Number of items of each job: enough for a stable share. */
const ITEMS = 60;

/** Jobs that share a pacer, and their tenant. */
interface Situation {
  readonly jobs: number;
  readonly perSecond: number;
  readonly limit: number;
  readonly latencyMs: number;
  readonly concurrency: number;
  readonly headerFields: 'always' | 'on 429';
}

/** Runs jobs until the first job ends. Returns the smallest number of finished items, divided by the largest. */
async function shareRatio({ jobs, latencyMs, concurrency, ...rate }: Situation): Promise<number> {
  const random = createRandom(1);
  const options = { refusedCallsCost: false, errorRate: 0, unavailableRate: 0, random, now: Date.now };
  const tenant = createSimulatedTenant({ ...rate, ...options });
  const fetch = async () => {
    const response = tenant.respond();
    await new Promise((resolve) => setTimeout(resolve, latencyMs * (0.5 + random())));
    return response;
  };
  const pacer = createPacer();
  const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken', fetch, pacer });
  const finished = Array.from({ length: jobs }, () => 0);
  let shares: number[] | undefined;
  const run = async (index: number) => {
    await new Promise((resolve) => setTimeout(resolve, index));
    const path = '/guardian/enrollments/{id}';
    const remove = (id: string, call: BulkCall) => management.DELETE(path, { params: { path: { id } }, ...call });
    const job = bulk(idsOf(ITEMS), remove, { pacer, concurrency });
    for await (const { outcome } of job) if (outcome === 'done') finished[index] = (finished[index] ?? 0) + 1;
    shares ??= [...finished];
  };
  await advanceUntilSettled(Promise.all(finished.map((_, index) => run(index))));
  return Math.min(...(shares ?? [])) / Math.max(...(shares ?? []));
}

test('jobs that share a pacer get equal shares of the rate: the smallest is at least 0.8 of the largest', async () => {
  useFakeTime(0.5);
  const situation = fc.record({
    jobs: fc.integer({ min: 2, max: 5 }),
    perSecond: fc.constantFrom(10, 25, 50),
    limit: fc.constantFrom(10, 25, 50),
    latencyMs: fc.integer({ min: 3, max: 60 }),
    concurrency: fc.constantFrom(4, 8, 16),
    headerFields: fc.constantFrom('always' as const, 'on 429' as const),
  });
  await fc.assert(
    fc.asyncProperty(situation, async (plan) => {
      expect(await shareRatio(plan)).toBeGreaterThanOrEqual(0.8);
    }),
    { seed: SEED, numRuns: 40 },
  );
}, 120_000);
