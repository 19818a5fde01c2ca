import type { Context } from './context.js';
import type { ExitStatus } from './exit-status.js';
import { type Input, idOf } from './input/read-items.js';
import type { RequestParts } from './input/read-request.js';
import type { FinishedItems, JobJournal } from './job/journal.js';
import { readUnread } from './job/outcome.js';
import { type JobItem, runJob, type Stop } from './job/run-job.js';
import type { Operation } from './operation.js';
import type { Options } from './options.js';
import { writeFailures } from './output/failures-file.js';
import { createProgressLine } from './output/progress-line.js';
import { createReport, type Report } from './report.js';
import type { Connection } from './tenant/connection.js';
import type { Tenant } from './tenant/credentials.js';

/** A confirmed command. */
export interface Work {
  readonly operation: Operation;
  readonly options: Options;
  readonly input: Input;
  readonly request: RequestParts;
  readonly tenant: Tenant;
  readonly journal: JobJournal | undefined;
  readonly finished: FinishedItems;
  readonly items: readonly JobItem[];
  /** Calls the operation or, with `--dry-run`, its reader; `undefined` if the document has no reader. */
  readonly connection: Connection | undefined;
}

/** Sends the items of a confirmed command, and returns its exit status. */
export async function sendItems(work: Work, context: Context): Promise<ExitStatus> {
  const { operation, options, input, request, tenant, journal, finished, items, connection } = work;
  const isDryRun = options.dryRun === true;
  const report = createReport(
    {
      operation,
      tenant: tenant.name,
      clientId: tenant.clientId,
      isDryRun,
      isStrict: options.strict === true,
      total: items.length,
      duplicates: input.duplicates,
      hasJournal: journal !== undefined && !isDryRun,
    },
    options.json === true,
    context,
  );
  if (isDryRun) finished.outcomes.forEach(report.resume);
  if (connection === undefined) {
    for (const { values } of finished.unfinished) report.add({ id: idOf(values), outcome: 'unknown' }, true);
    return report.end(undefined);
  }
  const line = createProgressLine(context);
  context.signal.addEventListener('abort', () => {
    line.clear();
    context.stderr.write('Waiting for the calls in flight. To stop immediately, press Ctrl-C again.\n');
  });
  let perSecond = 0;
  const showProgress = () => {
    const { done, exists, missing, failed } = report.counts;
    line.show({ done: done + exists, missing, failed, total: items.length, perSecond });
  };
  showProgress();
  const stop = await runJob({
    operation,
    isDryRun,
    items: isDryRun ? finished.unfinished : items,
    concurrency: options.concurrency,
    pacer: connection.pacer,
    journal: isDryRun ? undefined : journal?.forRun(report.resume),
    signal: context.signal,
    call: async ({ values }, call) => {
      const path = Object.fromEntries(operation.pathParameters.map((name, index) => [name, values[index]]));
      const init = isDryRun ? { params: { path } } : { params: { path, query: request.query }, body: request.body };
      return readUnread(await connection.call({ ...init, ...call }));
    },
    onProgress: (progress) => {
      perSecond = progress.perSecond;
    },
    onResult: (result, isAnswered) => {
      line.clear();
      report.add(result, isAnswered);
      showProgress();
    },
  });
  line.clear();
  const status = report.end(stop);
  await finish(work, report, stop, context);
  return status;
}

/** Writes the failures, and deletes the journal if all items are done. */
async function finish(work: Work, report: Report, stop: Stop | undefined, context: Context): Promise<void> {
  const { options, journal, items } = work;
  const { failures } = options;
  if (failures !== undefined) {
    await afterJob(
      '--failures: the file could not be written',
      async () => {
        const { unfinished } = (await journal?.read()) ?? { unfinished: items };
        const ids = unfinished.map(({ values }) => idOf(values)).filter((id) => !report.ids.has(id));
        await writeFailures(failures, [
          ...report.failures,
          ...ids.map((id) => ({ id, outcome: 'unfinished' as const })),
        ]);
      },
      context,
    );
  }
  if (stop === undefined && report.counts.failed === 0 && options.dryRun !== true) {
    await afterJob('the journal could not be deleted', async () => journal?.remove(), context);
  }
}

/** Runs a step after the job. If the step fails, prints the problem: the exit status remains that of the job. */
async function afterJob(problem: string, step: () => Promise<void>, { stderr }: Context): Promise<void> {
  try {
    await step();
  } catch (error) {
    stderr.write(`${problem} (${(error as NodeJS.ErrnoException).code})\n`);
  }
}
