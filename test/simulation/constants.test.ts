// Runs a job with a wrong value of each tuned constant of the pacer.
import { afterEach, expect, test, vi } from 'vitest';
import * as constants from '../../src/bulk/pacer/constants.ts';
import { readYaml } from '../support/read-yaml.ts';
import { ratesOf, SITUATIONS } from '../support/simulated/job-situations.ts';
import { simulateJob } from '../support/simulated/simulate-job.ts';

/** A constant with the situation that needs it. */
interface Row {
  readonly constant: keyof typeof constants;
  /** The wrong value, divided by the value. */
  readonly factor: number;
  readonly situation: string;
  readonly perSecond: number;
  /** @default 1,800 */
  readonly calls?: number;
  readonly figure: 'time' | 'refusedShare' | 'shareRatio';
  readonly atMost?: number;
  readonly atLeast?: number;
}

const CONSTANTS = '../../src/bulk/pacer/constants.ts';
const CALLS = 1800;
const SEED = 1;

const { simulated, unitTested }: { readonly simulated: readonly Row[]; readonly unitTested: readonly string[] } =
  readYaml(import.meta.dirname, 'constants.yaml');
const right = { ...constants };

/** Runs the job of a row. Resolves with its figure. */
async function figureOf(row: Row, changed: Readonly<Record<string, number>>): Promise<number> {
  const { situation, perSecond, calls = CALLS, figure } = row;
  vi.resetModules();
  vi.doMock(CONSTANTS, () => ({ ...right, ...changed }));
  const { bulk, createPacer } = await import('../../src/bulk/index.ts');
  const { createManagementClient } = await import('../../src/index.ts');
  const found = SITUATIONS.find(({ title }) => title === situation);
  const rate = found && ratesOf(found).find((one) => one.perSecond === perSecond);
  if (!found || !rate) throw new Error(`No situation is named "${situation}" at ${perSecond}/s.`);
  const program = { bulk, createPacer, createManagementClient };
  return (await simulateJob(program, { ...found, calls }, rate, SEED))[figure];
}

afterEach(() => vi.doUnmock(CONSTANTS));

test('each tuned constant has a row, and at most 20 constants exist', () => {
  const names = [...simulated.map(({ constant }) => constant), ...unitTested];
  expect(names.toSorted()).toEqual(Object.keys(right).toSorted());
  expect(names.length).toBeLessThanOrEqual(20);
});

test.each(simulated)(
  '$constant is needed in the situation "$situation" at $perSecond/s: with $factor times the value, $figure misses its limit',
  async (row) => {
    const { constant, factor, atMost = Number.POSITIVE_INFINITY, atLeast = 0 } = row;
    const isMet = (figure: number) => figure >= atLeast && figure <= atMost;
    expect(await figureOf(row, {})).toSatisfy(isMet);
    expect(await figureOf(row, { [constant]: right[constant] * factor })).not.toSatisfy(isMet);
  },
);
