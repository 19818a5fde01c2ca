import { didYouMean } from '../../../../common/closest-name.js';
import type { Options } from '../command-arguments.js';
import type { CommandContext } from '../command-context.js';
import type { CommandOperation } from '../command-operation.js';
import { UsageError } from '../exit-status.js';
import { inputName, readText } from './read-text.js';

/** The parts of a request that are the same for all items. */
export interface RequestParts {
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Parsed JSON; `undefined` if the request has no body. */
  readonly body: unknown;
}

/**
 * Reads `--query` and `--body`.
 *
 * @throws UsageError If an option is not valid. The message does not contain its value.
 */
export async function readRequest(
  operation: CommandOperation,
  options: Options,
  context: CommandContext,
): Promise<RequestParts> {
  return { query: readQuery(operation, options.query ?? []), body: await readBody(operation, options.body, context) };
}

function readQuery({ query }: CommandOperation, pairs: readonly string[]): RequestParts['query'] {
  const names = query.map(({ name }) => name);
  const values = new Map<string, string[]>();
  for (const pair of pairs) {
    const end = pair.indexOf('=');
    if (end < 1) throw new UsageError('--query must be a name and a value, such as --query name=value');
    const name = pair.slice(0, end);
    if (!names.includes(name)) {
      const hint = didYouMean(name, names) || '.';
      throw new UsageError(
        `--query must start with the name of a query parameter${hint} Valid names: ${names.join(', ')}`,
      );
    }
    values.set(name, [...(values.get(name) ?? []), pair.slice(end + 1)]);
  }
  const missing = query.find(({ name, required }) => required && !values.has(name));
  if (missing !== undefined)
    throw new UsageError(`pass --query ${missing.name}=<value>; the operation requires this parameter`);
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? (all[0] ?? '') : all]));
}

async function readBody(
  { body }: CommandOperation,
  option: string | undefined,
  context: CommandContext,
): Promise<unknown> {
  if (option === undefined) {
    if (body?.required) throw new UsageError('pass --body @file.json; the operation requires a body');
    return undefined;
  }
  const file = option.startsWith('@') ? option.slice(1) : undefined;
  const text = file === undefined ? option : await readText(file, context);
  try {
    return JSON.parse(text);
  } catch {
    // The message of a syntax error quotes the text, which can contain a secret.
    const place = file === undefined ? '--body' : inputName(file);
    throw new UsageError(`${place} must be valid JSON; for a file, write --body @file.json`);
  }
}
