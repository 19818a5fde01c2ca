import {
  accessSync,
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { UsageError } from '../exit-status.js';
import { type CsvTable, idOf } from '../input/read-items.js';
import type { ItemResult } from '../item-result.js';
import type { JobItem } from '../job/call-items.js';
import { visibleText } from '../visible-text.js';

/** Only the owner may read the file, because ids can be confidential. */
const MODE = 0o600;

/** Names of the columns that each results file has, before the columns of the CSV file. */
export const RESULTS_COLUMNS: readonly string[] =
  'time run tenant client dryRun id outcome attempts status maybePerformed reason'.split(' ');

/** The error of a row that could not be written to the file of `--results`. */
export class ResultsFileError extends Error {
  override readonly name = 'ResultsFileError';
}

/** The result of an item. For an item that is unfinished, it is unknown what its last call did. */
export interface ResultRow extends Pick<ItemResult, 'status' | 'maybePerformed' | 'reason'> {
  readonly outcome: ItemResult['outcome'] | 'unfinished';
  readonly attempts?: number;
}

export interface ResultsFile {
  /** Returns why a row could not be written. Later rows are not written, because the last row can be incomplete. */
  error(): ResultsFileError | undefined;
  /** Adds a row. The first row of a new file creates it. */
  add(item: JobItem, result: ResultRow): void;
}

export interface ResultsOptions {
  readonly file: string;
  /** Files of other options, which the command must not overwrite. */
  readonly others: readonly (string | undefined)[];
  readonly table: CsvTable | undefined;
  /** The values of the columns `run`, `tenant`, `client` and `dryRun`. */
  readonly run: readonly [run: string, tenant: string, client: string, isDryRun: boolean];
}

/**
 * Checks before the first call that the file of `--results` can be written. Rows of earlier runs stay in the file.
 *
 * @throws UsageError If the extension is not `.csv`, if another option has the file, if it exists with other columns, or
 *   if it cannot be written.
 */
export async function openResults({ file, others, table, run }: ResultsOptions): Promise<ResultsFile> {
  // Load the CSV library only if the command needs it.
  const { stringify } = await import('csv-stringify/sync');
  // A spreadsheet would evaluate a cell such as =1+1.
  const rowText = (row: readonly unknown[]) => stringify([row], { escape_formulas: true, cast: { boolean: String } });
  const columns = table === undefined ? [] : inputColumns(table);
  const header = rowText([...RESULTS_COLUMNS, ...columns.map(({ name }) => name)]);
  let size = checkFile(file, others, header);
  let writeError: ResultsFileError | undefined;
  const add: ResultsFile['add'] = ({ values, row = '[]' }, { outcome, attempts, status, maybePerformed, reason }) => {
    if (writeError !== undefined) return;
    const cells: readonly string[] = JSON.parse(row);
    const text = rowText([
      ...[new Date().toISOString(), ...run, visibleText(idOf(values) ?? ''), outcome, attempts, status],
      ...[maybePerformed, visibleText(reason ?? ''), ...columns.map(({ from }) => cells[from] ?? '')],
    ]);
    try {
      size = append(file, size, size === 0 ? header + text : text);
    } catch (error) {
      writeError = new ResultsFileError(unwritable(file, error));
    }
  };
  return { add, error: () => writeError };
}

/**
 * Returns the columns of a CSV file for the results file. If the CSV file is the results file of an earlier run, these
 * are the columns that the earlier run took from its CSV file.
 */
function inputColumns({ names, position }: CsvTable): { readonly name: string; readonly from: number }[] {
  const isResultsFile = RESULTS_COLUMNS.every((name) => names.includes(name));
  return names.flatMap((name, from) => {
    if (!RESULTS_COLUMNS.includes(name)) return { name, from };
    return isResultsFile || (name === 'id' && from === position) ? [] : { name: `input_${name}`, from };
  });
}

/** Checks the file. Returns its size; 0 if it does not exist. */
function checkFile(file: string, others: readonly (string | undefined)[], header: string): number {
  if (extname(file) !== '.csv') throw new UsageError('--results must be a file whose name ends with .csv');
  if (others.some((other) => other !== undefined && realPath(other) === realPath(file))) {
    throw new UsageError('--results must not be the file of another option');
  }
  const isNew = !existsSync(file);
  if (!isNew && !statSync(file).isFile()) {
    throw new UsageError('--results must be a regular file, not a device or a pipe');
  }
  try {
    accessSync(isNew ? dirname(file) : file, constants.W_OK | constants.R_OK);
  } catch (error) {
    throw new UsageError(unwritable(file, error));
  }
  const { size } = isNew ? { size: 0 } : statSync(file);
  if (size === 0) return 0;
  if (readBytes(file, 0, Buffer.byteLength(header)) !== header) {
    throw new UsageError(
      '--results must be a new file or a results file with the columns of this run; choose another name',
    );
  }
  if (readBytes(file, size - 1, 1) !== '\n') {
    throw new UsageError(
      '--results must be a file whose last row is complete; complete the row, or choose another name',
    );
  }
  return size;
}

function readBytes(file: string, start: number, length: number): string {
  const descriptor = openSync(file, 'r');
  const bytes = Buffer.alloc(length);
  readSync(descriptor, bytes, 0, length, start);
  closeSync(descriptor);
  return String(bytes);
}

/** Returns the path without symbolic links if the file exists. */
const realPath = (file: string): string => (existsSync(file) ? realpathSync(file) : resolve(file));

/** Returns the reason of an error of the file system, such as `ENOENT`. */
export const fileReason = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).message;

const unwritable = (file: string, error: unknown): string =>
  `--results must be a file that can be written (${file}: ${fileReason(error)}); make it writable,` +
  ' or choose another file';

/** Appends a text to a file, which must have the size that this run left. Returns the new size. */
function append(file: string, size: number, text: string): number {
  // Rows of two runs at the same time would mix, and another file lacks the earlier rows.
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) !== size) {
    throw new Error('another program has deleted, moved or changed it');
  }
  appendFileSync(file, text, { mode: MODE });
  return size + Buffer.byteLength(text);
}
