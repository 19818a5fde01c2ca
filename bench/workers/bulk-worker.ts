// Runs bulk jobs on a virtual clock. Each message describes one run.

import type { Run } from '../bulk/parallel-runs.ts';
import { installVirtualClock } from '../bulk/virtual-clock.ts';

const clock = installVirtualClock();
// The client must not load before the clock is replaced, because it can keep a reference to the old clock.
const [{ simulateJob }, { SITUATIONS }] = await Promise.all([
  import('../bulk/simulate-job.ts'),
  import('../bulk/situations.ts'),
]);

function simulate({ situation: position, rate, seed }: Run): Promise<object> {
  const situation = SITUATIONS[position];
  if (situation === undefined) throw new Error('The position of the situation does not exist.');
  return simulateJob(situation, rate, seed, clock);
}

process.on('message', async (run: Run) => process.send?.(await simulate(run)));
process.send?.('ready');
