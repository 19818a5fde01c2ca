import { createPacer } from 'tenant-management-client/bulk';
import { operations } from '#generated/operations.js';
import { type Job, runJob } from '../../src/job/run-job.ts';

/** Runs a job of items with one id each, one call at a time. */
export async function runTestJob(ids: readonly string[], call: Job['call'], more: Partial<Job> = {}) {
  const [operation] = operations;
  if (operation === undefined) throw new Error('the document must have an operation');
  return runJob({
    operation,
    items: ids.map((id) => ({ job: 'test', values: [id] })),
    isDryRun: false,
    concurrency: 1,
    pacer: createPacer(),
    journal: undefined,
    giveUpAfter: 300_000,
    tenant: 'acme',
    signal: new AbortController().signal,
    call,
    onResult: () => undefined,
    onProgress: () => undefined,
    ...more,
  });
}
