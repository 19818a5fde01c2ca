import { burstOf, CALLS, latencyOf, type Rate, type Situation } from './job-situations.ts';
import { createRandom, type Random } from './seeded-random.ts';
import { createSimulatedTenant, type SimulatedTenant } from './simulated-tenant.ts';
import type { VirtualClock } from './virtual-clock.ts';

const ERROR_RATE = 0.05;
const UNAVAILABLE_RATE = 0.01;
/** The period after a change of the rate in which accepted calls are counted. */
const COUNTED_FROM_MS = 20_000;
const COUNTED_UNTIL_MS = 30_000;
const MINUTE_MS = 60_000;

/** The tenant and the network of one run. */
export interface Simulation {
  readonly tenant: SimulatedTenant;
  readonly network: SimulatedNetwork;
  readonly random: Random;
  /** Accepted calls per second, divided by the new rate, from 20 s to 30 s after the rate changed. */
  newRateShare(): number;
}

/** Creates the tenant and the network of a situation, and replaces `Math.random`. Runs with the same seed have the same random numbers. */
export function createSimulation(situation: Situation, rate: Rate, seed: number, clock: VirtualClock): Simulation {
  const random = createRandom(seed);
  // The client uses Math.random for jitter.
  Math.random = createRandom(-seed);
  const { tenant, newRateShare } = createTenant(situation, rate, random, clock);
  const network = createSimulatedNetwork(tenant, latencyOf(situation), random, clock);
  return { tenant, network, random, newRateShare };
}

function createTenant(situation: Situation, rate: Rate, random: Random, clock: VirtualClock) {
  const {
    headerFields,
    refusedCallsCost = false,
    windowMs,
    rateFactor = 1,
    calls = CALLS,
    hasFaults = false,
  } = situation;
  // The tenant's clock is not at a whole second when the job starts.
  const offsetMs = random() * 1000;
  const tenant = createSimulatedTenant({
    limit: burstOf(situation, rate),
    perSecond: rate.perSecond,
    windowMs,
    headerFields,
    refusedCallsCost,
    roundsResetDown: situation.roundsResetDown,
    errorRate: hasFaults ? ERROR_RATE : 0,
    unavailableRate: hasFaults ? UNAVAILABLE_RATE : 0,
    random,
    now: () => clock.trueTime() + offsetMs,
  });
  let refusedOfOther = 0;
  const useByOtherProgram = () => {
    clock.schedule((2 * 1000) / rate.perSecond, useByOtherProgram);
    const before = tenant.refused();
    if (Math.floor(clock.now() / MINUTE_MS) % 2 === 0) tenant.respond();
    refusedOfOther += tenant.refused() - before;
  };
  if (situation.hasOtherProgram) useByOtherProgram();
  let changedAt = Number.POSITIVE_INFINITY;
  let counted = 0;
  const respond = () => {
    const before = tenant.accepted();
    const response = tenant.respond();
    if (tenant.accepted() === before) return response;
    const sinceChange = clock.now() - changedAt;
    if (sinceChange >= COUNTED_FROM_MS && sinceChange < COUNTED_UNTIL_MS) counted += 1;
    if (tenant.accepted() === calls / 2 && rateFactor !== 1) {
      changedAt = clock.now();
      tenant.setRate(rate.perSecond * rateFactor);
    }
    return response;
  };
  const countedS = (COUNTED_UNTIL_MS - COUNTED_FROM_MS) / 1000;
  return {
    tenant: { ...tenant, respond, refused: () => tenant.refused() - refusedOfOther },
    newRateShare: () => counted / (countedS * rate.perSecond * rateFactor),
  };
}

/** The `fetch` of all clients of one job. */
interface SimulatedNetwork {
  /** Sends a request to the tenant. Half of the latency passes before the tenant decides, and half afterwards. */
  fetch(input: Request | URL | string): Promise<Response>;
  /** Returns the latency in milliseconds of the last request whose URL has this id as its last segment. */
  latencyOf(id: string): number;
}

/** Creates a network whose latency is random, between two numbers of milliseconds. */
function createSimulatedNetwork(
  tenant: SimulatedTenant,
  [shortestMs, longestMs]: readonly [number, number],
  random: Random,
  clock: VirtualClock,
): SimulatedNetwork {
  const latencies = new Map<string, number>();
  return {
    latencyOf: (id) => latencies.get(id) ?? Number.NaN,
    fetch: (input) =>
      new Promise((resolve, reject) => {
        const latencyMs = shortestMs + random() * (longestMs - shortestMs);
        const url = input instanceof Request ? input.url : String(input);
        latencies.set(url.slice(url.lastIndexOf('/') + 1), latencyMs);
        clock.schedule(latencyMs / 2, () => {
          const settle = decide(tenant, resolve, reject);
          clock.schedule(latencyMs / 2, settle);
        });
      }),
  };
}

/** Lets the tenant decide about a request now. Returns the function that delivers the response or the network error. */
function decide(
  tenant: SimulatedTenant,
  resolve: (response: Response) => void,
  reject: (error: unknown) => void,
): () => void {
  try {
    const response = tenant.respond();
    return () => resolve(response);
  } catch (error) {
    return () => reject(error);
  }
}
