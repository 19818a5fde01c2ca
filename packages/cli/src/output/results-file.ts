import { appendFileSync, closeSync, fstatSync, openSync, readFileSync, writeSync } from 'node:fs';
import { extname } from 'node:path';
import type { ItemResult } from '../job/item-result.js';
import { UsageError } from '../usage-error.js';
import { visibleText } from '../visible-text.js';
import { checkOutputFile } from './failures-file.js';

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
  await checkOutputFile('--results', file, others, COLUMNS);
  // Load the CSV library only if the command needs it.
  const { stringify } = await import('csv-stringify/sync');
  const isCsv = extname(file) === '.csv';
  const text = readFileSync(file, 'utf8');
  if (text === '') appendFileSync(file, isCsv ? `${COLUMNS.join()}\n` : `[${JSON_END}`);
  else if (!text.endsWith(isCsv ? '\n' : JSON_END)) {
    throw new UsageError(
      '--results must be a file whose last row is complete; complete the row, or choose another name',
    );
  }
  return ({ id, outcome, attempts = null, status = null, reason = '' }) => {
    const row = { time: new Date().toISOString(), dryRun, id, outcome, attempts, status, reason: visibleText(reason) };
    // A spreadsheet would evaluate an id such as =1+1.
    const format = { columns: COLUMNS, escape_formulas: true, cast: { boolean: String } };
    try {
      if (isCsv) appendFileSync(file, stringify([row], format));
      else addElement(file, visibleText(JSON.stringify(row)));
    } catch (cause) {
      const problem = `${file} must be a file that can be written (${(cause as NodeJS.ErrnoException).code})`;
      throw new ResultsFileError(`--results: ${problem}; make it writable, or choose another file`, { cause });
    }
  };
}

/** Adds an element to the list in a JSON file. */
function addElement(file: string, element: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    const end = fstatSync(descriptor).size - JSON_END.length;
    writeSync(descriptor, (end > 1 ? ',\n' : '\n') + element + JSON_END, end);
  } finally {
    closeSync(descriptor);
  }
}
