import { type CsvError, parse } from 'csv-parse/sync';
import { didYouMean } from '../../../../common/closest-name.js';
import { UsageError } from '../exit-status.js';
import { checkId } from './check-id.js';

/** Spreadsheets write one of these delimiters, depending on the language of the user. */
const DELIMITERS = [',', ';', '\t'];

/** Matches the apostrophe that `--failures` writes before an id that a spreadsheet would evaluate as a formula. */
const FORMULA_QUOTE = /^'(?=[=+\-@＝＋－＠])/;

/** A row, with the line at which it ends. */
interface CsvRow {
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
  const headers = DELIMITERS.flatMap((delimiter) => headerRow(text, name, delimiter));
  const header = headers.find(({ names }) => names.includes(wanted));
  if (header === undefined) {
    // If no delimiter fits, the first row is not valid CSV. Parse it again to throw the error that `headerRow` ignored.
    if (headers.length === 0) parseRows(text, name, ',', 1);
    throw unknownColumn(headers, name, wanted);
  }
  const position = header.names.indexOf(wanted);
  if (header.names.lastIndexOf(wanted) !== position) {
    throw new UsageError(`${name}: the header row must contain the column "${wanted}" only once`);
  }
  return parseRows(text, name, header.delimiter)
    .slice(1)
    .map(({ record, info }) => {
      const place = `line ${info.lines} of ${name}`;
      // Exports that were joined have several header rows, perhaps from tools that order or write the names differently.
      if (namesKey(record) === namesKey(header.names)) {
        throw new UsageError(
          `${place} must not repeat the header row; remove the line if the rows below have the same columns`,
        );
      }
      return checkId((record[position] ?? '').trim().replace(FORMULA_QUOTE, ''), place);
    });
}

/** Returns a text that is the same for rows with the same cells in another order or letter case. */
const namesKey = (cells: readonly string[]): string =>
  JSON.stringify(cells.map((cell) => cell.trim().toLowerCase()).toSorted());

/** A delimiter, and the names of the columns if this delimiter separates the header row. */
interface Header {
  readonly delimiter: string;
  readonly names: readonly string[];
}

/** Reads the header row. Returns an empty list if the row has quotes that are not valid with the delimiter. */
function headerRow(text: string, name: string, delimiter: string): Header[] {
  try {
    const [row] = parseRows(text, name, delimiter, 1);
    return [{ delimiter, names: (row?.record ?? []).map((cell) => cell.trim()) }];
  } catch {
    return [];
  }
}

function parseRows(text: string, name: string, delimiter: string, to = -1): CsvRow[] {
  try {
    // An export that was added to another one can start with a byte order mark.
    const lines = text.replaceAll(/^\uFEFF/gm, '');
    const record_delimiter = ['\r\n', '\n', '\r'];
    // The cast is safe: with the option `info`, each record is such an object.
    return parse(lines, { delimiter, record_delimiter, to, info: true, skip_empty_lines: true }) as unknown as CsvRow[];
  } catch (error) {
    // Replace the message of csv-parse, because that message quotes a value of the file.
    const { code, lines = 1 } = error as CsvError & { readonly lines?: number };
    if (code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH') {
      throw new UsageError(
        `line ${lines} of ${name} must have as many cells as the header row; if a cell contains the delimiter,` +
          ' put quotes around the cell',
      );
    }
    throw new UsageError(`${name} must be valid CSV; the quotes in line ${lines} are not valid`);
  }
}

function unknownColumn(headers: readonly Header[], name: string, wanted: string): UsageError {
  // The right delimiter is the delimiter that splits the row into the most columns.
  const [{ names }] = headers.toSorted((a, b) => b.names.length - a.names.length) as [Header];
  if (names.length === 0) return new UsageError(`${name} must have a header row; the input is empty`);
  const count = names.length === 1 ? '1 column' : `${names.length} columns`;
  return new UsageError(
    `${name} must have the column "${wanted}" in its first row${didYouMean(wanted, names) || '.'}` +
      ` With --column, pass the name of the column that contains the ids. The first row has ${count}; columns` +
      ' must be separated by commas, semicolons or tabs.' +
      ' If the file has no header row, pass its ids on stdin, one per line',
  );
}
