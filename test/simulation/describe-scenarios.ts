import { describe, expect, test } from 'vitest';
import { runFleet } from './fleet.js';
import { SCENARIOS } from './scenarios.js';

/** One test for each scenario and seed from 1. */
export function describeScenarios(seeds: number): void {
  describe.each(SCENARIOS.map((scenario) => [scenario.title, scenario] as const))(
    'sharedTokenCache with %s',
    (_title, scenario) => {
      test.each(Array.from({ length: seeds }, (_, index) => index + 1))(
        'serves every call with seed %i',
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
}
