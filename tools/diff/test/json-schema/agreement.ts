import fc from 'fast-check';
import { schemaPairs } from './pairs.ts';
import { type Rating, ratePairs } from './rate-pairs.ts';

/** The versions of OpenAPI before and after the random changes. */
export const VERSIONS = [
  { before: '3.1.0', after: '3.1.0' },
  { before: '3.0.3', after: '3.0.3' },
  { before: '3.0.3', after: '3.1.0' },
];

/** Number of pairs in one document. */
const BATCH = 100;

/** The ratings of random pairs of schemas. */
export interface Agreement {
  /** Ratings below `major` although a value breaks a caller. */
  readonly contradictions: readonly Rating[];
  /** Number of ratings for which a value breaks a caller. */
  readonly broken: number;
}

/** Compares the verdict on random pairs of schemas with JSON Schema. */
export async function agreementOn(versions: (typeof VERSIONS)[number], seed: number, runs: number): Promise<Agreement> {
  const pairs = fc.sample(schemaPairs, { seed, numRuns: runs });
  const ratings: Rating[] = [];
  for (let start = 0; start < runs; start += BATCH)
    ratings.push(...(await ratePairs(pairs.slice(start, start + BATCH), versions)));
  const broken = ratings.filter((rating) => rating.broken !== undefined);
  return { contradictions: broken.filter(({ isMajor }) => !isMajor), broken: broken.length };
}
