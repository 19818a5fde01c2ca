// Runs bulk jobs on a virtual clock. Each message describes the jobs of one situation.

import { join } from 'node:path';
import type { Figures, Rate, Situation } from '../../test/support/simulated/job-situations.ts';
import { type JobProgram, simulateJob } from '../../test/support/simulated/simulate-job.ts';
import { outputFolder } from '../measuring/folders.ts';

/** The jobs of a situation: one for each rate and each seed. */
interface Jobs {
  readonly situation: Situation;
  readonly rates: readonly Rate[];
  readonly seeds: readonly number[];
}

/** The entry points of the client, unpacked from its npm archive. */
const folder = join(outputFolder, 'node_modules/tenant-management-client/dist');
const program: JobProgram = {
  ...(await import(join(folder, 'index.js'))),
  ...(await import(join(folder, 'bulk.js'))),
};

process.on('message', async ({ situation, rates, seeds }: Jobs) => {
  const byRate: Figures[][] = [];
  for (const rate of rates) {
    const figures: Figures[] = [];
    // One after the other, because a job replaces the timers and clocks of the process.
    for (const seed of seeds) figures.push(await simulateJob(program, situation, rate, seed));
    byRate.push(figures);
  }
  process.send?.(byRate);
});
process.send?.('ready');
