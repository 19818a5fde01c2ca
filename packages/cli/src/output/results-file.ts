import { appendFileSync, closeSync, fstatSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { extname } from 'node:path';
import type { ItemResult } from '../job/item-result.js';
import { UsageError } from '../usage-error.js';
import { visibleText } from '../visible-text.js';
import { checkOutputFile, unwritable } from './failures-file.js';

/** Names of the columns of a CSV file, and of the properties in a JSON file. */
const COLUMNS = ['time', 'dryRun', 'id', 'outcome', 'attempts', 'status', 'reason'];

/** The end of a JSON file. Each row replaces the end, so that the file is valid JSON after each row. */
const JSON_END = '\n]\n';

/** Thrown if the file of `--results` cannot be written. */
export class ResultsFileError extends Error {
  override readonly name = 'ResultsFileError';
}

/**
 * Adds the result of an item to the file of `--results`. An unfinished item has no number of attempts, because its call
 * can have been aborted.
 *
 * @throws ResultsFileError If the file cannot be written.
 */
export type AddResult = (
  result: Omit<ItemResult, 'outcome'> & { outcome: ItemResult['outcome'] | 'unfinished'; attempts?: number },
) => void;

/**
 * Prepares the file of `--results`, which keeps the rows of earlier runs.
 *
 * @throws UsageError If the file cannot be used.
 */
export async function openResults(
  file: string,
  others: readonly (string | undefined)[],
  dryRun: boolean,
): Promise<AddResult> {
  const isCsv = extname(file) === '.csv';
  await checkOutputFile('--results', file, others, COLUMNS, isCsv ? `${COLUMNS.join()}\n` : `[${JSON_END}`);
  // Load the CSV library only if the command needs it.
  const { stringify } = await import('csv-stringify/sync');
  if (!readFileSync(file, 'utf8').endsWith(isCsv ? '\n' : JSON_END)) {
    throw new UsageError(
      '--results must be a file whose last row is complete; complete the row, or choose another name',
    );
  }
  let { size } = statSync(file);
  return ({ id, outcome, attempts = null, status = null, reason = '' }) => {
    const row = { time: new Date().toISOString(), dryRun, id, outcome, attempts, status, reason: visibleText(reason) };
    // A spreadsheet would evaluate an id such as =1+1.
    const format = { columns: COLUMNS, escape_formulas: true, cast: { boolean: String } };
    try {
      if (isCsv) appendFileSync(file, stringify([row], format));
      else size = addElement(file, visibleText(JSON.stringify(row)), size);
    } catch (cause) {
      throw new ResultsFileError(unwritable('--results', file, cause), { cause });
    }
  };
}

/** Adds an element to the list in a JSON file. Returns the new size. */
function addElement(file: string, element: string, size: number): number {
  const descriptor = openSync(file, 'r+');
  try {
    // Two runs that write at the same time would replace rows of each other.
    if (fstatSync(descriptor).size !== size) throw new Error('another run has changed it');
    const end = size - JSON_END.length;
    return end + writeSync(descriptor, (end > 1 ? ',\n' : '\n') + element + JSON_END, end);
  } finally {
    closeSync(descriptor);
  }
}
