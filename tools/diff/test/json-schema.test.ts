import { describe, expect, test } from 'vitest';
import { agreementOn, VERSIONS } from './json-schema/agreement.ts';

const SEED = 20261123;
/** Takes less than a second for each pair of versions; test/full has more runs. */
const RUNS = 100;

describe('a verdict below major', () => {
  test.for(VERSIONS)(
    'agrees with JSON Schema or with the policy for random changes of schemas from OpenAPI $before to $after',
    async (versions) => {
      const { contradictions, broken } = await agreementOn(versions, SEED, RUNS);
      expect(contradictions).toEqual([]);
      // With few values that break callers, the test would find nothing.
      expect(broken).toBeGreaterThan(RUNS / 5);
    },
  );
});
