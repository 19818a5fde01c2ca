// Runs bulk jobs on a virtual clock. Each message describes one run.

import { join } from 'node:path';
import { SITUATIONS } from '../../test/support/simulated/job-situations.ts';
import { type JobProgram, simulateJob } from '../../test/support/simulated/simulate-job.ts';
import type { Run } from '../bulk/parallel-runs.ts';
import { outputFolder } from '../measuring/folders.ts';

/** The entry points of the client, unpacked from its npm archive. */
const folder = join(outputFolder, 'node_modules/tenant-management-client/dist');
const program: JobProgram = {
  ...(await import(join(folder, 'index.js'))),
  ...(await import(join(folder, 'bulk.js'))),
};

async function simulate({ situation: position, rate, seed }: Run): Promise<object> {
  const situation = SITUATIONS[position];
  if (situation === undefined) throw new Error('The position of the situation does not exist.');
  return simulateJob(program, situation, rate, seed);
}

process.on('message', async (run: Run) => process.send?.(await simulate(run)));
process.send?.('ready');
