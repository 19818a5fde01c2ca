import { open, writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import type { ItemResult } from '../job/item-result.js';
import { UsageError } from '../usage-error.js';
import { visibleJson, visibleText } from '../visible-text.js';

/** Only the owner may read the file, because ids can be confidential. */
const MODE = 0o600;

/** Names of the columns of a CSV file. */
const COLUMNS = ['id', 'outcome', 'status', 'reason'];

/** Matches the start of a failures file that an earlier run wrote. */
const FAILURES_START = { '.csv': new RegExp(`^${COLUMNS.join()}\n`), '.json': /^\[(?:\]|\s*\{\s*"id":)/ };

/**
 * Checks before the first call that the file of `--failures` can be written.
 *
 * @param inputs Files that the command reads. The failures must not overwrite them.
 * @throws UsageError If the extension is not `.csv` or `.json`, if the file is an input, if it exists and contains
 *   something other than failures, or if it cannot be written.
 */
export async function checkFailuresFile(file: string, inputs: readonly (string | undefined)[]): Promise<void> {
  const extension = extname(file);
  if (extension !== '.csv' && extension !== '.json') {
    throw new UsageError('--failures must be a file whose name ends with .csv or .json');
  }
  if (inputs.some((input) => input !== undefined && resolve(input) === resolve(file))) {
    throw new UsageError('--failures must not be the file of --csv or --journal');
  }
  try {
    const opened = await open(file, 'a+', MODE);
    const text = await opened.readFile('utf8').finally(() => opened.close());
    if (text !== '' && !FAILURES_START[extension].test(text)) {
      throw new UsageError('--failures must be a new file or the failures file of an earlier run; choose another name');
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`--failures must be a file that can be written; opening it failed with ${code}`);
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
