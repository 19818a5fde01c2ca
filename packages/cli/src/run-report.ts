import type { Context } from './context.js';
import { EXIT, type ExitStatus } from './exit-status.js';
import type { ItemResult, Outcome } from './job/item-result.js';
import type { Stop } from './job/run-job.js';
import { changesTenant, commandName } from './operation.js';
import { dataLines } from './output/data-text.js';
import type { Failure } from './output/failures-file.js';
import type { ResultsFile } from './output/results-file.js';
import type { Plan } from './plan.js';
import { visibleJson, visibleText } from './visible-text.js';

/** The facts of a run that its report contains. */
export interface Run {
  readonly plan: Plan;
  readonly isDryRun: boolean;
  readonly isOffline: boolean;
  readonly isStrict: boolean;
  /** Whether no earlier run of the same job has recorded an item. */
  readonly isNew: boolean;
  /** Whether an earlier run of the same job has left a journal. */
  readonly wasStarted: boolean;
  /** Number of items, including those that earlier runs finished. */
  readonly total: number;
  /** Whether the user can continue this run by running the same command again. */
  readonly canContinue: boolean;
  /** The file of `--results`. */
  readonly resultsFile: ResultsFile | undefined;
}

/** A wrong column or a wrong base URL has the same result as ids that are already deleted. */
const ALL_MISSING =
  'Warning: no item of this job exists. Either all are already deleted, or the tenant or the ids are wrong: check the base URL, the ids and, for a CSV file, --column';

/** Counts the outcomes of a run, and keeps the results that its report needs. */
export interface Report {
  readonly counts: Readonly<Record<Outcome, number>>;
  readonly failures: readonly Failure[];
  /** Ids of all items that have a result of this run. */
  readonly ids: ReadonlySet<string | null>;
  /** Adds the items that earlier runs finished. */
  resume(done: number): void;
  /**
   * Adds the result of an item of this run.
   *
   * @param isAnswered Whether the tenant sent a usable response.
   * @param attempts Number of requests.
   */
  add(result: ItemResult, isAnswered: boolean, attempts: number): void;
  /** Prints the end of the report, and returns the exit status. */
  end(stop: Stop | undefined): ExitStatus;
}

/** Creates the report of a run: text, or one JSON object at the end. */
export function createReport(run: Run, isJson: boolean, { stdout, stderr }: Context): Report {
  const { plan, isDryRun, total, resultsFile } = run;
  const { operation, tenant, clientId, duplicates, leftOut } = plan;
  let resumed = 0;
  const counts = { done: 0, missing: 0, failed: 0, exists: 0, unknown: 0 };
  const failures: Failure[] = [];
  const ids = new Set<string | null>();
  const results: ItemResult[] = [];
  /** Number of missing or failed items that this run may have deleted. */
  const maybeDeleted = { missing: 0, failed: 0 };
  /** Whether the tenant sent a usable response for at least one item of this run. */
  let hasAnswer = false;
  // The stdout of an operation that reads contains only the data of responses, because a program may parse the data.
  const problems = changesTenant(operation) ? stdout : stderr;

  /** Whether every item of a new job, or every item that a dry run has read, is missing. */
  const isAllMissing = () => {
    const count = isDryRun ? ids.size : total;
    return count > 0 && counts.missing === count && (isDryRun || run.isNew);
  };

  const statusOf = (stop: Stop | undefined): ExitStatus => {
    if (stop !== undefined) return stop.status;
    if (counts.failed > 0) return hasAnswer ? EXIT.failed : EXIT.noResponse;
    if (isAllMissing()) return EXIT.allMissing;
    const isUnfinished = !isDryRun && total > Object.values(counts).reduce((sum, count) => sum + count, 0);
    return isUnfinished || (run.isStrict && counts.missing > 0) ? EXIT.failed : EXIT.done;
  };

  return {
    counts,
    failures,
    ids,
    resume: (done) => {
      counts.done += done;
      resumed += done;
    },
    add: (result, isAnswered, attempts) => {
      counts[result.outcome] += 1;
      ids.add(result.id);
      if (result.maybePerformed !== undefined) maybeDeleted[result.outcome === 'missing' ? 'missing' : 'failed'] += 1;
      if (result.outcome === 'failed') failures.push({ ...result, outcome: 'failed' });
      hasAnswer ||= isAnswered;
      if (isJson) results.push(result);
      else if (result.outcome === 'done') printData(result, stdout);
      else problems.write(`${itemLine(result)}\n`);
      resultsFile?.add({ ...result, attempts });
    },
    end: (stop) => {
      const status = statusOf(stop);
      const finished = Object.values(counts).reduce((sum, count) => sum + count, 0);
      const unfinished = total - finished;
      for (const line of summaryLines(run, { ...counts, unfinished, resumed }, maybeDeleted, stop))
        stderr.write(`${visibleText(line)}\n`);
      if (isAllMissing() && maybeDeleted.missing < counts.missing) stderr.write(`${ALL_MISSING}\n`);
      if (isJson) {
        const object = {
          command: commandName(operation),
          operation: operation.id,
          tenant,
          client: clientId,
          dryRun: isDryRun,
          exitStatus: status,
          stopped: stop?.reason ?? null,
          summary: { total: total + leftOut, ...counts, unfinished: unfinished + leftOut, resumed, duplicates },
          results,
        };
        stdout.write(`${visibleJson(object)}\n`);
      }
      return status;
    },
  };
}

function printData({ data }: ItemResult, stdout: NodeJS.WritableStream): void {
  if (data !== undefined) stdout.write(`${dataLines(data).join('\n')}\n`);
}

/** Returns the line of an item that is not done: id, outcome and reason, separated by tabs. */
const itemLine = ({ id, outcome, reason }: ItemResult): string =>
  [id, outcome, reason].flatMap((part) => (part === null || part === undefined ? [] : visibleText(part))).join('\t');

function summaryLines(
  { plan: { operation, leftOut }, isDryRun, isOffline, wasStarted, canContinue }: Run,
  counts: Report['counts'] & Readonly<Record<'unfinished' | 'resumed', number>>,
  maybeDeleted: Readonly<Record<'missing' | 'failed', number>>,
  stop: Stop | undefined,
): string[] {
  const { done, missing, failed, exists, unknown, unfinished, resumed } = counts;
  const deleted = operation.method === 'DELETE' ? 'deleted' : 'done';
  const parts = isDryRun
    ? [`${exists} exist`, `${missing} missing`, `${unknown} unknown`, `${failed} failed`]
    : [`${done - resumed} ${deleted}`, `${missing} missing`, `${failed} failed`];
  if (resumed > 0) parts.push(`${resumed} done by earlier runs`);
  if (unfinished > 0) parts.push(`${unfinished} not finished`);
  const start = stop === undefined ? (unfinished > 0 ? 'Ended' : 'Finished') : `Stopped (${stop.reason})`;
  return [
    `${start}: ${parts.join(', ')}`,
    ...(isDryRun && changesTenant(operation) ? ['Nothing was changed (--dry-run).'] : []),
    ...(unknown > 0 && isOffline ? ['It is unknown whether these items exist (--offline).'] : []),
    ...(unknown > 0 && !isOffline
      ? ["It is unknown whether these items exist: the API's description shows no operation that reads them."]
      : []),
    ...(maybeDeleted.missing > 0
      ? [
          `Missing items that this run may have deleted, because an earlier attempt got no response or a 5xx: ${maybeDeleted.missing}.`,
        ]
      : []),
    ...(operation.method === 'DELETE' && maybeDeleted.failed > 0
      ? [`Failed items that this run may have deleted: ${maybeDeleted.failed}.`]
      : []),
    ...(!isDryRun && wasStarted && missing > maybeDeleted.missing
      ? ['If an earlier run stopped before a response, it may have deleted an item that is missing in this run.']
      : []),
    ...(leftOut > 0 ? [`Left out by --limit: ${leftOut}. To continue, run the same command without --limit.`] : []),
    ...(canContinue && failed + unfinished > 0
      ? [`${continueText(stop)}run the same command again with the same ids: it sends only the ids that are not done.`]
      : []),
  ];
}

/** Returns the start of the sentence about how to continue. After most stops, the same command would stop again. */
const continueText = (stop: Stop | undefined): string =>
  stop === undefined || stop.status === EXIT.interrupted ? 'To continue, ' : 'When the cause is removed, ';
