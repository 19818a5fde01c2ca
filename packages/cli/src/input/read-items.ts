import type { CommandArguments } from '../command-arguments.js';
import type { CommandContext } from '../command-context.js';
import { type CommandOperation, isBulk } from '../command-operation.js';
import { UsageError } from '../exit-status.js';
import { checkId } from './check-id.js';
import { inputName, readParts, readText } from './read-text.js';

/** The values of the path parameters of one call, in the order of the path. */
export type ItemValues = readonly string[];

/** Returns the values of an item as one text; `null` if the path has no parameter. */
export const idOf = (item: ItemValues): string | null => (item.length === 0 ? null : item.join(' '));

/** The rows of a CSV file. */
export interface CsvTable {
  readonly names: readonly string[];
  /** Position of the column with the ids. */
  readonly position: number;
  /** The row of each item as JSON; empty without `--results`. */
  readonly rows: readonly string[];
}

/** The items of a command, in the order of the input and each once. */
export interface Input {
  readonly size: number;
  /** Creates the values of an item. A million arrays would need more memory than the ids. */
  at(index: number): ItemValues;
  /** Number of ids that repeat an earlier id. */
  readonly duplicates: number;
  /** Number of rows without an id, with `--skip-empty`. */
  readonly skipped: number;
  readonly table?: CsvTable;
}

/**
 * Reads the items of an invocation: the ids in the arguments, in a CSV file or on stdin, or the values of all path
 * parameters.
 *
 * @throws UsageError If the input contains no id, if the ids have two sources, or if an id is not valid.
 */
export async function readItems(
  operation: CommandOperation,
  args: CommandArguments,
  context: CommandContext,
): Promise<Input> {
  if (!isBulk(operation)) {
    const { pathParameters } = operation;
    const item: ItemValues = args.values.map((value, index) => checkId(value, pathParameters[index] ?? ''));
    return { size: 1, at: () => item, duplicates: 0, skipped: 0 };
  }
  const { ids, ...others } = await readIds(args, context);
  return { size: ids.length, at: (index) => ids.slice(index, index + 1), ...others };
}

async function readIds({ values, options }: CommandArguments, context: CommandContext) {
  const { csv, column, skipEmpty, results } = options;
  if (csv !== undefined) {
    if (values.length > 0) throw new UsageError('pass the ids either as arguments or with --csv');
    const name = inputName(csv);
    // Load the CSV library only if the command needs it.
    const { readCsvIds } = await import('./csv-ids.js');
    const format = { name, column, skipsEmpty: skipEmpty === true, keepsRows: results !== undefined };
    const input = await readCsvIds(readParts(csv, context), format);
    if (input.ids.length > 0) return input;
    throw new UsageError(`${name} must have at least one ${input.skipped > 0 ? 'id' : 'row'} below the header row`);
  }
  if (column !== undefined) throw new UsageError('--column needs --csv <file>');
  if (skipEmpty) throw new UsageError('--skip-empty needs --csv <file>');
  const all = await readPlainIds(values, context);
  const ids = [...new Set(all)];
  return { ids, duplicates: all.length - ids.length, skipped: 0 };
}

async function readPlainIds(values: readonly string[], context: CommandContext): Promise<string[]> {
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
