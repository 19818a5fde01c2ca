// Runs bulk jobs on a virtual clock. Each message describes one run.

import type { Run } from '../bulk/parallel-runs.ts';
import { installVirtualClock } from '../bulk/virtual-clock.ts';

const clock = installVirtualClock();
// The compared packages must not load before the clock is replaced, because they can keep a reference to the old clock.
const [{ COMPARISONS }, { simulateJob }, { simulatePeer }, { SITUATIONS }] = await Promise.all([
  import('../bulk/peers.ts'),
  import('../bulk/simulate-job.ts'),
  import('../bulk/simulate-peer.ts'),
  import('../bulk/situations.ts'),
]);

function simulate(run: Run): Promise<object> {
  if ('situation' in run) {
    const situation = SITUATIONS[run.situation];
    if (situation !== undefined) return simulateJob(situation, run.rate, run.seed, clock);
  } else {
    const { calls, peers } = COMPARISONS[run.comparison] ?? { calls: 0, peers: [] };
    const peer = peers[run.peer];
    if (peer !== undefined) return simulatePeer(peer, calls, run.rate, run.seed, clock);
  }
  throw new Error('The position of the situation, comparison or peer does not exist.');
}

process.on('message', async (run: Run) => process.send?.(await simulate(run)));
process.send?.('ready');
