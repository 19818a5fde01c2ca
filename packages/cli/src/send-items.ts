import { readFile } from 'node:fs/promises';
import { countAttempts } from 'tenant-management-client/internal';
import type { CommandContext } from './command-context.js';
import { EXIT, type ExitStatus, UsageError } from './exit-status.js';
import { idOf } from './input/read-items.js';
import { type JobItem, runJob, type Stop } from './job/run-job.js';
import { fileReason, writeFailures } from './output/output-files.js';
import { createProgressLine, type JobProgress } from './output/progress-line.js';
import type { Run } from './plan.js';
import { addFinished, addResult, createReport, endReport, type RunReport } from './run-report.js';
import type { Connection } from './tenant/connection.js';
import { visibleText } from './visible-text.js';

/**
 * Sends the items of a command, and returns its exit status.
 *
 * @throws UsageError If the private key is not valid, or if the journal cannot be used. Nothing was sent.
 */
export async function sendItems(run: Run, context: CommandContext): Promise<ExitStatus> {
  const { options, finished, connection, resultsFile } = run;
  const report = createReport(run, context);
  if (options.dryRun) addFinished(report, finished.done);
  let { stop } = run;
  if (stop === undefined) {
    if (connection !== undefined) stop = await sendWith(connection, report);
    else
      for (const { values } of finished.remaining) addResult(report, { id: idOf(values), outcome: 'unknown' }, true, 0);
  }
  const resultsError = resultsFile?.error();
  if (resultsError !== undefined) stop ??= { exitStatus: EXIT.failed, reason: resultsError.message };
  if (stop?.exitStatus === EXIT.usage) throw new UsageError(stop.reason);
  const exitStatus = endReport(report, stop);
  await afterJob(report, stop);
  return exitStatus;
}

/** Runs the job of a command, and shows its progress. */
async function sendWith(connection: Connection, report: RunReport): Promise<Stop | undefined> {
  const { run, context } = report;
  const { plan, options, journal, finished, items } = run;
  const line = createProgressLine(context);
  const onAbort = () => {
    line.clear();
    context.stderr.write('Stopping; calls in flight get up to 5 s. To stop immediately, press Ctrl-C again.\n');
  };
  context.signal.addEventListener('abort', onAbort);
  let speed: Pick<JobProgress, 'perSecond' | 'pausedMs' | 'outage'> = { perSecond: 0, pausedMs: 0 };
  const showProgress = ({ done, exists, missing, failed } = report.counts) =>
    line.show({ done: done + exists, missing, failed, total: items.length, ...speed });
  // The job reports the outcomes of earlier runs only when it starts.
  showProgress({ ...report.counts, done: finished.done });
  /** Number of attempts of the failed calls of an item, which the job can call several times. */
  const attemptsBefore = new Map<JobItem, number>();
  const addAttempts = (item: JobItem, end: unknown) => {
    const attempts = (attemptsBefore.get(item) ?? 0) + countAttempts(end);
    attemptsBefore.set(item, attempts);
    return attempts;
  };
  return await runJob({
    operation: plan.operation,
    isDryRun: options.dryRun === true,
    items: options.dryRun ? finished.remaining : items,
    // With more calls, a retry would wait for --max-rate behind other calls until its timeout.
    concurrency: Math.min(options.concurrency, options.maxRate ?? options.concurrency),
    giveUpAfter: options.giveUpAfter * 1000,
    tenant: plan.tenant,
    pacer: connection.pacer,
    journal: options.dryRun ? undefined : journal?.forRun(),
    signal: context.signal,
    call: async (item, call) => {
      await connection.pace(context.signal);
      throwRowError(run);
      const result = await connection.call({ ...callOf(run, item), ...call }).catch((error: unknown) => {
        addAttempts(item, error);
        throw error;
      });
      const attempts = addAttempts(item, result.error ?? result);
      if (result.error !== undefined || options.dryRun) return result;
      attemptsBefore.delete(item);
      // The row comes before the line of the journal. If the process is killed in between, the next run sends the item
      // again. In the other order, a finished item could be without a row.
      const { response } = result;
      const id = idOf(item.values);
      run.resultsFile?.add({ id, outcome: 'done', attempts, ...(response && { status: response.status }) });
      if (run.resultsFile?.error() !== undefined) report.unrecorded += 1;
      throwRowError(run);
      return result;
    },
    onProgress: (progress) => {
      // The job calls this function with the items of earlier runs before it starts a call.
      if (report.resumed === 0) addFinished(report, progress.resumed);
      const isPauseChanged = [progress, speed].some(({ pausedMs, outage }) => pausedMs > 0 || outage !== undefined);
      speed = progress;
      if (isPauseChanged) showProgress();
    },
    onResult: (...result) => {
      line.clear();
      addResult(report, ...result);
      showProgress();
    },
  }).finally(() => {
    line.end();
    context.signal.removeEventListener('abort', onAbort);
  });
}

/** Throws if a row of `--results` could not be written, which stops the job after the calls in flight. */
function throwRowError({ resultsFile }: Run): void {
  const error = resultsFile?.error();
  if (error !== undefined) throw error;
}

/** Returns the parameters and the body of the call of an item. A dry run reads the item, without the query and the body. */
function callOf({ plan, options, request: { query, body } }: Run, { values }: JobItem): object {
  const path = Object.fromEntries(plan.operation.pathParameters.map((name, index) => [name, values[index]]));
  if (options.dryRun) return { params: { path } };
  const headers = body === undefined ? {} : { 'Content-Type': plan.operation.body?.type };
  return { params: { path, query }, body, headers };
}

/**
 * Writes the file of `--failures` and the unfinished items of `--results`. Unless the run was dry or interrupted, deletes
 * a journal without items, and the default journal if every item is done or missing.
 */
async function afterJob({ run, context, ...report }: RunReport, stop: Stop | undefined): Promise<void> {
  const { plan, journal, finished, resultsFile } = run;
  const { failures, dryRun } = run.options;
  const ids = finished.remaining.map(({ values }) => idOf(values)).filter((id) => !report.ids.has(id));
  const reason = stop?.reason ?? 'held back by the rate limit';
  const unfinished = ids.map((id) => ({ id, outcome: 'unfinished' as const, reason }));
  for (const result of unfinished) resultsFile?.add(result);
  const unwritten = resultsFile?.error()?.message;
  if (unwritten !== undefined && unwritten !== stop?.reason) context.stderr.write(`${visibleText(unwritten)}\n`);
  // A dry run changes nothing, so it keeps the failures of an earlier run unless it has found failures.
  const keepsFile = dryRun && report.failures.length === 0;
  if (failures !== undefined && !(keepsFile && (await readFile(failures, 'utf8').catch(() => '')) !== '')) {
    await tryStep(
      `--failures: ${failures} could not be written`,
      () => writeFailures(failures, [...report.failures, ...(dryRun ? [] : unfinished)]),
      context,
    );
  }
  const isComplete = report.counts.failed + plan.leftOut === 0 && report.ids.size >= finished.remaining.length;
  const isFinished = isComplete && stop === undefined;
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
