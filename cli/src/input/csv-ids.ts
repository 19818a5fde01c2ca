import { type CsvError, parse } from 'csv-parse/sync';
import { closestName } from '../../../src/closest-name.js';
import { UsageError } from '../usage-error.js';
import { visibleText } from '../visible-text.js';
import { checkId } from './check-id.js';

/** Spreadsheets write one of these delimiters, depending on the language of the user. */
const DELIMITERS = [',', ';', '\t'];

/** Matches the apostrophe that `--failures` writes before an id that a spreadsheet would evaluate as a formula. */
const FORMULA_QUOTE = /^'(?=[=+\-@])/;

/** A row, with the line at which it ends. */
interface Row {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * Reads the ids in a column of a CSV text. The first row must contain the names of the columns.
 *
 * @param name Name of the file in messages.
 * @param wanted Name of the column.
 * @throws UsageError If the text has no such column, or if a row has no valid id.
 */
export function readCsvIds(text: string, name: string, wanted = 'id'): string[] {
  const headers = DELIMITERS.map((delimiter) => ({
    delimiter,
    names: (parseRows(text, name, delimiter, 1)[0]?.record ?? []).map((cell) => cell.trim()),
  }));
  const header = headers.find(({ names }) => names.includes(wanted));
  if (header === undefined) throw unknownColumn(headers, name, wanted);
  const position = header.names.indexOf(wanted);
  if (header.names.lastIndexOf(wanted) !== position) {
    throw new UsageError(`${name}: the header row must contain the column only once`);
  }
  return parseRows(text, name, header.delimiter)
    .slice(1)
    .map(({ record, info }) =>
      checkId((record[position] ?? '').trim().replace(FORMULA_QUOTE, ''), `line ${info.lines} of ${name}`),
    );
}

function parseRows(text: string, name: string, delimiter: string, to = -1): Row[] {
  try {
    const options = { delimiter, to, info: true, relax_column_count: true, skip_empty_lines: true } as const;
    // The cast is safe: with the option `info`, each record is such an object.
    return parse(text, options) as unknown as Row[];
  } catch (error) {
    // The message of csv-parse quotes a value.
    const { lines } = error as CsvError & { readonly lines?: number };
    throw new UsageError(`${name} must be valid CSV; the quotes in line ${lines ?? 1} are not valid`);
  }
}

function unknownColumn(
  headers: readonly { readonly names: readonly string[] }[],
  name: string,
  wanted: string,
): UsageError {
  // The right delimiter is the delimiter that splits the row into the most columns.
  const [{ names }] = headers.toSorted((a, b) => b.names.length - a.names.length) as [{ names: string[] }];
  const closest = closestName(wanted, names);
  const hint = closest === undefined ? '' : `; did you mean "${visibleText(closest)}"?`;
  return new UsageError(
    `${name} must have the column "${visibleText(wanted)}" in its first row${hint || '.'}` +
      ` Pass the name of the column with --column; the first row has ${names.length} columns.` +
      ' If the file has no header row, pass its ids on stdin, one per line',
  );
}
