import { pipeline } from 'node:stream/promises';
import { type CsvError, parse as createParser, type Options } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { didYouMean } from '../../../../common/closest-name.js';
import { UsageError } from '../exit-status.js';
import { checkId } from './check-id.js';

/** Spreadsheets write one of these delimiters, depending on the language of the user. */
const DELIMITERS = [',', ';', '\t'];

/** Matches a first line such as `sep=;`, with which Excel chooses the delimiter. */
const SEPARATOR = /^"?sep=(.)"?[\r\n]/i;

/** Matches the apostrophe that `--results` writes before an id that a spreadsheet would evaluate as a formula. */
const FORMULA_QUOTE = /^'(?=[=+\-@＝＋－＠])/;

/** Matches what a spreadsheet makes of a long number, such as 1.23E+15: the other digits are lost. */
const ROUNDED = /^\d([.,]\d+)?E\+\d+$/;

/** Number of characters that contain the header row. */
const HEAD_LENGTH = 65_536;

/** Number of characters of the names of columns in a message. */
const SHOWN_LENGTH = 300;

export interface CsvOptions {
  /** Name of the file in messages. */
  readonly name: string;
  /** Name of the column with the ids. @default `'id'` */
  readonly column?: string | undefined;
  /** Whether rows without an id are skipped. */
  readonly skipsEmpty?: boolean;
  /** Whether the result has the rows. */
  readonly keepsRows?: boolean;
}

/**
 * Reads the ids in a column of a CSV text, each once. The first row must contain the names of the columns. Rows whose
 * cells are all empty are blank lines. Cells that are missing at the end of a row are empty.
 *
 * @param parts The text, in parts, so that a large file is never in memory.
 * @throws UsageError If the text has no such column, or if a row has no valid id.
 */
export async function readCsvIds(parts: AsyncGenerator<string, void, undefined>, options: CsvOptions) {
  const { name, column = 'id', skipsEmpty, keepsRows } = options;
  let head = '';
  while (head.length < HEAD_LENGTH) {
    const { done, value } = await parts.next();
    if (done) break;
    head += value;
  }
  const { names, position, format } = findHeader(head, name, column);
  const namesOfFile = namesKey(names);
  const ids = new Set<string>();
  /** The row of each id as JSON, because a million arrays need several times the memory. */
  const rows: string[] = [];
  let [duplicates, skipped, twice] = [0, 0, 0];
  const addRow = (row: readonly string[], place: string) => {
    if (row.slice(names.length).some((cell) => cell.trim() !== '')) {
      throw new UsageError(
        `${place} must have as many cells as the header row; if a cell contains the delimiter,` +
          ' put quotes around the cell',
      );
    }
    // Exports that were joined have several header rows, perhaps from tools that order or write the names differently.
    const first = JSON.stringify(row[0]?.trim().toLowerCase() ?? '');
    if (namesOfFile.includes(first) && namesKey(row) === namesOfFile) {
      throw new UsageError(
        `${place} must not repeat the header row; remove the line if the rows below have the same columns`,
      );
    }
    const id = (row[position] ?? '').trim().replace(FORMULA_QUOTE, '');
    if (id === '' && skipsEmpty) skipped += 1;
    else if (ids.has(checkCell(id, place))) duplicates += 1;
    else {
      ids.add(id);
      if (keepsRows) rows.push(JSON.stringify(row));
    }
  };
  const parser = createParser({
    ...format,
    from: 2,
    // Without a result, the row does not become an item of the stream.
    on_record: (row, { lines }) => {
      // The parser counts a CRLF in quotes as two lines.
      twice += row.join('').split('\r\n').length - 1;
      addRow(row, `line ${lines - twice} of ${name}`);
    },
  });
  const all = async function* () {
    yield head;
    yield* parts;
  };
  await pipeline(all, parser.resume()).catch((error: Partial<CsvError> & { readonly lines?: number }) => {
    // Replace the message of csv-parse, because that message quotes a value of the file.
    throw /^(CSV|INVALID)_/.test(error.code ?? '') ? invalidQuotes(name, error.lines ?? 1) : error;
  });
  return { ids: [...ids], duplicates, skipped, table: { names, position, rows } };
}

function checkCell(id: string, place: string): string {
  if (id === '') throw new UsageError(`${place}: the id must not be empty; --skip-empty skips rows without an id`);
  if (ROUNDED.test(id)) {
    throw new UsageError(`${place}: a spreadsheet has rounded the id; in the source, format the column as text`);
  }
  return checkId(id, place);
}

/** Returns a text that is the same for rows with the same cells in another order or letter case. */
const namesKey = (cells: readonly string[]): string =>
  JSON.stringify(cells.map((cell) => cell.trim().toLowerCase()).toSorted());

/** A format, and the names of the columns if the delimiter of the format separates the header row. */
interface Header {
  readonly format: Options<string[]>;
  readonly names: readonly string[];
}

function findHeader(head: string, name: string, column: string) {
  const separator = SEPARATOR.exec(head)?.[1];
  const formats = (separator === undefined ? DELIMITERS : [separator]).map((delimiter) => ({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    from_line: separator === undefined ? 1 : 2,
    relax_column_count: true,
    skip_records_with_empty_values: true,
  }));
  const headers = formats.flatMap((format) => headerRow(head, format));
  const header = headers.find(({ names }) => names.includes(column));
  if (header === undefined) {
    if (headers.length === 0) throw invalidQuotes(name, separator === undefined ? 1 : 2);
    throw unknownColumn(headers, name, column, separator);
  }
  const position = header.names.indexOf(column);
  if (header.names.lastIndexOf(column) !== position) {
    throw new UsageError(`${name}: the header row must contain the column "${column}" only once`);
  }
  return { ...header, position };
}

/** Reads the header row. Returns an empty list if the row has quotes that are not valid with the delimiter. */
function headerRow(head: string, format: Header['format']): Header[] {
  try {
    const [row = []]: string[][] = parse(head, { ...format, to: 1 });
    return [{ format, names: row.map((cell) => cell.trim()) }];
  } catch {
    return [];
  }
}

const invalidQuotes = (name: string, line: number): UsageError =>
  new UsageError(`${name} must be valid CSV; the quotes in line ${line} are not valid`);

function unknownColumn(headers: readonly Header[], name: string, column: string, separator?: string): UsageError {
  // The right delimiter is the delimiter that splits the row into the most columns.
  const [{ names }] = headers.toSorted((a, b) => b.names.length - a.names.length) as [Header];
  if (names.length === 0) return new UsageError(`${name} must have a header row; the input is empty`);
  const shown = names.map((one) => JSON.stringify(one)).join(', ');
  const delimiters =
    separator === undefined ? 'commas, semicolons or tabs' : 'the character after "sep=" in the first line';
  return new UsageError(
    `${name} must have the column "${column}" in its first row${didYouMean(column, names) || '.'}` +
      ' With --column, pass the name of the column that contains the ids. Columns: ' +
      `${shown.length > SHOWN_LENGTH ? `${shown.slice(0, SHOWN_LENGTH)}…` : shown}; they must be separated by` +
      ` ${delimiters}. If the file has no header row, pass its ids on stdin, one per line`,
  );
}
