import type { CommandContext } from '../command-context.js';
import { EXIT, type ExitStatus, type Stop, UsageError } from '../exit-status.js';
import { idOf } from '../input/read-items.js';
import { fileReason } from '../output/results-file.js';
import type { Connection } from '../tenant/connection.js';
import { visibleText } from '../visible-text.js';
import { callItems } from './call-items.js';
import type { Job } from './job.js';
import { showJobProgress } from './job-progress.js';
import {
  addFinished,
  addResult,
  countUnfinished,
  createSummary,
  type JobSummary,
  printSummary,
} from './job-summary.js';
import { createRecordedCall } from './recorded-call.js';

/**
 * Runs a job, writes its files, and returns the exit status of the command.
 *
 * @throws UsageError If the private key is not valid, or if the journal cannot be used. Nothing was sent.
 */
export async function runJob(job: Job, context: CommandContext): Promise<ExitStatus> {
  const { options, finished, connection, resultsFile } = job;
  const summary = createSummary(job, context);
  if (options.dryRun) addFinished(summary, finished.done);
  let { stop } = job;
  if (stop === undefined) {
    if (connection !== undefined) stop = await callAllItems(connection, summary);
    else
      for (const item of finished.remaining)
        addResult(summary, { id: idOf(item.values), outcome: 'unknown' }, true, 0, item);
  }
  const resultsError = resultsFile?.error();
  if (resultsError !== undefined) stop ??= { exitStatus: EXIT.failed, reason: resultsError.message };
  if (stop?.exitStatus === EXIT.usage) throw new UsageError(stop.reason);
  const exitStatus = printSummary(summary, stop);
  await finishFiles(summary, stop);
  return exitStatus;
}

/** Calls the operation for all items of a job, and shows the progress. */
async function callAllItems(connection: Connection, summary: JobSummary): Promise<Stop | undefined> {
  const { job, context } = summary;
  const { operation, options, tenant, journal, finished, items } = job;
  const progress = showJobProgress(summary);
  return await callItems({
    operation,
    isDryRun: options.dryRun === true,
    items: options.dryRun ? finished.remaining : items,
    // With more calls, a retry would wait for --max-rate behind other calls until its timeout.
    concurrency: Math.min(options.concurrency, options.maxRate ?? options.concurrency),
    giveUpAfter: options.giveUpAfter * 1000,
    tenant,
    pacer: connection.pacer,
    journal: options.dryRun ? undefined : journal?.forRun(),
    signal: context.signal,
    call: createRecordedCall(connection, summary),
    onProgress: (current) => {
      // The job calls this function with the items of earlier runs before it starts a call.
      if (summary.resumed === 0) addFinished(summary, current.resumed);
      progress.setSpeed(current);
    },
    onResult: (...result) => progress.showAfter(() => addResult(summary, ...result)),
  }).finally(progress.end);
}

/**
 * Adds the items whose outcome is unknown to `--results`. Unless the run was dry or interrupted, deletes a journal without
 * items, and the default journal if every item is done or missing.
 */
async function finishFiles(summary: JobSummary, stop: Stop | undefined): Promise<void> {
  const { job, context, counts, started } = summary;
  const { journal, resultsFile } = job;
  const { dryRun } = job.options;
  const reason = stop?.reason ?? 'held back by the rate limit';
  for (const item of started) resultsFile?.add(item, { outcome: 'unfinished', reason });
  started.clear();
  const unwritten = resultsFile?.error()?.message;
  if (unwritten !== undefined && unwritten !== stop?.reason) context.stderr.write(`${visibleText(unwritten)}\n`);
  const isFinished = counts.failed + job.leftOut + countUnfinished(summary) === 0 && stop === undefined;
  // After an interruption, and without its row, the tenant may have performed a call without a line in the journal: the
  // next run is not a new job.
  if (!dryRun && stop?.exitStatus !== EXIT.interrupted && unwritten === undefined) {
    const problem = `the journal ${journal?.file} could not be read or deleted`;
    await tryStep(problem, async () => journal?.remove(isFinished), context);
  }
}

/** Runs a step after a job. If the step fails, prints the problem and does not change the exit status of the job. */
async function tryStep(problem: string, step: () => Promise<unknown>, { stderr }: CommandContext): Promise<void> {
  try {
    await step();
  } catch (error) {
    stderr.write(`${visibleText(`${problem} (${fileReason(error)})`)}\n`);
  }
}
