import { visibleText } from '../visible-text.js';

type DataRow = Readonly<Record<string, unknown>>;

const isDataRow = (value: unknown): value is DataRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (value: unknown): value is readonly DataRow[] =>
  Array.isArray(value) && value.length > 0 && value.every(isDataRow);

const cellText = (value: unknown): string =>
  visibleText(typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value));

/**
 * Returns the lines for the data of a response: a table for a list of objects, one line for each field of an object,
 * or one line with any other value.
 *
 * @param itemsField Name of the field that contains the items, if the document describes a list in an object.
 */
export function dataLines(data: unknown, itemsField: string | null = null): string[] {
  if (isList(data)) return tableLines(data);
  if (!isDataRow(data)) return [cellText(data)];
  const { [itemsField ?? '']: items, ...others } = data;
  return itemsField !== null && isList(items) ? [...tableLines(items), ...fieldLines(others)] : fieldLines(data);
}

const fieldLines = (data: DataRow): string[] =>
  aligned(Object.entries(data).map(([name, value]) => [visibleText(name), cellText(value)]));

/**
 * Returns a table. It has a column for each field whose value is never an object or a list. If no field is like this, it
 * has a column for each field.
 */
function tableLines(rows: readonly DataRow[]): string[] {
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
