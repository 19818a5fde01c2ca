/** One operation of the OpenAPI document, as `npm run generate` writes it for the command line. */
export interface Operation {
  readonly id: string;
  /**
   * The words of the command: the segments of the path without parameters, and the kind of the operation, such as
   * `shelves books delete`. If these words are ambiguous, the only word is the operation id.
   */
  readonly words: readonly string[];
  /** HTTP method in upper case. */
  readonly method: string;
  /** Path template, relative to the base URL. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /**
   * Alternative lists of scopes: the token needs all scopes of at least one list. `null` if the document does not show
   * the scopes.
   */
  readonly scopes: readonly (readonly string[])[] | null;
  /** Release lifecycle; `null` if the document does not show it. */
  readonly lifecycle: string | null;
  readonly deprecated: boolean;
  /** Meaning of each documented status code, range (`2XX`) and `default`. */
  readonly statuses: Readonly<Record<string, string>>;
  /** Facts about the operation that the source of the document does not show. */
  readonly notShown: readonly string[];
  /** Names of the path parameters, in the order of the path. */
  readonly pathParameters: readonly string[];
  readonly query: readonly { readonly name: string; readonly required: boolean }[];
  /** `null` if the document shows no request body. */
  readonly body: { readonly required: boolean; readonly mediaTypes: readonly string[] } | null;
  /** Id of the operation that reads the item of the path; `null` if the document has none. */
  readonly reader: string | null;
  /** Id of the operation that lists the items of the path; `null` if the document has none. */
  readonly list: string | null;
}

/** Whether an operation changes the tenant. */
export const changesTenant = ({ method }: Operation): boolean => method !== 'GET' && method !== 'HEAD';

/** Whether a command makes one call for each of many ids: its path has exactly one parameter. */
export const isBulk = ({ pathParameters }: Operation): boolean => pathParameters.length === 1;

/** Returns the words of a command as one text. */
export const commandName = ({ words }: Operation): string => words.join(' ');
