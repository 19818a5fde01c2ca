import type { Options } from '../command-arguments.js';
import type { CommandOperation } from '../command-operation.js';
import type { Stop } from '../exit-status.js';
import type { RequestParts } from '../input/read-request.js';
import type { ResultsFile } from '../output/results-file.js';
import type { Connection } from '../tenant/connection.js';
import type { JobItems } from './call-items.js';
import type { FinishedItems, JobJournal } from './job-journal.js';

/** The facts about a job that are known before its first call. */
export interface Job {
  readonly operation: CommandOperation;
  readonly options: Options;
  readonly request: RequestParts;
  /** Host name or base URL of the tenant. */
  readonly tenant: string;
  readonly clientId: string;
  readonly items: JobItems;
  readonly duplicates: number;
  /** Number of rows without an id that `--skip-empty` skips. `items` does not contain them. */
  readonly skipped: number;
  /** Number of items of the input that `--limit` leaves out. `items` does not contain them. */
  readonly leftOut: number;
  readonly journal: JobJournal | undefined;
  readonly finished: FinishedItems;
  /** Calls the operation or, with `--dry-run`, its reader; `undefined` without a reader. */
  readonly connection: Connection | undefined;
  readonly resultsFile: ResultsFile | undefined;
  /** Why the job stops before its first call, for example because `--dry-run` could not check the credentials. */
  readonly stop?: Stop | undefined;
}
