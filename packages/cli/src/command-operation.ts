// Imports only types, because the scripts run this module as TypeScript, and Node.js does not resolve `.js` specifiers to
// TypeScript files.
import type { CatalogueEntry } from '#generated/catalogue.js';

/** One operation of the OpenAPI document, as `npm run generate` writes it for the command line. */
export interface CommandOperation extends CatalogueEntry {
  readonly id: string;
  /** Why the operation has no command; `null` if it has one. */
  readonly obstacle: string | null;
  /**
   * The words of the command: the segments of the path that are not parameters, and then the kind of the operation, for
   * example `shelves books delete`. If one command starts with all words of another command, both have only one word:
   * the operation id. The built-in command keeps its words. Empty if the operation has no command.
   */
  readonly words: readonly string[];
  readonly description: string;
  readonly pathParameters: readonly string[];
  readonly query: readonly { readonly name: string; readonly required: boolean }[];
  /** The JSON body with its media type; `null` if the document shows none. */
  readonly body: { readonly required: boolean; readonly type: string } | null;
  /** Id of the operation that reads the item of the path; `null` if the document has none. */
  readonly reader: string | null;
  /** Id of the operation that lists the items of the path; `null` if the document has none. */
  readonly list: string | null;
  /** Name of the field with the items, if the operation returns a list in an object. */
  readonly itemsField: string | null;
}

/** Whether an operation changes the tenant. */
export const changesTenant = ({ method }: CommandOperation): boolean => method !== 'GET' && method !== 'HEAD';

/** Whether a command makes one call for each of many ids: its path has exactly one parameter. */
export const isBulk = ({ pathParameters }: CommandOperation): boolean => pathParameters.length === 1;

export const commandName = ({ words }: CommandOperation): string => words.join(' ');

/** Returns a command with the names of its parameters, such as `books delete <id>...`. */
export function usageOf(operation: CommandOperation): string {
  const parameters = operation.pathParameters.map((name) => `<${name}>`).join(' ');
  const suffix = isBulk(operation) ? '...' : '';
  return `${commandName(operation)} ${parameters}${suffix}`.trimEnd();
}

/** Returns the message that an operation has no command. */
export const obstacleText = ({ id, method, path, obstacle }: CommandOperation): string =>
  `${id} (${method} ${path}) has no command: ${obstacle}`;

/** The name of a command that calls no operation of the OpenAPI document. */
export interface BuiltInCommand {
  readonly words: readonly string[];
  readonly summary: string;
}

/** The built-in command. `npm run generate` gives no operation a command that starts with all its words. */
export const authStatusCommand: BuiltInCommand = {
  words: ['auth', 'status'],
  summary: 'Show the scopes and the expiry of an access token',
};
