import { describe, expect, test } from 'vitest';
import { agreementOn, VERSIONS } from '../json-schema/agreement.ts';

const SEEDS = [1, 2, 3];
const RUNS = 800;

describe('a verdict below major', () => {
  test.for(VERSIONS.flatMap((versions) => SEEDS.map((seed) => ({ ...versions, seed }))))(
    'agrees with JSON Schema or with the policy for random changes of schemas from OpenAPI $before to $after with seed $seed',
    async ({ seed, ...versions }) => {
      const { contradictions, broken } = await agreementOn(versions, seed, RUNS);
      expect(contradictions).toEqual([]);
      // With few values that break callers, the test would find nothing.
      expect(broken).toBeGreaterThan(RUNS / 5);
    },
  );
});
