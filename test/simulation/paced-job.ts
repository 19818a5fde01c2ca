import { vi } from 'vitest';
import { createPacer } from '../../src/bulk/index.ts';
import { createManagementClient, type Fetch } from '../../src/index.ts';
import { createRandom } from '../support/simulated/seeded-random.ts';
import { createSimulatedTenant, type SimulatedTenantOptions } from '../support/simulated/simulated-tenant.ts';
import { createVirtualClock, type SimulatedProcess } from '../support/simulated/virtual-clock.ts';

/** A bulk job of one or more processes, and the tenant. All properties with `?` are absent in most situations. */
export interface PacingSituation {
  readonly calls: number;
  readonly limit: number;
  readonly perSecond: number;
  readonly headerFields: SimulatedTenantOptions['headerFields'];
  readonly refusedCallsCost?: boolean;
  readonly windowMs?: number;
  readonly errorRate?: number;
  readonly unavailableRate?: number;
  /** Difference between the clocks of the processes and the clock of the tenant, in milliseconds. */
  readonly skewMs?: number;
  /** Number of processes that share the calls. @default 1 */
  readonly processes?: number;
  /** Factor by which the rate limit changes after half of the calls. */
  readonly change?: number;
  /** Whether each process makes interactive calls during the job. */
  readonly hasInteractiveCalls?: boolean;
  /** Milliseconds between the creation of the pacer and the start of the job. */
  readonly idleMs?: number;
  /** Time between two interactive calls before the job, during `idleMs`, in milliseconds. */
  readonly interactiveBeforeMs?: number;
}

/** Result of one run. */
export interface PacingReport {
  /** Messages of the calls that failed. */
  readonly failures: readonly string[];
  /** Duration of the job, divided by the shortest duration that the rate limit and the latency allow. */
  readonly timeRatio: number;
  /** Number of 429s, divided by the number of calls. */
  readonly refusedShare: number;
  /** The calls of the slowest process divided by those of the fastest, when the first process has finished. */
  readonly shareRatio: number;
  /** The 95th percentile of the time that interactive calls waited, in milliseconds. */
  readonly interactiveWaitMs: number;
  /** Number of timers that are left after the last call. */
  readonly timersLeft: number;
}

/** Calls that each process has in flight. */
const CONCURRENCY = 64;
const SHORTEST_LATENCY_MS = 50;
const LONGEST_LATENCY_MS = 250;
/** The processes do not start at the same time. */
const START_GAP_MS = 13;
/** More than the default, because 5 % of the requests get a network error in some situations. */
const RETRIES = 5;

/** Runs a job with the real client and the real pacer on a virtual clock. */
export async function runPacing(situation: PacingSituation, seed: number): Promise<PacingReport> {
  const { calls, limit, perSecond, headerFields, processes = 1, change = 1, skewMs = 0, idleMs = 0 } = situation;
  const random = createRandom(seed);
  const clock = createVirtualClock();
  // The client uses Math.random for its jitter.
  vi.spyOn(Math, 'random').mockImplementation(random);
  try {
    // The tenant's seconds do not begin when the job begins.
    const offsetMs = random() * 1000;
    const tenant = createSimulatedTenant({
      limit,
      perSecond,
      headerFields,
      windowMs: situation.windowMs,
      refusedCallsCost: situation.refusedCallsCost ?? false,
      errorRate: situation.errorRate ?? 0,
      unavailableRate: situation.unavailableRate ?? 0,
      random,
      now: () => clock.trueTime() + offsetMs,
    });
    const latencyOf = new Map<string, number>();
    const fetch: Fetch = ({ url }, { signal }) =>
      new Promise((resolve, reject) => {
        const latencyMs = SHORTEST_LATENCY_MS + random() * (LONGEST_LATENCY_MS - SHORTEST_LATENCY_MS);
        latencyOf.set(url, latencyMs);
        signal.addEventListener('abort', () => reject(signal.reason));
        clock.schedule(latencyMs / 2, () => {
          let response: Response;
          try {
            response = tenant.respond();
          } catch (error) {
            clock.schedule(latencyMs / 2, () => reject(error));
            return;
          }
          clock.schedule(latencyMs / 2, () => resolve(response));
        });
      });

    const failures: string[] = [];
    const waitsMs: number[] = [];
    const done = Array.from({ length: processes }, () => 0);
    const share = Math.ceil(calls / processes);
    const total = share * processes;
    let doneOfAll = 0;
    let doneWhenFirstEnds: number[] | undefined;
    let refusedBefore = 0;
    let endMs = 0;
    let interactiveLoops = 0;

    const startProcess = (nth: number) => {
      const pacer = createPacer();
      const management = createManagementClient({
        tenantDomain: 'acme.example.com',
        auth: 't0ken',
        fetch,
        pacer,
        retry: RETRIES,
      });
      const remove = async (id: string, pace?: 'bulk') => {
        const { error } = await management.DELETE('/guardian/enrollments/{id}', { params: { path: { id } }, pace });
        if (error !== undefined) failures.push(error.message);
      };
      let next = 0;
      const work = async () => {
        while (next < share) {
          next += 1;
          await remove(`dev_${nth}_${next}`, 'bulk').catch((error: Error) => failures.push(error.message));
          done[nth] = (done[nth] ?? 0) + 1;
          doneOfAll += 1;
          if (doneOfAll === total) endMs = clock.now();
          if (done[nth] === share) doneWhenFirstEnds ??= [...done];
          if (change !== 1 && doneOfAll === Math.floor(total / 2)) tenant.setRate(perSecond * change);
        }
      };
      const callInteractively = async (everyMs: () => number, isOver: () => boolean, waits: number[]) => {
        interactiveLoops += 1;
        for (let call = 0; !isOver(); call += 1) {
          const start = clock.now();
          const id = `interactive_${nth}_${call}`;
          await remove(id);
          const url = `https://acme.example.com/api/v2/guardian/enrollments/${id}`;
          waits.push(clock.now() - start - (latencyOf.get(url) ?? Number.NaN));
          await new Promise<void>((resolve) => clock.schedule(everyMs(), resolve));
        }
        interactiveLoops -= 1;
      };
      const { interactiveBeforeMs } = situation;
      if (interactiveBeforeMs !== undefined)
        void callInteractively(
          () => interactiveBeforeMs,
          () => clock.now() >= idleMs,
          [],
        );
      clock.schedule(idleMs, () => {
        refusedBefore = tenant.refused();
        for (let worker = 0; worker < CONCURRENCY; worker += 1) void work();
        if (situation.hasInteractiveCalls) {
          // The interactive calls use at most a tenth of the rate limit.
          void callInteractively(
            () => ((10 + random() * 20) * 1000) / perSecond,
            () => done[nth] === share,
            waitsMs,
          );
        }
      });
    };
    for (let nth = 0; nth < processes; nth += 1) {
      const process: SimulatedProcess = { skewMs, isCrashed: false };
      clock.runAs(process, () => clock.schedule(nth * START_GAP_MS, () => startProcess(nth)));
    }
    await clock.run(() => doneOfAll === total && interactiveLoops === 0);

    const first = doneWhenFirstEnds ?? done;
    const free = situation.windowMs === undefined ? limit : 0;
    const limitedMs = ((total / 2 - free) / perSecond + total / 2 / (perSecond * change)) * 1000;
    const latencyMs = (total * (SHORTEST_LATENCY_MS + LONGEST_LATENCY_MS)) / 2 / (CONCURRENCY * processes);
    return {
      failures: doneOfAll === total ? failures : [...failures, `only ${doneOfAll} of ${total} calls ended`],
      timeRatio: (endMs - idleMs) / Math.max(limitedMs, latencyMs),
      refusedShare: (tenant.refused() - refusedBefore) / total,
      shareRatio: Math.min(...first) / Math.max(...first),
      interactiveWaitMs: waitsMs.sort((a, b) => a - b)[Math.floor(waitsMs.length * 0.95)] ?? 0,
      timersLeft: clock.timers(),
    };
  } finally {
    clock.restore();
    vi.restoreAllMocks();
  }
}
