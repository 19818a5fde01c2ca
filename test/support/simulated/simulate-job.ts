import type * as Bulk from '../../../src/bulk/index.ts';
import type * as Client from '../../../src/index.ts';
import {
  CALLS,
  type Figures,
  IN_FLIGHT,
  LONGEST_TIME,
  lowerBoundMs,
  type Rate,
  type Situation,
} from './job-situations.ts';
import type { Random } from './seeded-random.ts';
import { createSimulation } from './situation-simulation.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts';

/** The processes start one after the other, with this many milliseconds between them. */
const START_GAP_MS = 13;
/** More retries than the default: if 6 % of the calls fail, about 2 of 10,000 calls fail three times. */
const RETRIES = 5;
/** Time of the first interactive call in milliseconds. */
const FIRST_INTERACTIVE_MS = 5_000;
/** Smallest and largest number of calls that the rate limit adds between two interactive calls. */
const INTERACTIVE_GAP = [10, 30] as const;

/** The functions of the client that a job uses: those of `src`, or those of the packed client. */
export type JobProgram = Pick<typeof Client, 'createManagementClient'> & Pick<typeof Bulk, 'bulk' | 'createPacer'>;

/** The figures of a job, and the number of timers that are left after its last call. */
export interface JobReport extends Figures {
  readonly timersLeft: number;
}

/**
 * Runs a job with the client, a pacer and `bulk`, on a virtual clock.
 *
 * @throws Error If the job does not end.
 */
export async function simulateJob(
  program: JobProgram,
  situation: Situation,
  rate: Rate,
  seed: number,
): Promise<JobReport> {
  const clock = createVirtualClock();
  const { random } = Math;
  try {
    return await runJobs(program, situation, rate, seed, clock);
  } finally {
    clock.restore();
    Math.random = random;
  }
}

async function runJobs(
  { bulk, createManagementClient, createPacer }: JobProgram,
  situation: Situation,
  rate: Rate,
  seed: number,
  clock: VirtualClock,
): Promise<JobReport> {
  const { processes = 1, hasInteractiveCalls = false, calls = CALLS, skewS = 0 } = situation;
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
    const path = '/guardian/enrollments/{id}';
    const runJob = async () => {
      const remove = (id: string, call: Bulk.BulkCall) =>
        management.DELETE(path, { params: { path: { id } }, ...call });
      for await (const { outcome } of bulk(idsOf(calls / processes), remove, { pacer, concurrency: IN_FLIGHT }))
        progress.finish(nth, outcome !== 'done');
    };
    /** Makes a call, and adds its duration without the latency of its last request. */
    const callOnce = async () => {
      const startedAt = clock.now();
      const id = `interactive-${startedAt}`;
      const { error } = await management.DELETE(path, { params: { path: { id } } });
      if (error !== undefined) progress.fail();
      interactiveDelays.push(clock.now() - startedAt - network.latencyOf(id));
    };
    const callAgain = () => {
      if (progress.isOver()) return;
      clock.schedule((between(INTERACTIVE_GAP, random) * 1000) / rate.perSecond, callAgain);
      void callOnce();
    };
    const startMs = situation.startS?.[nth] === undefined ? nth * START_GAP_MS : situation.startS[nth] * 1000;
    clock.schedule(startMs, () => void runJob());
    if (hasInteractiveCalls) clock.schedule(FIRST_INTERACTIVE_MS, callAgain);
  };
  const process = { skewMs: skewS * 1000, isCrashed: false };
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
    interactiveDelayMs: hasInteractiveCalls ? highOf(interactiveDelays) : 0,
    timersLeft: hasInteractiveCalls ? 0 : clock.timers(),
  };
}

/** Returns different ids, one after the other. */
export function* idsOf(count: number): Generator<string> {
  for (let nth = 0; nth < count; nth += 1) yield `dev_${nth}`;
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
    fail: () => {
      failed += 1;
    },
    isOver: () => done.reduce((total, value) => total + value, 0) === calls,
    figures: () => ({
      failed,
      shareRatio: Math.min(...doneAtFirstEnd) / Math.max(...doneAtFirstEnd),
    }),
  };
}

/** Returns the 95th percentile. */
const highOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;

const between = ([low, high]: readonly [number, number], random: Random): number => low + random() * (high - low);
