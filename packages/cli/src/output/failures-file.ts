import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { ItemResult } from '../job/item-result.js';
import { visibleJson, visibleText } from '../visible-text.js';
import { checkOutputFile, MODE } from './output-file.js';

/** Names of the columns of a CSV file. */
const COLUMNS = ['id', 'outcome', 'status', 'reason'];

/** Checks before the first call that the file of `--failures` can be written. See {@link checkOutputFile}. */
export const checkFailuresFile = (file: string, others: readonly (string | undefined)[]): Promise<void> =>
  checkOutputFile('--failures', file, others, COLUMNS);

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
    { header: true, columns: COLUMNS, escape_formulas: true },
  );
}
