import { describe, expect, test } from 'vitest';
import { SCENARIOS } from './scenarios.ts';
import { runFleet } from './simulated-fleet.ts';

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
