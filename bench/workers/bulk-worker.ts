// Runs bulk jobs on a virtual clock. Each message describes one run.

import { SITUATIONS } from '../bulk/job-situations.ts';
import type { Run } from '../bulk/parallel-runs.ts';
import { simulateJob } from '../bulk/simulate-job.ts';

function simulate({ situation: position, rate, seed }: Run): Promise<object> {
  const situation = SITUATIONS[position];
  if (situation === undefined) throw new Error('The position of the situation does not exist.');
  return simulateJob(situation, rate, seed);
}

process.on('message', async (run: Run) => process.send?.(await simulate(run)));
process.send?.('ready');
