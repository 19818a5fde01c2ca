import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createManagementClient, type Fetch } from '../../src/index.ts';
import { createRandom } from '../support/simulated/seeded-random.ts';
import { createSimulatedTenant, type SimulatedTenantOptions } from '../support/simulated/simulated-tenant.ts';
import { createVirtualClock } from '../support/simulated/virtual-clock.ts';

/** Calls of one client that start at the same time, and the rate limit of the tenant. */
interface Burst extends Pick<SimulatedTenantOptions, 'windowMs' | 'roundsResetDown'> {
  readonly calls: number;
  /** Number of requests that the full bucket allows at once. */
  readonly limit: number;
  /** Number of requests that are added to the bucket each second. */
  readonly perSecond: number;
  /** Shortest and longest time from a request to its response, in milliseconds. */
  readonly latencyMs: readonly [number, number];
}

/** Result of one run of a burst. */
interface BurstReport {
  /** The calls that did not succeed: the status of the `ApiError`, or the message of what was thrown. */
  readonly failures: readonly (number | string)[];
  readonly settled: number;
  readonly requests: number;
  /** Largest number of requests of one call. */
  readonly mostAttempts: number;
  readonly durationMs: number;
  /** Number of timers that are left when the last call settles. */
  readonly timersLeft: number;
}

/** Starts all calls of a burst with `Promise.all`, on a virtual clock. They use a new client with default options. */
async function runBurst(burst: Burst, seed: number): Promise<BurstReport> {
  const random = createRandom(seed);
  const clock = createVirtualClock();
  // The client uses Math.random for its jitter.
  vi.spyOn(Math, 'random').mockImplementation(random);
  try {
    const attempts = new Map<string, number>();
    const [shortest, longest] = burst.latencyMs;
    const tenant = createSimulatedTenant({
      limit: burst.limit,
      perSecond: burst.perSecond,
      windowMs: burst.windowMs,
      roundsResetDown: burst.roundsResetDown,
      headerFields: 'on 429',
      refusedCallsCost: false,
      errorRate: 0,
      unavailableRate: 0,
      random,
      now: () => Date.now(),
    });
    const after = (ms: number) => new Promise<void>((resolve) => clock.schedule(ms, resolve));
    const fetch: Fetch = async ({ url }, { signal }) => {
      attempts.set(url, (attempts.get(url) ?? 0) + 1);
      const oneWayMs = (shortest + random() * (longest - shortest)) / 2;
      await after(oneWayMs);
      const response = tenant.respond();
      await after(oneWayMs);
      signal.throwIfAborted();
      return response;
    };
    const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken', fetch });
    const failures: (number | string)[] = [];
    let settled = 0;
    const call = async (id: string) => {
      const deleted = management.DELETE('/guardian/enrollments/{id}', { params: { path: { id } } });
      const failure = await deleted.then(
        ({ error }) => error?.status,
        ({ message }: Error) => message,
      );
      if (failure !== undefined) failures.push(failure);
      settled += 1;
    };
    const all = Promise.all(Array.from({ length: burst.calls }, (_, index) => call(`dev_${index}`)));
    await clock.run(() => settled === burst.calls);
    const durationMs = clock.now();
    const timersLeft = clock.timers();
    if (settled === burst.calls) await all;
    const counts = [...attempts.values()];
    const requests = counts.reduce((sum, count) => sum + count, 0);
    return { failures, settled, requests, mostAttempts: Math.max(0, ...counts), durationMs, timersLeft };
  } finally {
    clock.restore();
    vi.restoreAllMocks();
  }
}

/** A fixed seed makes each failure reproducible. */
const SEED = 20_260_101;
/** Time limit of a test with hundreds of runs on a busy machine. */
const TEST_TIMEOUT_MS = 120_000;

describe('Promise.all over 300 calls with default options, at a rate limit of 50 calls at once and then 16 calls per second', () => {
  const burst = { calls: 300, limit: 50, perSecond: 16, latencyMs: [50, 250] } as const;
  const boundMs = ((burst.calls - burst.limit) / burst.perSecond) * 1_000;

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    'succeeds with at most 600 requests, in at most 1.2 times the shortest possible time (seed %i)',
    async (seed) => {
      const { failures, settled, requests, durationMs, timersLeft } = await runBurst(burst, seed);
      expect({ failures, settled, timersLeft }).toEqual({ failures: [], settled: 300, timersLeft: 0 });
      expect(requests).toBeLessThanOrEqual(600);
      expect(durationMs).toBeLessThanOrEqual(1.2 * boundMs);
    },
  );
});

test.each([
  ['200 calls at 20 calls/s with a bucket of 20 calls', { calls: 200, limit: 20, perSecond: 20 }],
  ['100 calls at 5 calls/s with a bucket of 10 calls', { calls: 100, limit: 10, perSecond: 5 }],
  ['80 calls at 10 calls/s in windows of 1 s', { calls: 80, limit: 10, perSecond: 10, windowMs: 1_000 }],
])('Promise.all over %s loses no call if resets are rounded down, and none if they are not', async (_name, burst) => {
  for (const roundsResetDown of [true, false]) {
    for (let seed = 1; seed <= 10; seed += 1) {
      const { failures } = await runBurst({ ...burst, latencyMs: [20, 120], roundsResetDown }, seed);
      expect(failures, `seed ${seed}, ${roundsResetDown ? 'rounded down' : 'rounded up'}`).toEqual([]);
    }
  }
});

test(
  'Promise.all over any number of calls settles at any rate limit, sends at most three requests per call, and leaves no timer',
  async () => {
    const bursts = fc.record({
      calls: fc.integer({ min: 1, max: 120 }),
      limit: fc.integer({ min: 1, max: 60 }),
      perSecond: fc.double({ min: 0.1, max: 100, noNaN: true }),
      latencyMs: fc
        .tuple(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 3_000 }))
        .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const),
      seed: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(bursts, async ({ seed, ...burst }) => {
        const { failures, settled, mostAttempts, durationMs, timersLeft } = await runBurst(burst, seed);
        expect({ settled, timersLeft }).toEqual({ settled: burst.calls, timersLeft: 0 });
        expect(mostAttempts).toBeLessThanOrEqual(3);
        expect(durationMs).toBeLessThanOrEqual(60_000);
        // A call may return a 429, or time out while it waits for a response, but not while it waits to send a request.
        const other = failures.filter(
          (failure) => failure !== 429 && !/ waiting for the response\)$/.test(`${failure}`),
        );
        expect(other).toEqual([]);
      }),
      { numRuns: 150, seed: SEED },
    );
  },
  TEST_TIMEOUT_MS,
);
