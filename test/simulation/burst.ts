import { vi } from 'vitest';
import { createManagementClient, type Fetch } from '../../src/index.ts';
import { createRandom } from '../support/simulated/seeded-random.ts';
import { createSimulatedTenant, type SimulatedTenantOptions } from '../support/simulated/simulated-tenant.ts';
import { createVirtualClock } from '../support/simulated/virtual-clock.ts';

/** Calls of one client that start at the same time, and the rate limit of the tenant. */
export interface Burst extends Pick<SimulatedTenantOptions, 'windowMs' | 'roundsResetDown'> {
  readonly calls: number;
  /** Number of requests that the full bucket allows at once. */
  readonly limit: number;
  /** Number of requests that are added to the bucket each second. */
  readonly perSecond: number;
  /** Shortest and longest time from a request to its response, in milliseconds. */
  readonly latencyMs: readonly [number, number];
  /** @default the default timeout of the client */
  readonly timeout?: number;
}

/** Result of one run of a burst. */
export interface BurstReport {
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
export async function runBurst(burst: Burst, seed: number): Promise<BurstReport> {
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
      const { timeout } = burst;
      const deleted = management.DELETE('/guardian/enrollments/{id}', { params: { path: { id } }, timeout });
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
