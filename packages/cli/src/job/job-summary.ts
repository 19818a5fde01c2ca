import type { CommandContext } from '../command-context.js';
import { type CommandOperation, changesTenant, commandName } from '../command-operation.js';
import { EXIT, type ExitStatus, type Stop } from '../exit-status.js';
import type { ItemResult, Outcome } from '../item-result.js';
import { dataLines } from '../output/data-text.js';
import { visibleJson, visibleText } from '../visible-text.js';
import type { JobItem } from './call-items.js';
import type { Job } from './job.js';

/** A wrong column or a wrong base URL has the same result as ids that are already deleted. */
const ALL_MISSING =
  'Warning: no item of this job exists. Either all are already deleted, or the tenant or the ids are wrong: check the base URL, the ids and, for a CSV file, --column';

/** The counts of a job, and the results that its summary needs. The functions of this module change them. */
export type JobSummary = ReturnType<typeof createSummary>;

/** Creates the summary of a job: text, or one JSON object at the end. */
export function createSummary(job: Job, context: CommandContext) {
  const counts: Record<Outcome, number> = { done: 0, missing: 0, failed: 0, exists: 0, unknown: 0 };
  /** The results, for `--json`. */
  const results: ItemResult[] = [];
  return {
    ...{ job, context, counts, results },
    /** Number of items that earlier runs finished. */
    resumed: 0,
    /** Items whose calls have started, and which have no row in `--results` yet. */
    started: new Set<JobItem>(),
    /** Number of missing or failed items that this run may have deleted. */
    maybeDeleted: { missing: 0, failed: 0 },
    /** Number of items that were done, but whose row in `--results` could not be written. */
    unrecorded: 0,
    /** Whether the tenant sent a usable response for at least one item of this run. */
    hasAnswer: false,
  };
}

/** Adds the items that earlier runs finished. */
export function addFinished(summary: JobSummary, done: number): void {
  summary.counts.done += done;
  summary.resumed += done;
}

/** Adds the result of an item of this run, and prints the result unless `--json` is set. */
export function addResult(
  summary: JobSummary,
  result: ItemResult,
  isAnswered: boolean,
  attempts: number,
  item: JobItem,
): void {
  const { job, context, counts, started, maybeDeleted } = summary;
  counts[result.outcome] += 1;
  started.delete(item);
  if (result.maybePerformed !== undefined) maybeDeleted[result.outcome === 'missing' ? 'missing' : 'failed'] += 1;
  summary.hasAnswer ||= isAnswered;
  if (job.options.json) summary.results.push(result);
  else if (result.outcome === 'done') printData(result, job.operation, context.stdout);
  // The stdout of an operation that reads contains only the data of responses, because a program may parse the data.
  else (changesTenant(job.operation) ? context.stdout : context.stderr).write(`${itemLine(result)}\n`);
  // The row of an item that is done was written before the line of the journal. The attempts of an earlier run are unknown.
  const performed = job.finished.wasStarted ? {} : { maybePerformed: 0 };
  if (result.outcome !== 'done') job.resultsFile?.add(item, { ...performed, ...result, attempts });
}

/** Prints the end of the summary, and returns the exit status. */
export function printSummary(summary: JobSummary, stop: Stop | undefined): ExitStatus {
  const { job, context, counts, resumed, results } = summary;
  const { operation, tenant, clientId, duplicates, skipped, leftOut } = job;
  const exitStatus = exitStatusOf(summary, stop);
  const unfinished = countUnfinished(summary);
  for (const line of summaryLines(summary, stop)) context.stderr.write(`${visibleText(line)}\n`);
  if (isAllMissing(summary) && summary.maybeDeleted.missing < counts.missing) context.stderr.write(`${ALL_MISSING}\n`);
  if (job.options.json) {
    const object = {
      command: commandName(operation),
      operation: operation.id,
      tenant,
      client: clientId,
      dryRun: job.options.dryRun === true,
      exitStatus,
      stopped: stop?.reason ?? null,
      summary: {
        ...{ total: job.items.size + leftOut, ...counts },
        ...{ unfinished: unfinished + leftOut, resumed, duplicates, skipped },
      },
      results,
    };
    context.stdout.write(`${visibleJson(object)}\n`);
  }
  return exitStatus;
}

function exitStatusOf(summary: JobSummary, stop: Stop | undefined): ExitStatus {
  const { counts, job, hasAnswer } = summary;
  if (stop !== undefined) return stop.exitStatus;
  if (counts.failed > 0) return hasAnswer ? EXIT.failed : EXIT.noResponse;
  if (isAllMissing(summary)) return EXIT.allMissing;
  const isUnfinished = !job.options.dryRun && countUnfinished(summary) > 0;
  return isUnfinished || (job.options.strict && counts.missing > 0) ? EXIT.failed : EXIT.done;
}

/** Whether every item of a new job, or every item that a dry run has read, is missing. */
function isAllMissing(summary: JobSummary): boolean {
  const { options, items, finished } = summary.job;
  const { counts, resumed } = summary;
  const count = options.dryRun ? items.size - countUnfinished(summary) - resumed : items.size;
  return count > 0 && counts.missing === count && (options.dryRun || finished.isNew);
}

export const countUnfinished = ({ job, counts }: JobSummary): number =>
  job.items.size - Object.values(counts).reduce((sum, count) => sum + count, 0);

function printData({ data }: ItemResult, { itemsField }: CommandOperation, stdout: NodeJS.WritableStream): void {
  if (data !== undefined) stdout.write(`${dataLines(data, itemsField).join('\n')}\n`);
}

/** Returns the line of an item that is not done: id, outcome and reason, separated by tabs. */
const itemLine = ({ id, outcome, reason }: ItemResult): string =>
  [id, outcome, reason].flatMap((part) => (part === null || part === undefined ? [] : visibleText(part))).join('\t');

function summaryLines(summary: JobSummary, stop: Stop | undefined): string[] {
  const { job, resumed, maybeDeleted, unrecorded } = summary;
  const { operation, leftOut, skipped } = job;
  const { dryRun } = job.options;
  const { done, missing, failed, exists, unknown } = summary.counts;
  const unfinished = countUnfinished(summary);
  const deleted = operation.method === 'DELETE' ? 'deleted' : 'done';
  const parts = dryRun
    ? [`${exists} exist`, `${missing} missing`, `${unknown} unknown`, `${failed} failed`]
    : [`${done - resumed} ${deleted}`, `${missing} missing`, `${failed} failed`];
  if (resumed > 0) parts.push(`${resumed} done by earlier runs`);
  if (unfinished > 0) parts.push(`${unfinished} not finished`);
  const start = stop === undefined ? (unfinished > 0 ? 'Ended' : 'Finished') : `Stopped (${stop.reason})`;
  // After most stops, the same command would stop again.
  const isReady = stop === undefined || stop.exitStatus === EXIT.interrupted;
  const lines: [isShown: unknown, line: string][] = [
    [true, `${start}: ${parts.join(', ')}`],
    [dryRun && changesTenant(operation), 'Nothing was changed (--dry-run).'],
    [unknown > 0, "It is unknown whether these items exist: the API's description shows no operation that reads them."],
    [
      maybeDeleted.missing > 0,
      `Missing items that this run may have deleted, because an earlier attempt got no response or a 5xx: ${maybeDeleted.missing}.`,
    ],
    [
      operation.method === 'DELETE' && maybeDeleted.failed > 0,
      `Failed items that this run may have deleted: ${maybeDeleted.failed}.`,
    ],
    [
      !dryRun && job.finished.wasStarted && missing > maybeDeleted.missing,
      'If an earlier run stopped before a response, it may have deleted an item that is missing in this run.',
    ],
    [
      unrecorded > 0,
      `Not finished items that are ${deleted}, but have no row in the file of --results: ${unrecorded}. The next run sends them again.`,
    ],
    [skipped > 0, `Rows without an id that --skip-empty skipped: ${skipped}.`],
    [leftOut > 0, `Left out by --limit: ${leftOut}. To continue, run the same command without --limit.`],
    [
      job.journal !== undefined && !dryRun && failed + unfinished > 0,
      `${isReady ? 'To continue' : 'When the cause is removed'}, run the same command again with the same ids: it sends only the ids that are not done.`,
    ],
  ];
  return lines.flatMap(([isShown, line]) => (isShown ? line : []));
}
