import { createRandom, type Random } from '../../test/support/simulated/seeded-random.ts';
import { createSimulatedTenant, type SimulatedTenant } from '../../test/support/simulated/simulated-tenant.ts';
import type { VirtualClock } from '../../test/support/simulated/virtual-clock.ts';
import { burstOf, CALLS, latencyOf, type Rate, type Situation } from './job-situations.ts';
import { createSimulatedNetwork, type SimulatedNetwork } from './simulated-network.ts';

const ERROR_RATE = 0.05;
const UNAVAILABLE_RATE = 0.01;

/** The tenant and the network of one run. */
export interface Simulation {
  readonly tenant: SimulatedTenant;
  readonly network: SimulatedNetwork;
  readonly random: Random;
}

/** Creates the tenant and the network of a situation, and replaces `Math.random`. Runs with the same seed have the same random numbers. */
export function createSimulation(situation: Situation, rate: Rate, seed: number, clock: VirtualClock): Simulation {
  const random = createRandom(seed);
  // The client uses Math.random for jitter.
  Math.random = createRandom(-seed);
  const tenant = createTenant(situation, rate, random, clock);
  return { tenant, network: createSimulatedNetwork(tenant, latencyOf(situation), random, clock), random };
}

function createTenant(situation: Situation, rate: Rate, random: Random, clock: VirtualClock): SimulatedTenant {
  const { headerFields, refusedCallsCost = false, windowMs, rateFactor, hasFaults = false } = situation;
  // The tenant's clock is not at a whole second when the job starts.
  const offsetMs = random() * 1000;
  const tenant = createSimulatedTenant({
    limit: burstOf(situation, rate),
    perSecond: rate.perSecond,
    windowMs,
    headerFields,
    refusedCallsCost,
    errorRate: hasFaults ? ERROR_RATE : 0,
    unavailableRate: hasFaults ? UNAVAILABLE_RATE : 0,
    random,
    now: () => clock.trueTime() + offsetMs,
  });
  if (rateFactor === undefined) return tenant;
  return {
    ...tenant,
    respond: () => {
      const response = tenant.respond();
      if (tenant.accepted() === CALLS / 2) tenant.setRate(rate.perSecond * rateFactor);
      return response;
    },
  };
}
