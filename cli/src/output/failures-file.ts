import { open, writeFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import type { ItemResult } from '../job/outcome.js';
import { UsageError } from '../usage-error.js';
import { visibleJson, visibleText } from '../visible-text.js';

/** Only the owner may read the file, because ids can be confidential. */
const MODE = 0o600;

/**
 * Checks before the first call that the file of `--failures` can be written.
 *
 * @param inputs Files that the command reads. The failures must not overwrite them.
 * @throws UsageError If the extension is not `.csv` or `.json`, if the file is an input, or if it cannot be written.
 */
export async function checkFailuresFile(file: string, inputs: readonly (string | undefined)[]): Promise<void> {
  if (!['.csv', '.json'].includes(extname(file))) {
    throw new UsageError('--failures must be a file whose name ends with .csv or .json');
  }
  if (inputs.some((input) => input !== undefined && resolve(input) === resolve(file))) {
    throw new UsageError('--failures must not be the file of --csv or --journal');
  }
  try {
    await (await open(file, 'a', MODE)).close();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`--failures must be a file that can be written; opening it failed with ${code}`);
  }
}

/** Writes the failed items with their reasons, as CSV or as JSON, depending on the extension of the file. */
export async function writeFailures(file: string, failures: readonly ItemResult[]): Promise<void> {
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
    { header: true, columns: ['id', 'outcome', 'status', 'reason'], escape_formulas: true },
  );
}
