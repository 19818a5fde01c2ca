import type { CommandArguments } from '../command-arguments.js';
import type { CommandContext } from '../command-context.js';
import type { CommandOperation } from '../command-operation.js';
import { isBulk } from '../command-operation.js';
import { UsageError } from '../exit-status.js';
import { checkId } from './check-id.js';
import { inputName, readText } from './read-text.js';

/** The values of the path parameters of one call, in the order of the path. */
export type ItemValues = readonly string[];

/** Returns the values of an item as one text; `null` if the path has no parameter. */
export const idOf = (item: ItemValues): string | null => (item.length === 0 ? null : item.join(' '));

export interface Input {
  /** Each item once, in the order of the input. */
  readonly items: readonly ItemValues[];
  /** Number of ids that repeat an earlier id of the input. */
  readonly duplicates: number;
}

/**
 * Reads the items of an invocation: the ids in the arguments, in a CSV file or on stdin, or the values of all path
 * parameters.
 *
 * @throws UsageError If the input contains no id, if the ids have two sources, or if an id is not valid.
 */
export async function readItems(
  operation: CommandOperation,
  { values, options }: CommandArguments,
  context: CommandContext,
): Promise<Input> {
  if (!isBulk(operation)) {
    const { pathParameters } = operation;
    return { items: [values.map((value, index) => checkId(value, pathParameters[index] ?? ''))], duplicates: 0 };
  }
  const ids = await readIds(values, options, context);
  const distinct = [...new Set(ids)];
  return { items: distinct.map((id) => [id]), duplicates: ids.length - distinct.length };
}

async function readIds(
  values: CommandArguments['values'],
  { csv, column }: CommandArguments['options'],
  context: CommandContext,
): Promise<string[]> {
  if (csv !== undefined) {
    if (values.length > 0) throw new UsageError('pass the ids either as arguments or with --csv');
    // Load the CSV library only if the command needs it.
    const { readCsvIds } = await import('./csv-ids.js');
    const ids = readCsvIds(await readText(csv, context), inputName(csv), column);
    if (ids.length === 0) throw new UsageError(`${inputName(csv)} must have at least one row below the header row`);
    return ids;
  }
  if (column !== undefined) throw new UsageError('--column needs --csv <file>');
  if (values.length === 1 && values[0] === '-') return readLines(await readText('-', context));
  if (values.includes('-')) throw new UsageError('pass the ids either as arguments or on stdin (-)');
  if (values.length === 0) {
    throw new UsageError('pass at least one id, --csv <file> for a column of a CSV file, or - to read ids from stdin');
  }
  return values.map((value, index) => checkId(value.trim(), `id ${index + 1} of the arguments`));
}

function readLines(text: string): string[] {
  const ids = text.split(/\r\n?|\n/).flatMap((line, index) => {
    const id = line.trim();
    return id === '' ? [] : [checkId(id, `line ${index + 1} of stdin`)];
  });
  if (ids.length === 0) throw new UsageError('stdin must contain at least one id, one per line');
  return ids;
}
