import { closeSync, existsSync, openSync, readFileSync, realpathSync, statSync, writeSync } from 'node:fs';
import { appendFile, open, writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { UsageError } from '../exit-status.js';
import type { ItemResult } from '../item-result.js';
import { visibleJson, visibleText } from '../visible-text.js';

/** Only the owner may read the file, because ids can be confidential. */
const MODE = 0o600;

/**
 * Checks before the first call that the file of an option can be written.
 *
 * @param others Files of other options. The command must not overwrite them.
 * @param columns Names of the columns, to recognize the file of an earlier run.
 * @param initial Text that is written to an empty file.
 * @throws UsageError If the extension is not `.csv` or `.json`, if another option has the file, if it exists and is not
 *   from an earlier run, or if it cannot be written.
 */
async function checkOutputFile(
  option: '--failures' | '--results',
  file: string,
  others: readonly (string | undefined)[],
  columns: readonly string[],
  initial = '',
): Promise<void> {
  const extension = extname(file);
  if (extension !== '.csv' && extension !== '.json') {
    throw new UsageError(`${option} must be a file whose name ends with .csv or .json`);
  }
  if (others.some((other) => other !== undefined && realPath(other) === realPath(file))) {
    throw new UsageError(`${option} must not be the file of another option`);
  }
  if (existsSync(file) && !statSync(file).isFile()) {
    throw new UsageError(`${option} must be a regular file, not a device or a pipe`);
  }
  try {
    const opened = await open(file, 'a+', MODE);
    const text = await opened.readFile('utf8').finally(() => opened.close());
    const start = extension === '.csv' ? `${columns.join()}\n` : `\\[\\s*(\\]|\\{\\s*"${columns[0]}":)`;
    if (text !== '' && !new RegExp(`^${start}`).test(text)) {
      const kind = option.slice('--'.length);
      throw new UsageError(`${option} must be a new file or the ${kind} file of an earlier run; choose another name`);
    }
    if (text === '') await appendFile(file, initial);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(unwritable(option, file, error));
  }
}

/** Returns the path without symbolic links if the file exists. */
const realPath = (file: string): string => (existsSync(file) ? realpathSync(file) : resolve(file));

/** Returns the reason of an error of the file system, such as `ENOENT`. */
export const fileReason = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).message;

/** Returns the message for the file of an option that cannot be written. */
const unwritable = (option: string, file: string, error: unknown): string =>
  `${option} must be a file that can be written (${file}: ${fileReason(error)}); make it writable,` +
  ' or choose another file';

const FAILURES_COLUMNS = ['id', 'outcome', 'status', 'reason'];

/** Checks before the first call that the file of `--failures` can be written. See {@link checkOutputFile}. */
export const checkFailuresFile = (file: string, others: readonly (string | undefined)[]): Promise<void> =>
  checkOutputFile('--failures', file, others, FAILURES_COLUMNS);

/** A failed or unfinished item in a failures file. */
export type FailureRow = Omit<ItemResult, 'outcome' | 'data'> & { readonly outcome: 'failed' | 'unfinished' };

/** Writes failed and unfinished items, as CSV or as JSON, depending on the extension of the file. */
export async function writeFailures(file: string, failures: readonly FailureRow[]): Promise<void> {
  const rows = failures.map(({ id, outcome, status = null, reason = '' }) => ({ id, outcome, status, reason }));
  const text = extname(file) === '.csv' ? await csvText(rows) : `${visibleJson(rows)}\n`;
  await writeFile(file, text, { mode: MODE });
}

async function csvText(rows: readonly { readonly id: string | null; readonly reason: string }[]): Promise<string> {
  // Load the CSV library only if the command needs it.
  const { stringify } = await import('csv-stringify/sync');
  return stringify(
    rows.map((row) => ({ ...row, id: visibleText(row.id ?? ''), reason: visibleText(row.reason) })),
    // A spreadsheet would evaluate a text such as =1+1, which a server could send.
    { header: true, columns: FAILURES_COLUMNS, escape_formulas: true },
  );
}

/** Names of the columns of a CSV file, and of the properties in a JSON file. */
const RESULTS_COLUMNS = ['time', 'dryRun', 'id', 'outcome', 'attempts', 'status', 'reason'];

/** The end of a JSON file. Each row replaces the end, so that the file is valid JSON after each row. */
const JSON_END = '\n]\n';

const CHANGED = 'another program has deleted, moved or changed it';

/** The error of a row that could not be written to the file of `--results`. */
export class ResultsFileError extends Error {
  override readonly name = 'ResultsFileError';
}

export interface ResultsFile {
  /** Returns why a row could not be written. Later rows are not written, because the last row can be incomplete. */
  error(): ResultsFileError | undefined;
  /** Adds the result of an item. An unfinished item has no number of attempts: its call can have been aborted. */
  add(result: Omit<ItemResult, 'outcome'> & { outcome: ItemResult['outcome'] | 'unfinished'; attempts?: number }): void;
}

/**
 * Prepares the file of `--results`, which keeps the rows of earlier runs.
 *
 * @throws UsageError If the file cannot be used.
 */
export async function openResults(
  file: string,
  others: readonly (string | undefined)[],
  dryRun: boolean,
): Promise<ResultsFile> {
  const isCsv = extname(file) === '.csv';
  const end = isCsv ? '' : JSON_END;
  await checkOutputFile('--results', file, others, RESULTS_COLUMNS, isCsv ? `${RESULTS_COLUMNS.join()}\n` : `[${end}`);
  // Load the CSV library only if the command needs it.
  const { stringify } = await import('csv-stringify/sync');
  if (!readFileSync(file, 'utf8').endsWith(end || '\n')) {
    throw new UsageError(
      '--results must be a file whose last row is complete; complete the row, or choose another name',
    );
  }
  let { size } = statSync(file);
  let writeError: ResultsFileError | undefined;
  const add: ResultsFile['add'] = ({ id, outcome, attempts = null, status = null, reason = '' }) => {
    if (writeError !== undefined) return;
    const row = { time: new Date().toISOString(), dryRun, id, outcome, attempts, status, reason: visibleText(reason) };
    // A spreadsheet would evaluate an id such as =1+1.
    const format = { columns: RESULTS_COLUMNS, escape_formulas: true, cast: { boolean: String } };
    try {
      const separator = size > `[${end}`.length ? ',\n' : '\n';
      const text = isCsv ? stringify([row], format) : separator + visibleText(JSON.stringify(row));
      size = replaceEnd(file, size, end, text + end);
    } catch (error) {
      writeError = new ResultsFileError(unwritable('--results', file, error));
    }
  };
  return { add, error: () => writeError };
}

/** Replaces the end of a file, which must have the size that this run left. Returns the new size. */
function replaceEnd(file: string, size: number, end: string, text: string): number {
  // Two runs that write at the same time would replace rows of each other, and another file lacks the earlier rows.
  if (statSync(file, { throwIfNoEntry: false })?.size !== size) throw new Error(CHANGED);
  const descriptor = openSync(file, 'r+');
  try {
    const start = size - end.length;
    const written = writeSync(descriptor, text, start);
    if (written < Buffer.byteLength(text)) throw new Error('the row was cut off');
    return start + written;
  } finally {
    closeSync(descriptor);
  }
}
