import type { CommandArguments } from '../command-arguments.js';
import type { CommandContext } from '../command-context.js';
import { type CommandOperation, isBulk } from '../command-operation.js';
import { UsageError } from '../exit-status.js';
import { checkId } from './check-id.js';
import { inputName, readText } from './read-text.js';

/** The values of the path parameters of one call, in the order of the path. */
export type ItemValues = readonly string[];

/** Returns the values of an item as one text; `null` if the path has no parameter. */
export const idOf = (item: ItemValues): string | null => (item.length === 0 ? null : item.join(' '));

/**
 * Reads the items of an invocation: the ids in the arguments, in a CSV file or on stdin, or the values of all path
 * parameters. Returns each item once, in the order of the input, and the number of ids that repeat an earlier id.
 *
 * @throws UsageError If the input contains no id, if the ids have two sources, or if an id is not valid.
 */
export async function readItems(operation: CommandOperation, args: CommandArguments, context: CommandContext) {
  if (!isBulk(operation)) {
    const { pathParameters } = operation;
    const item: ItemValues = args.values.map((value, index) => checkId(value, pathParameters[index] ?? ''));
    return { items: [item], duplicates: 0 };
  }
  const ids = await readIds(args, context);
  const items: ItemValues[] = [...new Set(ids)].map((id) => [id]);
  return { items, duplicates: ids.length - items.length };
}

async function readIds({ values, options }: CommandArguments, context: CommandContext): Promise<string[]> {
  const { csv, column } = options;
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
