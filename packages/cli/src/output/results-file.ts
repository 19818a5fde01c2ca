import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { extname } from 'node:path';
import { UsageError } from '../exit-status.js';
import type { ItemResult } from '../job/item-result.js';
import { visibleText } from '../visible-text.js';
import { checkOutputFile, unwritable } from './output-file.js';

/** Names of the columns of a CSV file, and of the properties in a JSON file. */
const COLUMNS = ['time', 'dryRun', 'id', 'outcome', 'attempts', 'status', 'reason'];

/** The end of a JSON file. Each row replaces the end, so that the file is valid JSON after each row. */
const JSON_END = '\n]\n';

const CHANGED = 'another program has deleted, moved or changed it';

/** The error of a row that could not be written to the file of `--results`. */
export class ResultsFileError extends Error {
  override readonly name = 'ResultsFileError';
}

/** The file of `--results`. */
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
  await checkOutputFile('--results', file, others, COLUMNS, isCsv ? `${COLUMNS.join()}\n` : `[${end}`);
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
    const format = { columns: COLUMNS, escape_formulas: true, cast: { boolean: String } };
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
