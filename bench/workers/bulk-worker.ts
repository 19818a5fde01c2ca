// Runs bulk jobs on a virtual clock. Each message describes one run.

import { SITUATIONS } from '../../test/support/simulated/job-situations.ts';
import { type JobProgram, simulateJob } from '../../test/support/simulated/simulate-job.ts';
import { bulk, createManagementClient, createPacer } from '../bulk/packed-client.ts';
import type { Run } from '../bulk/parallel-runs.ts';

// The cast is safe: both are the same functions. Only the types of the packed client have other brands.
const program = { bulk, createManagementClient, createPacer } as unknown as JobProgram;

function simulate({ situation: position, rate, seed, calls }: Run): Promise<object> {
  const situation = SITUATIONS[position];
  if (situation === undefined) throw new Error('The position of the situation does not exist.');
  return simulateJob(program, { ...situation, ...(calls && { calls }) }, rate, seed);
}

process.on('message', async (run: Run) => process.send?.(await simulate(run)));
process.send?.('ready');
