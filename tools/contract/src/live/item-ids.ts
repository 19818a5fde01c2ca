import { fillTemplate, type OperationEntry } from 'tools-document/operations';
import { parseJson } from '../parse-json.ts';

/** Parameter values with which the suite may call one operation of a live tenant. */
export interface LiveId {
  /** Values by the names of the parameters. */
  readonly values: Readonly<Record<string, string>>;
  /** The option or variable that contains the values, such as `--profile`. */
  readonly source: string;
}

/** The ids of a live tenant by operation id. */
export type LiveIds = Readonly<Record<string, LiveId | undefined>>;

/** The effect of an operation on the items of a tenant, derived from its method. */
export type Effect = 'read' | 'change' | 'delete';

/** Safe methods, which change nothing (RFC 9110, section 9.2.1). */
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

export function effectOf({ method }: Pick<OperationEntry, 'method'>): Effect {
  if (SAFE_METHODS.includes(method)) return 'read';
  return method === 'DELETE' ? 'delete' : 'change';
}

/** Returns the names of the path parameters and required query parameters, in the order of the document. */
export const requiredParameters = ({ parameters }: OperationEntry): string[] =>
  parameters
    .filter(({ in: place, required }) => place === 'path' || (place === 'query' && required === true))
    .map(({ name }) => name);

/**
 * Checks an id that becomes one segment of a path.
 *
 * @param source The option or variable that contains the id, for the error message.
 * @throws Error If the id could change the path to that of another resource. The message does not contain the id.
 */
export function checkId(source: string, id: string): string {
  // After percent-encoding, an id such as isbn|book_1 is one path segment. The ids "a/b" and ".." could change the
  // path to that of another resource.
  if (/^[\w.~|-]*\w[\w.~|-]*$/.test(id) && !id.includes('..')) return id;
  throw new Error(`${source} must be one id of letters, digits, "_", "-", "~", "|" and single dots`);
}

/**
 * Reads `--id <operation id>=<id>` or `--id <operation id>=<name>=<value>,<name>=<value>`.
 *
 * @throws Error If the operation is unknown, or if the values do not fit its parameters.
 */
export function parseIdOption(text: string, entries: readonly OperationEntry[]): [operationId: string, id: LiveId] {
  const entry = entries.find(({ id }) => text.startsWith(`${id}=`));
  if (entry === undefined) {
    throw new Error('--id must start with the id of an operation of the document: --id <operation id>=<id>');
  }
  const source = `--id ${entry.id}`;
  const value = text.slice(entry.id.length + 1);
  const pairs = value.split(',').map((pair) => pair.split(/=(.*)/s));
  const isNamed = pairs.some(([, one]) => one !== undefined);
  return [
    entry.id,
    liveId(entry, source, isNamed ? Object.fromEntries(pairs.map(([name, one]) => [name, one])) : value),
  ];
}

/**
 * Reads `TENANT_IDS`, a JSON object such as `{"read_book": "b1", "read_page": {"book": "b1", "page": "2"}}`. The object
 * can name only operations that read. The ids of items to change or delete must be passed on the command line.
 *
 * @throws Error If the text is not such an object. The message does not contain the ids.
 */
export function parseIdsVariable(
  text: string,
  entries: readonly OperationEntry[],
): [operationId: string, id: LiveId][] {
  const ids = parseJson(text);
  if (typeof ids !== 'object' || ids === null || Array.isArray(ids)) {
    throw new Error('TENANT_IDS must be a JSON object such as {"<operation id>": "<id>"}');
  }
  return Object.entries(ids).map(([operationId, value]) => {
    const entry = entries.find(({ id }) => id === operationId);
    if (entry === undefined) throw new Error('TENANT_IDS must name only operations of the document');
    if (effectOf(entry) !== 'read') {
      throw new Error(`TENANT_IDS must name only operations that read: pass --id ${operationId}=<id> instead`);
    }
    return [operationId, liveId(entry, `TENANT_IDS: ${operationId}`, value)];
  });
}

/** Checks the values that the user passed for the parameters of an operation. */
function liveId(entry: OperationEntry, source: string, given: unknown): LiveId {
  const required = requiredParameters(entry);
  const [only = ''] = required;
  const rule =
    required.length === 0
      ? 'needs no id'
      : `must have exactly one value for each of these parameters: ${required.join(', ')}; for example ${example(entry)}`;
  if (typeof given === 'string' && required.length !== 1) throw new Error(`${source} ${rule}`);
  const values = typeof given === 'string' ? { [only]: given } : (given ?? {});
  const isComplete = required.every((name) => Object.hasOwn(values, name));
  if (!isComplete || Object.keys(values).length !== required.length) throw new Error(`${source} ${rule}`);
  const isInPath = (name: string) => entry.parameters.some((one) => one.in === 'path' && one.name === name);
  const checked = Object.entries(values).map(([name, value]) => {
    const where = required.length === 1 ? source : `${source}, ${name},`;
    return [name, isInPath(name) ? checkId(where, String(value)) : String(value)];
  });
  return { values: Object.fromEntries(checked), source };
}

/** Returns an example of the option for an operation, such as `--id read_page=book=<book>,page=<page>`. */
export function example(entry: OperationEntry): string {
  const names = requiredParameters(entry);
  const values = names.length === 1 ? `<${names[0]}>` : names.map((name) => `${name}=<${name}>`).join(',');
  return `--id ${entry.id}=${values}`;
}

/**
 * Checks that no operation deletes an item that the calls of other operations need.
 *
 * @throws Error If an item that one operation deletes is also passed to another operation of the same path.
 */
export function checkDeletedIds(ids: LiveIds, entries: readonly OperationEntry[]): void {
  const given = entries.flatMap((entry) => {
    const id = ids[entry.id];
    return id === undefined ? [] : [{ entry, ...id, item: itemOf(entry, id) }];
  });
  for (const deletion of given.filter(({ entry }) => effectOf(entry) === 'delete')) {
    const other = given.find(({ entry, item }) => entry !== deletion.entry && item === deletion.item);
    if (other === undefined) continue;
    throw new Error(`${deletion.source} must differ from ${other.source}, which the tests ${effectOf(other.entry)}`);
  }
}

/** Returns the path of an operation. Each parameter that has a value is replaced by the value. */
export const itemOf = ({ path }: Pick<OperationEntry, 'path'>, { values }: Pick<LiveId, 'values'>): string =>
  fillTemplate(path, (name) => values[name] ?? `{${name}}`);
