import { readFile } from 'node:fs/promises';
import type { Options } from './command-options.js';
import type { Context } from './context.js';
import { EXIT, type ExitStatus } from './exit-status.js';
import { idOf } from './input/read-items.js';
import type { RequestParts } from './input/read-request.js';
import type { FinishedItems, JobJournal } from './job/job-journal.js';
import { type JobItem, runJob, type Stop } from './job/run-job.js';
import { writeFailures } from './output/failures-file.js';
import { fileReason } from './output/output-file.js';
import { createProgressLine } from './output/progress-line.js';
import type { ResultsFile } from './output/results-file.js';
import type { Plan } from './plan.js';
import { createReport, type Report } from './run-report.js';
import type { Connection } from './tenant/connection.js';
import { UsageError } from './usage-error.js';
import { visibleText } from './visible-text.js';

/** The facts of a command whose items are to be sent. */
export interface Work {
  readonly plan: Plan;
  readonly options: Options;
  readonly request: RequestParts;
  readonly journal: JobJournal | undefined;
  readonly finished: FinishedItems;
  readonly items: readonly JobItem[];
  /** Calls the operation or, with `--dry-run`, its reader; `undefined` without a reader and with `--offline`. */
  readonly connection: Connection | undefined;
  /** The file of `--results`. */
  readonly resultsFile?: ResultsFile | undefined;
  /** Why the command stops before its first call, for example because `--dry-run` could not check the credentials. */
  readonly stop?: Stop | undefined;
}

/**
 * Sends the items of a command, and returns its exit status.
 *
 * @throws UsageError If the private key is not valid, or if the journal cannot be used. Nothing was sent.
 */
export async function sendItems(work: Work, context: Context): Promise<ExitStatus> {
  const { plan, options, items, journal, finished, connection, resultsFile } = work;
  const isDryRun = options.dryRun === true;
  const report = createReport(
    {
      plan,
      isDryRun,
      isOffline: options.offline === true,
      isStrict: options.strict === true,
      isNew: finished.isNew,
      wasStarted: finished.wasStarted,
      total: items.length,
      canContinue: journal !== undefined && !isDryRun,
      resultsFile,
    },
    options.json === true,
    context,
  );
  if (isDryRun) report.resume(finished.done);
  let { stop } = work;
  if (stop === undefined) {
    if (connection !== undefined) stop = await run(work, connection, report, context);
    else for (const { values } of finished.unfinished) report.add({ id: idOf(values), outcome: 'unknown' }, true, 0);
  }
  const failure = resultsFile?.failure();
  if (failure !== undefined) stop ??= { status: EXIT.failed, reason: failure.message };
  if (stop?.status === EXIT.usage) throw new UsageError(stop.reason);
  const status = report.end(stop);
  await afterJob(work, report, stop, context);
  return status;
}

/** Runs the job of a command, and shows its progress. */
async function run(
  { plan, options, request, journal, finished, items, resultsFile }: Work,
  connection: Connection,
  report: Report,
  context: Context,
): Promise<Stop | undefined> {
  const { operation } = plan;
  const isDryRun = options.dryRun === true;
  const line = createProgressLine(context);
  const onAbort = () => {
    line.clear();
    context.stderr.write('Waiting for the calls in flight. To stop immediately, press Ctrl-C again.\n');
  };
  context.signal.addEventListener('abort', onAbort);
  let speed = { perSecond: 0, pausedMs: 0 };
  let isResumed = false;
  const showProgress = ({ done, exists, missing, failed }: Report['counts']) =>
    line.show({ done: done + exists, missing, failed, total: items.length, ...speed });
  // The job reports the outcomes of earlier runs only when it starts.
  showProgress({ ...report.counts, done: finished.done });
  return await runJob({
    operation,
    isDryRun,
    items: isDryRun ? finished.unfinished : items,
    // With more calls, a retry would wait for --max-rate behind other calls until its timeout.
    concurrency: Math.min(options.concurrency, options.maxRate ?? options.concurrency),
    giveUpAfter: options.giveUpAfter * 1000,
    tenant: plan.tenant,
    pacer: connection.pacer,
    journal: isDryRun ? undefined : journal?.forRun(),
    signal: context.signal,
    call: async ({ values }, call) => {
      await connection.pace(context.signal);
      const failure = resultsFile?.failure();
      if (failure !== undefined) throw failure;
      const path = Object.fromEntries(operation.pathParameters.map((name, index) => [name, values[index]]));
      const init = isDryRun ? { params: { path } } : { params: { path, query: request.query }, body: request.body };
      return connection.call({ ...init, ...call });
    },
    onProgress: (progress) => {
      // The job calls this function with the items of earlier runs before it starts a call.
      if (!isResumed && progress.resumed > 0) report.resume(progress.resumed);
      isResumed ||= progress.resumed > 0;
      const isPauseChanged = progress.pausedMs > 0 || speed.pausedMs > 0;
      speed = progress;
      if (isPauseChanged) showProgress(report.counts);
    },
    onResult: (...result) => {
      line.clear();
      report.add(...result);
      showProgress(report.counts);
    },
  }).finally(() => {
    line.end();
    context.signal.removeEventListener('abort', onAbort);
  });
}

/**
 * Writes the file of `--failures` and the unfinished items of `--results`, and deletes the journal if every item is done
 * or missing, or if the journal has no item.
 */
async function afterJob(
  { plan, options: { failures, dryRun }, journal, finished, resultsFile }: Work,
  report: Report,
  stop: Stop | undefined,
  context: Context,
): Promise<void> {
  const ids = finished.unfinished.map(({ values }) => idOf(values)).filter((id) => !report.ids.has(id));
  const reason = stop?.reason ?? 'held back by the rate limit';
  const unfinished = ids.map((id) => ({ id, outcome: 'unfinished' as const, reason }));
  for (const result of unfinished) resultsFile?.add(result);
  const failure = resultsFile?.failure()?.message;
  if (failure !== undefined && failure !== stop?.reason) context.stderr.write(`${failure}\n`);
  // A dry run changes nothing, so it keeps the failures of an earlier run unless it has found failures.
  const keepsFile = dryRun === true && report.failures.length === 0;
  if (failures !== undefined && !(keepsFile && (await readFile(failures, 'utf8')) !== '')) {
    await attempt(
      `--failures: ${visibleText(failures)} could not be written`,
      () => writeFailures(failures, [...report.failures, ...(dryRun ? [] : unfinished)]),
      context,
    );
  }
  const isLast = report.counts.failed + plan.leftOut === 0 && report.ids.size >= finished.unfinished.length;
  const isFinished = isLast && stop === undefined;
  // After an interruption, the tenant may have performed calls that were in flight: the next run is not a new job.
  if (dryRun !== true && stop?.status !== EXIT.interrupted) {
    const problem = `the journal ${visibleText(journal?.file ?? '')} could not be read or deleted`;
    await attempt(problem, async () => journal?.remove(isFinished), context);
  }
}

/** Runs a step after a job. If the step fails, prints the problem and does not change the exit status of the job. */
async function attempt(problem: string, step: () => Promise<unknown>, { stderr }: Context): Promise<void> {
  try {
    await step();
  } catch (error) {
    stderr.write(`${problem} (${fileReason(error)})\n`);
  }
}
