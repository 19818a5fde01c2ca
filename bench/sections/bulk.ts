import { availableParallelism } from 'node:os';
import {
  CALLS,
  type Figures,
  goalOf,
  IN_FLIGHT,
  RATES,
  ratesOf,
  SITUATIONS,
} from '../../test/support/simulated/job-situations.ts';
import { formatNumber } from '../measuring/statistics.ts';
import type { Findings } from '../results-page.ts';
import { startWorker } from '../workers/worker.ts';

/** The figures that have a maximum in each situation. Shorter jobs in `test/simulation` have the other goals. */
const COMPARED = ['failed', 'time', 'refusedShare'] as const;
const SEEDS = [1, 2, 3, 4, 5];

/** Measures bulk jobs on a virtual clock in many situations. */
export async function measureBulk(): Promise<Findings> {
  const runs = await runSituations();
  const worst = (name: keyof Figures, figures: readonly Figures[]) => Math.max(...figures.map((one) => one[name]));
  const failed = runs.flatMap(({ byRate }) => byRate.flat()).reduce((sum, figures) => sum + figures.failed, 0);
  return {
    columns: ['situation', 'time ÷ bound', '429s, % of calls'],
    rows: runs.map(({ situation, byRate }) => [
      situation.title,
      formatNumber(worst('time', byRate.flat()), 3),
      formatNumber(worst('refusedShare', byRate.flat()) * 100, 2),
    ]),
    limits: runs.flatMap(({ situation, byRate }) =>
      ratesOf(situation).flatMap(({ perSecond }, nth) =>
        COMPARED.map((name) => ({
          name: `"${name}" in the situation "${situation.title}" at ${perSecond}/s`,
          measured: worst(name, byRate[nth] ?? []),
          atMost: goalOf(situation, name, perSecond) ?? Number.POSITIVE_INFINITY,
        })),
      ),
    ),
    notes: [
      `Failed calls of all jobs: ${failed}. Each figure is the largest of ${SEEDS.length} seeds at each rate, on a virtual clock. Unless its situation says otherwise, each response has the header fields, and a job makes ${formatNumber(CALLS, 0)} calls with ${IN_FLIGHT} in flight in each process, and five retries; processes divide the calls equally. The tenant has a token bucket with a burst of ${RATES.map(({ limit }) => limit).join(', ')} calls at ${RATES.map(({ perSecond }) => perSecond).join(', ')} calls per second, which the client does not know, and a latency between 50 and 250 ms.`,
      'The bound is the shortest possible time, the larger of (N − B) ÷ r and N · L ÷ C for N calls, the burst B, the rate r, the average latency L and C calls in flight. If the limit changes, half of the calls count at each rate. A fixed window counts as a burst. Interactive calls, which use up 5 % of the limit, do not count.',
    ],
  };
}

/** Runs the jobs of all situations, in one process per core. Resolves with the figures by rate and then by seed. */
async function runSituations() {
  const runs = SITUATIONS.map((situation) => ({ situation, byRate: [] as Figures[][] }));
  const queue = runs.values();
  const work = async () => {
    const worker = await startWorker('workers/bulk-worker.ts');
    try {
      for (const run of queue) {
        const { situation } = run;
        run.byRate = await worker.request({ situation, rates: ratesOf(situation), seeds: SEEDS });
        console.log(situation.title);
      }
    } finally {
      worker.stop();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return runs;
}
