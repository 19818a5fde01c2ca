import { open, writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import type { ItemResult } from '../job/item-result.js';
import { UsageError } from '../usage-error.js';
import { visibleJson, visibleText } from '../visible-text.js';

/** Only the owner may read the file, because ids can be confidential. */
const MODE = 0o600;

/** Names of the columns of a CSV file. */
const COLUMNS = ['id', 'outcome', 'status', 'reason'];

/** Checks before the first call that the file of `--failures` can be written. See {@link checkOutputFile}. */
export const checkFailuresFile = (file: string, others: readonly (string | undefined)[]): Promise<void> =>
  checkOutputFile('--failures', file, others, COLUMNS);

/**
 * Checks before the first call that the file of an option can be written.
 *
 * @param others Files of other options. The command must not overwrite them.
 * @param columns Names of the columns, to recognize the file of an earlier run.
 * @throws UsageError If the extension is not `.csv` or `.json`, if another option has the file, if it exists and is not
 *   from an earlier run, or if it cannot be written.
 */
export async function checkOutputFile(
  option: '--failures' | '--results',
  file: string,
  others: readonly (string | undefined)[],
  columns: readonly string[],
): Promise<void> {
  const extension = extname(file);
  if (extension !== '.csv' && extension !== '.json') {
    throw new UsageError(`${option} must be a file whose name ends with .csv or .json`);
  }
  if (others.some((other) => other !== undefined && resolve(other) === resolve(file))) {
    throw new UsageError(`${option} must not be the file of another option`);
  }
  try {
    const opened = await open(file, 'a+', MODE);
    const text = await opened.readFile('utf8').finally(() => opened.close());
    const start = extension === '.csv' ? `${columns.join()}\n` : `\\[\\s*(\\]|\\{\\s*"${columns[0]}":)`;
    if (text !== '' && !new RegExp(`^${start}`).test(text)) {
      const kind = option.slice('--'.length);
      throw new UsageError(`${option} must be a new file or the ${kind} file of an earlier run; choose another name`);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`${option} must be a file that can be written; opening it failed with ${code}`);
  }
}

/** An item in a failures file. */
export type Failure = Omit<ItemResult, 'outcome' | 'data'> & { readonly outcome: 'failed' | 'unfinished' };

/** Writes failed and unfinished items, as CSV or as JSON, depending on the extension of the file. */
export async function writeFailures(file: string, failures: readonly Failure[]): Promise<void> {
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
