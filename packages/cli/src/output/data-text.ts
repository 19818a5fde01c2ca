import { visibleText } from '../visible-text.js';

type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (value: unknown): value is readonly Row[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRow);

const cellText = (value: unknown): string =>
  visibleText(typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value));

/**
 * Returns the lines for the data of a response: a table for a list of objects, one line for each field of an object,
 * or one line with any other value.
 */
export function dataLines(data: unknown): string[] {
  if (isList(data)) return tableLines(data);
  if (!isRow(data)) return [cellText(data)];
  const fields = Object.entries(data);
  // Many APIs put a list into an object, next to the number of all items.
  const lists = fields.filter(([, value]) => isList(value));
  const [list] = lists;
  if (lists.length === 1 && list !== undefined && isList(list[1])) {
    const others = fields.filter(([name]) => name !== list[0]);
    return [...tableLines(list[1]), ...fieldLines(others)];
  }
  return fieldLines(fields);
}

function fieldLines(fields: readonly (readonly [string, unknown])[]): string[] {
  return aligned(fields.map(([name, value]) => [visibleText(name), cellText(value)]));
}

/**
 * Returns a table. It has a column for each field whose value is never an object or a list. If no field is like this, it
 * has a column for each field.
 */
function tableLines(rows: readonly Row[]): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const flat = names.filter((name) => rows.every((row) => typeof row[name] !== 'object' || row[name] === null));
  const columns = flat.length > 0 ? flat : names;
  return aligned([columns.map(visibleText), ...rows.map((row) => columns.map((name) => cellText(row[name])))]);
}

/** Pads all cells except the last of each row. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
