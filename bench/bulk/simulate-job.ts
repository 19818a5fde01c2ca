import type { Random } from '../../test/support/simulated/seeded-random.ts';
import { createVirtualClock, type VirtualClock } from '../../test/support/simulated/virtual-clock.ts';
import { quantile } from '../measuring/statistics.ts';
import { CALLS, type Figures, LONGEST_TIME, lowerBoundMs, type Rate, type Situation } from './job-situations.ts';
import { createManagementClient, createPacer, deleteInBulk, idsOf, type Management } from './packed-client.ts';
import type { SimulatedNetwork } from './simulated-network.ts';
import { createSimulation } from './situation-simulation.ts';

/** The processes start one after the other, with this many milliseconds between them. */
const START_GAP_MS = 13;
/** More retries than the default: if 6 % of the calls fail, about 2 of 10,000 calls fail three times. */
const RETRIES = 5;
/** Time of the first interactive call in milliseconds. */
const FIRST_INTERACTIVE_MS = 5_000;
/** Smallest and largest number of calls that the rate limit adds between two interactive calls. */
const INTERACTIVE_GAP = [10, 30] as const;

/** Difference between the clocks of client and tenant in a situation with faults. */
const SKEW_MS = 30_000;

/**
 * Runs a job with the built client, pacer and `bulk`, on a virtual clock.
 *
 * @throws Error If the job does not end.
 */
export async function simulateJob(situation: Situation, rate: Rate, seed: number): Promise<Figures> {
  const clock = createVirtualClock();
  try {
    return await runJobs(situation, rate, seed, clock);
  } finally {
    clock.restore();
  }
}

async function runJobs(situation: Situation, rate: Rate, seed: number, clock: VirtualClock): Promise<Figures> {
  const { processes = 1, hasInteractiveCalls = false, calls = CALLS } = situation;
  const { tenant, network, random, newRateShare } = createSimulation(situation, rate, seed, clock);
  const progress = createProgress(calls, processes);
  const interactiveDelays: number[] = [];

  const startProcess = (nth: number) => {
    const pacer = createPacer();
    const { fetch } = network;
    const management = createManagementClient({
      baseUrl: 'http://127.0.0.1',
      auth: 'token',
      fetch,
      pacer,
      retry: RETRIES,
    });
    const runJob = async () => {
      for await (const { hasFailed } of deleteInBulk(management, idsOf(calls / processes), pacer))
        progress.finish(nth, hasFailed);
    };
    const callInteractively = async () => {
      clock.schedule((between(INTERACTIVE_GAP, random) * 1000) / rate.perSecond, () => void callInteractively());
      interactiveDelays.push(await delayOfCall(management, network, clock));
    };
    clock.schedule(nth * START_GAP_MS, () => void runJob());
    if (hasInteractiveCalls) clock.schedule(FIRST_INTERACTIVE_MS, () => void callInteractively());
  };
  const process = { skewMs: situation.hasFaults ? SKEW_MS : 0, isCrashed: false };
  for (let nth = 0; nth < processes; nth += 1) clock.runAs(process, () => startProcess(nth));

  const boundMs = lowerBoundMs(situation, rate);
  await clock.run(() => progress.isOver() || clock.now() > boundMs * LONGEST_TIME);
  if (!progress.isOver())
    throw new Error(`The job has not ended after ${Math.round(clock.now() / 1000)} simulated seconds.`);
  return {
    ...progress.figures(),
    time: clock.now() / boundMs,
    refusedShare: tenant.refused() / calls,
    newRateShare: newRateShare(),
    interactiveDelayMs: hasInteractiveCalls ? quantile(interactiveDelays, 0.95) : 0,
  };
}

/** Counts the finished calls of each process. */
function createProgress(calls: number, processes: number) {
  const done = Array.from({ length: processes }, () => 0);
  let failed = 0;
  /** The finished calls of each process when the first process ended. */
  let doneAtFirstEnd: readonly number[] = [];

  return {
    finish: (nth: number, hasFailed: boolean) => {
      const own = (done[nth] ?? 0) + 1;
      done[nth] = own;
      if (hasFailed) failed += 1;
      if (own === calls / processes && doneAtFirstEnd.length === 0) doneAtFirstEnd = [...done];
    },
    isOver: () => sum(done) === calls,
    figures: () => ({
      failed,
      smallestShare: Math.min(...doneAtFirstEnd) / sum(doneAtFirstEnd),
      shareRatio: Math.min(...doneAtFirstEnd) / Math.max(...doneAtFirstEnd),
    }),
  };
}

/** Makes an interactive call. Resolves with its duration in milliseconds, without the latency of its last request. */
async function delayOfCall(management: Management, network: SimulatedNetwork, clock: VirtualClock): Promise<number> {
  const startedAt = clock.now();
  const id = `interactive-${startedAt}`;
  await management.DELETE('/guardian/enrollments/{id}', { params: { path: { id } } });
  return clock.now() - startedAt - network.latencyOf(id);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const between = ([low, high]: readonly [number, number], random: Random): number => low + random() * (high - low);
