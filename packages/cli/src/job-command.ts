import { randomUUID } from 'node:crypto';
import { type Options, parseOperationArguments } from './command-arguments.js';
import { type CommandContext, Interruption } from './command-context.js';
import { type CommandOperation, changesTenant, commandName, isBulk } from './command-operation.js';
import { confirm, needsConfirmation, planLines } from './confirmation.js';
import { EXIT, type ExitStatus } from './exit-status.js';
import { type Input, readItems } from './input/read-items.js';
import { readRequest } from './input/read-request.js';
import { type JobItems, jobItems } from './job/call-items.js';
import type { Job } from './job/job.js';
import { defaultJournal, type JobJournal, jobJournal, jobKey } from './job/job-journal.js';
import { runJob } from './job/run-job.js';
import { openResults } from './output/results-file.js';
import { connect } from './tenant/connection.js';
import { openTenant } from './tenant/credentials.js';
import { checkCredentials } from './tenant/granted-token.js';

/** Number of characters that tell the runs in a results file apart. */
const RUN_LENGTH = 8;

/**
 * Runs the command of an operation as a job: one call for each item. Returns the exit status.
 *
 * @param reader The operation that `--dry-run` calls instead of `operation`, to read the item that the command changes.
 * @throws UsageError If the arguments, the input or the configuration are not valid. Nothing was sent.
 */
export async function runJobCommand(
  operation: CommandOperation,
  reader: CommandOperation | undefined,
  args: readonly string[],
  context: CommandContext,
): Promise<ExitStatus> {
  const parsed = parseOperationArguments(operation, args);
  const { options } = parsed;
  const isDryRun = options.dryRun === true;
  const input = await readItems(operation, parsed, context);
  const request = await readRequest(operation, options, context);
  const tenant = await openTenant(options, context);
  const { csv, journal: journalFile, results } = options;
  // The id of a run must be a text also for a spreadsheet, so it does not start with a digit.
  const run = [`run_${randomUUID().slice(0, RUN_LENGTH)}`, tenant.name, tenant.clientId, isDryRun] as const;
  const resultsFile =
    results === undefined
      ? undefined
      : await openResults({ file: results, others: [csv, journalFile], table: input.table, run });
  const facts = [tenant.name, operation.id, request];
  const key = jobKey(facts);
  const items = jobItems(input, key, Math.min(input.size, options.limit ?? input.size));
  const journal = journalOf(operation, options, items, input, facts, context);
  if (!isDryRun) await journal?.prepareFolder();
  const finished = (await journal?.read()) ?? { done: 0, remaining: items, isNew: true, wasStarted: false };
  const called = isDryRun ? reader : operation;
  // Ask for a missing secret before the confirmation, so that the job starts as soon as the user confirms.
  const credentials = await tenant.readCredentials(options.maxRate);
  const connection = called && connect(credentials, called, options.maxRate);
  const job: Job = {
    ...{ operation, options, request, items, journal, finished, connection, resultsFile },
    tenant: tenant.name,
    clientId: tenant.clientId,
    duplicates: input.duplicates,
    skipped: input.skipped,
    leftOut: input.size - items.size,
  };
  if (isDryRun || needsConfirmation(operation, items.size)) {
    context.stderr.write(`${planLines(job).join('\n')}\n`);
    const isAsking = !isDryRun && options.yes !== true && finished.remaining.size > 0;
    if (isAsking && !(await confirm(job, context))) {
      context.stderr.write('Nothing was sent.\n');
      return EXIT.interrupted;
    }
  }
  if (context.signal.aborted) throw new Interruption('interrupted before the first call');
  try {
    const stop = isDryRun ? await checkCredentials(credentials, [operation, reader ?? operation], context) : undefined;
    return await runJob({ ...job, stop }, context);
  } finally {
    credentials.close();
  }
}

/**
 * Returns the journal of a bulk job that changes the tenant, if it has several items or the user chose a journal.
 *
 * @param all All items of the input, so that the same command has the same journal with and without `--limit`.
 */
function journalOf(
  operation: CommandOperation,
  { journal }: Options,
  items: JobItems,
  all: Input,
  facts: readonly unknown[],
  context: CommandContext,
): JobJournal | undefined {
  if (!isBulk(operation) || !changesTenant(operation)) return undefined;
  if (journal === undefined && all.size < 2) return undefined;
  const file = journal ?? defaultJournal(commandName(operation), facts, all, context);
  return jobJournal({ chosen: journal, file, items, isLimited: items.size < all.size });
}
