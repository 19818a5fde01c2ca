import type { Options } from './command-options.js';
import type { RequestParts } from './input/read-request.js';
import type { FinishedItems, JobJournal } from './job/job-journal.js';
import type { JobItem, Stop } from './job/run-job.js';
import type { ResultsFile } from './output/results-file.js';
import type { Plan } from './plan.js';
import type { Connection } from './tenant/connection.js';

/** One run of a command: the facts that are known before its first call. */
export interface Run {
  readonly plan: Plan;
  readonly options: Options;
  readonly request: RequestParts;
  readonly journal: JobJournal | undefined;
  readonly finished: FinishedItems;
  readonly items: readonly JobItem[];
  /** Calls the operation or, with `--dry-run`, its reader; `undefined` without a reader. */
  readonly connection: Connection | undefined;
  /** The file of `--results`. */
  readonly resultsFile?: ResultsFile | undefined;
  /** Why the command stops before its first call, for example because `--dry-run` could not check the credentials. */
  readonly stop?: Stop | undefined;
}
