import type { OpenApiDocument } from 'tools-document/model';
import {
  beforeLastParameter,
  catalogueEntry,
  type DerivedOperation,
  deriveOperations,
  jsonOf,
  listOperations,
  literalSegments,
  type OperationEntry,
  otherJsonType,
  parameterNames,
  unsendable,
  unsupportedFeature,
} from 'tools-document/operations';
import { authStatusCommand, type CommandOperation } from '../src/command-operation.ts';

/** Returns the operations of a document, as the command line needs them. */
export function commandOperations(document: OpenApiDocument): CommandOperation[] {
  const all = listOperations(document);
  const obstacles = new Map(all.map((entry) => [entry.id, obstacleOf(document, entry)]));
  const entries = all.filter(({ id }) => obstacles.get(id) === undefined);
  const derived = new Map(deriveOperations(document).map((operation) => [operation.id, operation]));
  const words = unambiguousWords(
    entries.map((entry) => ({ id: entry.id, words: wordsOf(entry, derived.get(entry.id)) })),
  );
  return all.map((entry) => ({
    ...catalogueEntry(document, entry),
    id: entry.id,
    obstacle: obstacles.get(entry.id) ?? null,
    words: words.get(entry.id) ?? [],
    summary: (entry.operation.summary ?? '').trim().replaceAll(/\s+/g, ' '),
    description: (entry.operation.description ?? '').trim(),
    pathParameters: parameterNames(entry.path),
    query: entry.parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, required = false }) => ({ name, required })),
    body: bodyOf(entry),
    reader: readerOf(entry, entries, derived) ?? null,
    list: listOf(entry, entries, derived) ?? null,
    itemsField: derived.get(entry.id)?.lists?.find(({ property }) => property !== undefined)?.property ?? null,
  }));
}

/** Returns why an operation has no command; `undefined` if it has one. */
function obstacleOf(document: OpenApiDocument, entry: OperationEntry): string | undefined {
  const part = unsendable(entry.parameters, entry.operation.requestBody);
  const feature = unsupportedFeature(document, entry);
  if (part === undefined) return feature && `this program does not support ${feature}`;
  const what = part.includes('header field') ? part : `a body of the type ${part}`;
  return `the API requires ${what}, which this command cannot send. A program can, with tenant-management-client`;
}

/** Returns the words of a command: the segments of the path that are not parameters, and then the kind of the operation. */
function wordsOf({ method, path }: OperationEntry, derived: DerivedOperation | undefined): string[] {
  const segments = literalSegments(path);
  const kind = derived === undefined || derived.kind === 'sample' ? method.toLowerCase() : derived.kind;
  return [...segments, kind.replace('Singleton', '').replace('deleteAll', 'delete-all')];
}

/**
 * Replaces the words of two commands by the ids of their operations if one command starts with the words of the other.
 * The first words of an invocation then belong to at most one command, even if an id equals a word of another command.
 * The built-in command keeps its words.
 */
function unambiguousWords(
  commands: readonly { readonly id: string; readonly words: readonly string[] }[],
): Map<string, readonly string[]> {
  const ids = new Map<string, (string | undefined)[]>();
  const all = [{ id: undefined, words: authStatusCommand.words }, ...commands];
  // A space separates words, because no segment of a path contains a space.
  const textOf = (words: readonly string[]) => `${words.join(' ')} `;
  for (const { id, words } of all) {
    for (let count = 1; count <= words.length; count += 1) {
      const text = textOf(words.slice(0, count));
      ids.set(text, [...(ids.get(text) ?? []), id]);
    }
  }
  const ambiguous = new Set(
    all.flatMap(({ words }) => {
      const starting = ids.get(textOf(words)) ?? [];
      return starting.length > 1 ? starting : [];
    }),
  );
  return new Map(commands.map(({ id, words }) => [id, ambiguous.has(id) ? [commandOfId(id)] : words]));
}

/**
 * Returns the command of an operation whose command is its id. If the id equals the first word of the built-in command,
 * adds a suffix, because the command line would run the built-in command.
 */
const commandOfId = (id: string): string => (id === authStatusCommand.words[0] ? `${id}-operation` : id);

function bodyOf({ operation: { requestBody } }: OperationEntry): CommandOperation['body'] {
  if (requestBody === undefined || jsonOf(requestBody.content) === undefined) return null;
  return { required: requestBody.required ?? false, type: otherJsonType(requestBody.content) ?? 'application/json' };
}

/**
 * Finds the operation that reads the item that an operation changes. A POST has no such operation: a GET of the same
 * path does not show whether the POST is possible.
 */
function readerOf(
  { method, path }: OperationEntry,
  entries: readonly OperationEntry[],
  derived: ReadonlyMap<string, DerivedOperation>,
): string | undefined {
  if (method === 'POST') return undefined;
  const reader = entries.find((entry) => entry.method === 'GET' && entry.path === path);
  return reader && derived.get(reader.id)?.kind === 'list' ? undefined : reader?.id;
}

/** Finds the operation that lists the items of a path, such as `GET /books` for `/books/{id}`. */
function listOf(
  { path }: OperationEntry,
  entries: readonly OperationEntry[],
  derived: ReadonlyMap<string, DerivedOperation>,
): string | undefined {
  const collection = beforeLastParameter(path);
  return entries.find((entry) => entry.path === collection && derived.get(entry.id)?.kind === 'list')?.id;
}
