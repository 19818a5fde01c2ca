import type { BulkPeer } from './peers.ts';
import { startSimulation } from './simulation.ts';
import { LONGEST_TIME, lowerBoundMs, type Rate, type Situation } from './situations.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** The figures of a peer. */
export interface PeerFigures {
  readonly failed: number;
  /** Time of all calls, divided by the lower bound. */
  readonly time: number;
  /** Number of 429s, divided by the number of calls. */
  readonly refusedShare: number;
  readonly requests: number;
}

const SITUATION: Situation = { title: 'header fields on 429 only', headerFields: 'on 429', goals: {} };

/** Makes all calls with a peer on the virtual clock. Only 429 responses have the header fields of the rate limit. */
export async function simulatePeer(
  { run }: BulkPeer,
  calls: number,
  rate: Rate,
  seed: number,
  clock: VirtualClock,
): Promise<PeerFigures> {
  const { tenant, network } = startSimulation(SITUATION, rate, seed, clock);
  const boundMs = lowerBoundMs(SITUATION, rate, calls);
  let failed: number | undefined;
  clock.schedule(0, async () => {
    failed = await run(calls, rate, network.fetch);
  });
  await clock.runUntil(() => failed !== undefined, boundMs * LONGEST_TIME);
  return {
    failed: failed ?? 0,
    time: clock.now() / boundMs,
    refusedShare: tenant.refused() / calls,
    requests: network.requests(),
  };
}
