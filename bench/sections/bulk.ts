import { CALLS, IN_FLIGHT, RATES, ratesOf, SITUATIONS } from '../../test/support/simulated/job-situations.ts';
import { type MeasuredSituation, tablesOf, targetsOf } from '../bulk/job-report.ts';
import { type Run, runInParallel } from '../bulk/parallel-runs.ts';
import { formatNumber } from '../measuring/statistics.ts';
import type { Findings } from './section.ts';

/** The figures of a situation are the worst of the jobs with these seeds. */
const SEEDS = [1, 2, 3, 4, 5];

/** Measures bulk jobs on a virtual clock in many situations. */
export async function measureBulk(): Promise<Findings> {
  const measured = await measureSituations();
  return {
    tables: tablesOf(measured),
    targets: targetsOf(measured),
    notes: [
      `Each figure is the worst of ${SEEDS.length} seeds: the largest, except for the shares. Unless its situation says otherwise, a job makes ${formatNumber(CALLS, 0)} calls with ${IN_FLIGHT} calls in flight in each process; several processes divide the calls equally. Unless the situation says otherwise, the tenant has a token bucket with a burst of ${RATES.map(({ limit }) => limit).join(', ')} calls at ${RATES.map(({ perSecond }) => perSecond).join(', ')} calls per second, and the latency is random between 50 and 250 ms. The client does not know the limit.`,
      'The jobs run the packed client, `createPacer()` and `bulk`, with five retries. Their timers and clocks are replaced: time advances only when no task is left to run. A simulated tenant responds, with the header fields and the rounding of the sandbox. With the same seed, each run has the same figures.',
      'The bound is the larger of (N − B) ÷ r and N · L ÷ C for N calls, the burst B, the rate r, the average latency L and C calls in flight. If the limit changes, the bound counts half of the calls at each rate. A fixed window counts as a burst with the calls of one window.',
      'The share of a process is its number of finished calls when the first process ends. The delay of an interactive call is its duration minus the latency of its last request. Interactive calls use up 5 % of the rate limit in addition to the job, so the time of these jobs is not compared with the bound.',
    ],
  };
}

async function measureSituations(): Promise<MeasuredSituation[]> {
  const runs = SITUATIONS.flatMap((one, situation) =>
    ratesOf(one).flatMap((rate) => SEEDS.map((seed): Run => ({ situation, rate, seed }))),
  );
  const results = await runInParallel(runs);
  return SITUATIONS.map((situation) => ({
    situation,
    figuresByRate: ratesOf(situation).map(() => results.splice(0, SEEDS.length)),
  }));
}
