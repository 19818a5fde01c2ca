import { availableParallelism } from 'node:os';
import type { Figures, Rate } from '../../test/support/simulated/job-situations.ts';
import { startWorker } from '../workers/worker.ts';

/** One run of a job. The situation is a position in `SITUATIONS`. */
export interface Run {
  readonly situation: number;
  readonly rate: Rate;
  readonly seed: number;
}

/** Number of equal parts of all runs. Progress is printed after each part. */
const PARTS = 10;

/** Distributes runs over one process per core of the machine. Resolves with the results in the order of the runs. */
export async function runInParallel(runs: readonly Run[]): Promise<Figures[]> {
  const startedAt = performance.now();
  const results: Figures[] = [];
  let started = 0;
  let finished = 0;

  const work = async () => {
    const worker = await startWorker('workers/bulk-worker.ts');
    try {
      for (let nth = started++; nth < runs.length; nth = started++) {
        results[nth] = await worker.request<Figures>(runs[nth] ?? {});
        finished += 1;
        if (Math.floor((finished * PARTS) / runs.length) > Math.floor(((finished - 1) * PARTS) / runs.length))
          console.log(`${finished} of ${runs.length} runs, ${Math.round((performance.now() - startedAt) / 1000)} s`);
      }
    } finally {
      worker.stop();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}
