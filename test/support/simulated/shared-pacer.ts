import { bulk, createPacer } from '../../../src/bulk/index.ts';
import { createManagementClient } from '../../../src/index.ts';
import { advanceUntilSettled } from '../fake-time.ts';
import { createResponse } from '../scripted-fetch.ts';

/** Number of items of each job: enough for a stable share. */
const ITEMS = 60;

/** Jobs that share a pacer, and their tenant. */
export interface Situation {
  readonly jobs: number;
  readonly perSecond: number;
  readonly bucketSize: number;
  readonly latencyMs: number;
  readonly concurrency: number;
  readonly showsRemaining: boolean;
}

/** Returns a function that returns pseudo-random numbers from 0 to 1. */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Creates a `fetch` function of a tenant with a token bucket and a latency. */
function createTenant(perSecond: number, bucketSize: number, latencyMs: number, showsRemaining: boolean) {
  const random = createRandom();
  let available = bucketSize;
  let filledAt = performance.now();
  return async () => {
    const now = performance.now();
    available = Math.min(bucketSize, available + ((now - filledAt) / 1000) * perSecond);
    filledAt = now;
    const isAllowed = available >= 1;
    if (isAllowed) available -= 1;
    await new Promise((resolve) => setTimeout(resolve, latencyMs * (0.5 + random())));
    const fields = { 'X-RateLimit-Limit': String(bucketSize), 'X-RateLimit-Remaining': String(Math.floor(available)) };
    return createResponse(isAllowed ? 204 : 429, isAllowed ? undefined : {}, showsRemaining ? fields : {});
  };
}

/**
 * Runs jobs with equal items until the first job ends, and returns the smallest share of the finished items, divided by
 * the largest. Needs the simulated time of `useFakeTime`.
 */
export async function smallestShare(situation: Situation): Promise<number> {
  const { jobs, perSecond, bucketSize, latencyMs, concurrency, showsRemaining } = situation;
  const pacer = createPacer();
  const fetch = createTenant(perSecond, bucketSize, latencyMs, showsRemaining);
  const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken', fetch, pacer });
  const finished = Array.from({ length: jobs }, () => 0);
  let shares: number[] | undefined;
  const run = async (index: number) => {
    await new Promise((resolve) => setTimeout(resolve, index));
    const ids = Array.from({ length: ITEMS }, (_, item) => String(item));
    const path = '/guardian/enrollments/{id}';
    const job = bulk(ids, (id, call) => management.DELETE(path, { params: { path: { id } }, ...call }), {
      pacer,
      concurrency,
    });
    for await (const { outcome } of job) if (outcome === 'done') finished[index] = (finished[index] ?? 0) + 1;
    shares ??= [...finished];
  };
  await advanceUntilSettled(Promise.all(finished.map((_, index) => run(index))));
  return Math.min(...(shares ?? [])) / Math.max(...(shares ?? []));
}
