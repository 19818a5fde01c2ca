import { createPacer } from 'tenant-management-client/bulk';
import { confirm, needsConfirmation } from './confirm.js';
import type { Context } from './context.js';
import { EXIT, type ExitStatus } from './exit-status.js';
import { type Input, idOf, readItems } from './input/read-items.js';
import { type RequestParts, readRequest } from './input/read-request.js';
import { defaultJournal, type JobJournal, jobKey, openJournal } from './job/journal.js';
import { type CallResult, readUnread } from './job/outcome.js';
import { runJob } from './job/run-job.js';
import { changesTenant, commandName, isBulk, type Operation } from './operation.js';
import type { Arguments, Options } from './options.js';
import { checkFailuresFile, writeFailures } from './output/failures-file.js';
import { createProgressLine } from './output/progress-line.js';
import { type Plan, planLines } from './plan.js';
import { createReport } from './report.js';
import { openTenant, type Tenant } from './tenant/credentials.js';
import { readSettings } from './tenant/read-settings.js';
import { UsageError } from './usage-error.js';

/**
 * Executes a command, and returns its exit status.
 *
 * @param reader The operation that `--dry-run` calls instead: it reads the item that the command changes.
 * @throws UsageError If the input or the configuration is not valid. Nothing was sent.
 */
export async function execute(
  operation: Operation,
  reader: Operation | undefined,
  args: Arguments,
  context: Context,
): Promise<ExitStatus> {
  const { options } = args;
  const isDryRun = options.dryRun === true;
  const input = await readItems(operation, args, context);
  const request = await readRequest(operation, options, context);
  if (options.failures !== undefined) await checkFailuresFile(options.failures, [options.csv, options.journal]);
  const tenant = await openTenant(await readSettings(options, context), context);
  const job = [tenant.name, operation.id, request];
  const journal = isDryRun ? undefined : await journalOf(operation, options, input, job, context);
  const plan: Plan = {
    operation,
    tenant: tenant.name,
    clientId: tenant.clientId,
    ids: input.items.map(idOf).filter((id) => id !== null),
    duplicates: input.duplicates,
    // Before the job starts, the journal can still be that of a larger job.
    resumed: Math.min(journal?.finished ?? 0, input.items.length),
    journal: journal?.file,
  };
  if (needsConfirmation(operation, input.items.length) && !isDryRun) {
    context.stderr.write(`${planLines(plan).join('\n')}\n`);
    if (options.yes !== true && !(await confirm(plan, context))) {
      context.stderr.write('Nothing was sent.\n');
      return EXIT.interrupted;
    }
  }
  const called = isDryRun ? reader : operation;
  return send({ operation, called, options, input, request, tenant, journal, key: jobKey(job) }, context);
}

/** A confirmed command. */
interface Work {
  readonly operation: Operation;
  /** The operation to call. With `--dry-run`: the operation that reads the item; `undefined` if the document has none. */
  readonly called: Operation | undefined;
  readonly options: Options;
  readonly input: Input;
  readonly request: RequestParts;
  readonly tenant: Tenant;
  readonly journal: JobJournal | undefined;
  readonly key: string;
}

/** The methods of the client, without the types of the operations, because the command is known only at run time. */
type UntypedClient = Readonly<Record<string, (path: string, init: object) => Promise<CallResult>>>;

async function send(work: Work, context: Context): Promise<ExitStatus> {
  const { operation, called, options, input, request, tenant, journal, key } = work;
  const isDryRun = options.dryRun === true;
  const { items, duplicates } = input;
  const report = createReport(
    {
      operation,
      tenant: tenant.name,
      clientId: tenant.clientId,
      isDryRun,
      isStrict: options.strict === true,
      total: items.length,
      duplicates,
      hasJournal: journal !== undefined,
    },
    options.json === true,
    context,
  );
  if (called === undefined) {
    for (const item of items) report.add({ id: idOf(item), outcome: 'unknown' }, true);
    return report.end(undefined);
  }
  const pacer = createPacer();
  const client = (await tenant.connect(pacer)) as unknown as UntypedClient;
  const sendCall = client[called.method];
  if (sendCall === undefined) throw new UsageError(`the client does not support ${called.method} operations`);
  const line = createProgressLine(context);
  context.signal.addEventListener('abort', () => {
    line.clear();
    context.stderr.write('Waiting for the calls in flight. To stop immediately, press Ctrl-C again.\n');
  });
  let perSecond = 0;
  const stop = await runJob({
    operation,
    isDryRun,
    items: items.map((values) => ({ job: key, values })),
    concurrency: options.concurrency,
    pacer,
    journal: journal?.forRun(report.resume),
    signal: context.signal,
    call: async ({ values }, call) => {
      const path = Object.fromEntries(operation.pathParameters.map((name, index) => [name, values[index]]));
      const init = isDryRun ? { params: { path } } : { params: { path, query: request.query }, body: request.body };
      return readUnread(await sendCall(called.path, { ...init, ...call }));
    },
    onProgress: (progress) => {
      perSecond = progress.perSecond;
    },
    onResult: (result, isAnswered) => {
      line.clear();
      report.add(result, isAnswered);
      const { done, exists, missing, failed } = report.counts;
      if (items.length > 1) line.show({ done: done + exists, missing, failed, total: items.length, perSecond });
    },
  });
  line.clear();
  const status = report.end(stop);
  const { failures } = options;
  if (failures !== undefined) {
    await afterJob(
      '--failures: the file could not be written',
      () => writeFailures(failures, report.failures),
      context,
    );
  }
  if (stop === undefined && report.counts.failed === 0) {
    await afterJob('the journal could not be deleted', async () => journal?.remove(), context);
  }
  return status;
}

/** Runs a step after the job. If the step fails, prints the problem: the exit status remains that of the job. */
async function afterJob(problem: string, step: () => Promise<void>, { stderr }: Context): Promise<void> {
  try {
    await step();
  } catch (error) {
    stderr.write(`${problem} (${(error as NodeJS.ErrnoException).code})\n`);
  }
}

/** Opens the journal of a job that changes more than one item, or for which the user has chosen a journal. */
async function journalOf(
  operation: Operation,
  { journal }: Options,
  { items }: Input,
  job: readonly unknown[],
  context: Context,
): Promise<JobJournal | undefined> {
  if (!isBulk(operation) || !changesTenant(operation)) return undefined;
  if (journal === undefined && items.length < 2) return undefined;
  const file = defaultJournal(commandName(operation), [...job, items], context);
  return openJournal(journal, file, operation.method === 'DELETE');
}
