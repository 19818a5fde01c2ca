import { CALLS, IN_FLIGHT, RATES, ratesOf, SITUATIONS } from '../../test/support/simulated/job-situations.ts';
import { type MeasuredSituation, tablesOf, targetsOf } from '../bulk/job-report.ts';
import { type Run, runInParallel } from '../bulk/parallel-runs.ts';
import { formatNumber } from '../measuring/statistics.ts';
import type { BenchmarkTarget, Findings, Table } from './section.ts';

const DEFAULT_SEEDS = 20;

/** Measures bulk jobs on a virtual clock in many situations, and jobs on the sandbox. */
export async function measureBulk(): Promise<Findings> {
  const seeds = readSeeds();
  const measured = await measureSituations(seeds);
  const sandbox = await measureOnSandbox();
  return {
    tables: [...tablesOf(measured), sandbox.table],
    targets: [...targetsOf(measured), ...sandbox.targets],
    notes: [
      `Each figure is the worst of ${seeds} seeds: the largest, except for the shares. Unless its situation says otherwise, a job makes ${formatNumber(CALLS, 0)} calls with ${IN_FLIGHT} calls in flight in each process; several processes divide the calls equally. Unless the situation says otherwise, the tenant has a token bucket with a burst of ${RATES.map(({ limit }) => limit).join(', ')} calls at ${RATES.map(({ perSecond }) => perSecond).join(', ')} calls per second, and the latency is random between 50 and 250 ms. The client does not know the limit.`,
      'The jobs run the packed client, `createPacer()` and `bulk`, with five retries. Their timers and clocks are replaced: time advances only when no task is left to run. A simulated tenant responds, with the header fields and the rounding of the sandbox. With the same seed, each run has the same figures.',
      'The bound is the larger of (N − B) ÷ r and N · L ÷ C for N calls, the burst B, the rate r, the average latency L and C calls in flight. If the limit changes, the bound counts half of the calls at each rate. A fixed window counts as a burst with the calls of one window.',
      'The share of a process is its number of finished calls when the first process ends, divided by that of all processes. The delay of an interactive call is its duration minus the latency of its last request. Interactive calls use up 5 % of the rate limit in addition to the job, so the time of these jobs is not compared with the bound.',
      'The sandbox runs in real time in the same process as the client, over HTTP on loopback, with header fields on every response.',
    ],
  };
}

/** Reads the number of seeds from the environment variable BULK_SEEDS. A small number shortens trials. */
function readSeeds(): number {
  const seeds = Number(process.env['BULK_SEEDS'] ?? DEFAULT_SEEDS);
  if (!Number.isInteger(seeds) || seeds < 1) throw new Error('BULK_SEEDS must be a whole number of at least 1.');
  return seeds;
}

const seedsUpTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

async function measureSituations(seeds: number): Promise<MeasuredSituation[]> {
  const runs = SITUATIONS.flatMap((one, situation) =>
    ratesOf(one).flatMap((rate) => seedsUpTo(seeds).map((seed): Run => ({ situation, rate, seed }))),
  );
  const results = await runInParallel(runs);
  return SITUATIONS.map((situation) => ({
    situation,
    figuresByRate: ratesOf(situation).map(() => results.splice(0, seeds)),
  }));
}

async function measureOnSandbox(): Promise<{ readonly table: Table; readonly targets: readonly BenchmarkTarget[] }> {
  // This module imports the client, which does not exist before the benchmark is prepared.
  const { runOnSandbox, SANDBOX_JOBS } = await import('../bulk/sandbox-jobs.ts');
  const rows: string[][] = [];
  const targets: BenchmarkTarget[] = [];
  for (const job of SANDBOX_JOBS) {
    const { failed, requests, time } = await runOnSandbox(job);
    rows.push([job.title, formatNumber(failed, 0), formatNumber(requests, 0), formatNumber(time, 3)]);
    const target = (label: string, measured: number, goal: number | undefined) => {
      const name = `bulk, ${job.title} on the sandbox: ${label}`;
      if (goal !== undefined) targets.push({ name, unit: '', measured, target: goal, decimals: 3 });
    };
    target('failed calls', failed, job.goals.failed);
    target('requests', requests, job.goals.requests);
    target('time ÷ bound', time, job.goals.time);
  }
  const columns = ['job', 'failed', 'requests', 'time ÷ bound'];
  return { table: { title: 'Deletes on the sandbox in real time', columns, rows }, targets };
}
