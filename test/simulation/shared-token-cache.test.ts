import { describe, expect, test } from 'vitest';
import type { Random } from '../support/simulated/seeded-random.ts';
import { runFleet, type Scenario, type StoreBehavior } from './simulated-fleet.ts';

const between = (low: number, high: number, random: Random): number => low + (high - low) * random();
const operation = (low: number, high: number, random: Random): StoreBehavior => ({
  requestMs: between(low, high, random) / 2,
  responseMs: between(low, high, random) / 2,
});
const fastStore: Scenario['store'] = (_operation, _nth, random) => operation(1, 10, random);
const fastEndpoint: Scenario['endpoint'] = (_nth, random) => ({ latencyMs: between(100, 800, random), status: 200 });
/** 50 processes whose calls have a timeout of one minute, a fast store and a fast token endpoint. */
const USUAL = { processes: 50, timeoutMs: () => 60_000, store: fastStore, endpoint: fastEndpoint };

/** Lifetime of the lock. If its holder crashes, another process requests the token within this time. */
const LOCK_MS = 15_000;

/** Scenarios in which every call must get a token through the shared token cache. */
const SCENARIOS: readonly Scenario[] = [
  {
    title: 'a working store and token endpoint',
    ...USUAL,
    maxTokenRequests: 1,
    maxDurationMs: 2_000,
  },
  {
    title: 'a slow store',
    ...USUAL,
    store: (_operation, _nth, random) => operation(100, 900, random),
    maxTokenRequests: 2,
  },
  {
    title: 'a store that fails in 30 % of its operations',
    ...USUAL,
    processes: 30,
    timeoutMs: (_nth, random) => between(2_000, 60_000, random),
    store: (_operation, _nth, random) => {
      const fault = random() < 0.3 ? (random() < 0.5 ? 'refused' : 'lost') : undefined;
      return { ...operation(1, 50, random), fault };
    },
  },
  {
    title: 'a lock holder that crashes',
    ...USUAL,
    timeoutMs: (nth) => (nth % 2 === 0 ? 60_000 : 8_000),
    firstHolderCrashes: true,
    maxTokenRequests: 2,
    maxDurationMs: 8_000,
  },
  {
    title: 'a first token request that hangs',
    ...USUAL,
    timeoutMs: (_nth, random) => between(5_000, 60_000, random),
    endpoint: (nth, random) => (nth === 1 ? 'hang' : fastEndpoint(nth, random)),
    maxTokenRequests: 2,
    maxDurationMs: 8_000,
  },
  {
    title: 'a token endpoint that takes 10 to 14 seconds',
    ...USUAL,
    timeoutMs: (_nth, random) => between(20_000, 60_000, random),
    // A slow delete delays no call, but it must not reach the store after another process has taken the lock.
    store: (name, nth, random) => (name === 'delete' ? operation(0, 14_000, random) : fastStore(name, nth, random)),
    endpoint: (_nth, random) => ({ latencyMs: between(10_000, 14_000, random), status: 200 }),
    maxTokenRequests: 2,
    maxDurationMs: LOCK_MS,
  },
  {
    title: 'a token endpoint that responds with 429 to all but two requests',
    ...USUAL,
    endpoint: (nth, random) => ({ latencyMs: between(100, 12_000, random), status: nth <= 2 ? 200 : 429 }),
    maxTokenRequests: 2,
    maxDurationMs: LOCK_MS,
  },
  {
    title: 'call timeouts of 1 to 60 seconds',
    ...USUAL,
    timeoutMs: (_nth, random) => 1_000 * 60 ** random(),
    endpoint: (_nth, random) => ({ latencyMs: between(50, 700, random), status: 200 }),
    maxTokenRequests: 2,
  },
  {
    title: 'a store that loses half of the results of add',
    ...USUAL,
    store: (name, _nth, random) => ({
      ...operation(1, 10, random),
      fault: name === 'add' && random() < 0.5 ? 'lost' : undefined,
    }),
    maxTokenRequests: 1,
    maxDurationMs: 3_000,
  },
  {
    title: 'clocks that differ by up to ten minutes',
    ...USUAL,
    skewMs: (random) => between(-600_000, 600_000, random),
    maxTokenRequests: 1,
    maxDurationMs: 2_000,
  },
];

/** Number of runs of each scenario. The order of events depends on the seed of a run. */
const SEEDS = 60;

describe.each(SCENARIOS.map((scenario) => [scenario.title, scenario] as const))(
  'sharedTokenCache with %s',
  (_title, scenario) => {
    test.each(Array.from({ length: SEEDS }, (_, index) => index + 1))(
      'gets a token for every call within the limits of the scenario, and leaves no timer and no listener (seed %i)',
      async (seed) => {
        const { failures, tokenRequests, violations, longestMs, timersLeft, listenersLeft } = await runFleet(
          scenario,
          seed,
        );
        expect({ failures, violations, timersLeft, listenersLeft }).toEqual({
          failures: [],
          violations: [],
          timersLeft: 0,
          listenersLeft: 0,
        });
        expect(tokenRequests).toBeLessThanOrEqual(scenario.maxTokenRequests ?? scenario.processes);
        expect(longestMs).toBeLessThanOrEqual(scenario.maxDurationMs ?? Number.POSITIVE_INFINITY);
      },
    );
  },
);
