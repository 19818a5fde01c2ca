// Learns from recordings what the document does not show, in the form of a behavior file.
import {
  addressesOf,
  type DerivedOperation,
  deriveOperations,
  documentedKey,
  groupBy,
  isObject,
  type JsonObject,
  listOperations,
  type OpenApiDocument,
  type OperationBehavior,
  type OperationEntry,
  operationFinder,
} from 'tenant-management-document';
import { parseJson } from '../parse-json.ts';
import { acceptedFields } from './accepted-fields.ts';
import { parameterValues, urlBelow } from './recorded-path.ts';
import type { Interaction, Recording } from './recordings.ts';
import { type RedactValue, redactedPaths, secretValues } from './secret-values.ts';
import { droppedFields, type Evidence, setRules } from './set-rules.ts';

/** An interaction of an operation, with its parsed bodies. */
interface Exchange {
  readonly entry: OperationEntry;
  readonly derived: DerivedOperation;
  readonly status: number;
  readonly query: URLSearchParams;
  readonly request: unknown;
  readonly response: unknown;
  /** The resource and the path parameters before the id. */
  readonly collection: string;
  readonly id: string | undefined;
}

type Operations = Record<string, OperationBehavior>;

const SOURCE = 'recorded traffic';

/** The facts that recordings show. */
export interface LearnedBehavior {
  /** The content of a behavior file. */
  readonly behavior: { readonly operations: Operations };
  /** The paths of the values that were replaced because they can be secrets. */
  readonly redacted: readonly string[];
}

/**
 * Learns the behavior of the operations from recordings: statuses, accepted fields, set fields and initial items. Values
 * that can be secrets are replaced.
 */
export function learnBehavior(document: OpenApiDocument, recordings: readonly Recording[]): LearnedBehavior {
  const { basePath } = addressesOf(document);
  const find = operationFinder(document);
  const derived = new Map(deriveOperations(document).map((operation) => [operation.id, operation]));
  const answered = recordings.map(({ interactions }) => interactions.flatMap(exchangeOf));
  const runs = answered.map((run) => run.filter(({ status }) => status < 300));
  const all = runs.flat();
  const order = listOperations(document).map(({ id }) => id);
  const learned: Operations = {};
  const add = (id: string, more: OperationBehavior) => {
    learned[id] = { ...learned[id], ...more };
  };
  const redact = secretValues(document);
  for (const [id, own] of groupBy(all, ({ entry }) => entry.id)) {
    add(id, {
      ...learnedSuccess(own, redact),
      ...learnedAccepts(document, own),
      ...learnedOmits(own),
      ...learnedKeeps(own),
    });
  }
  for (const [id, own] of groupBy(answered.flatMap(missingItems), ({ entry }) => entry.id))
    add(id, learnedMissing(own));
  const evidence = runs.flatMap((run) => evidenceOf(run, redact));
  for (const [resource, own] of groupBy(evidence, ({ success }) => success.derived.resource)) {
    if (resource === undefined) continue;
    const { id, idField } = own[0]?.success.derived ?? { id: '' };
    const rules = setRules(own, idField === undefined ? [] : [idField]);
    if (rules.length > 0) add(id, { sets: { rules, source: SOURCE } });
    const dropped = droppedFields(own);
    if (dropped.length > 0) add(id, { drops: { fields: dropped, source: SOURCE } });
    const removed = removedByNull(own);
    if (removed.length > 0) add(id, { nulls: { removed, source: SOURCE } });
  }
  for (const [id, seed] of initialItems(runs, redact)) add(id, { seed });
  const sorted = Object.entries(learned)
    .filter(([, behavior]) => Object.keys(behavior).length > 0)
    .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  const behavior = { operations: Object.fromEntries(sorted) };
  return { behavior, redacted: redactedPaths(behavior.operations) };

  function exchangeOf({ method, url, requestText, status, responseText }: Interaction): Exchange[] {
    const below = urlBelow(basePath, url);
    const entry = below && find(method, below.path);
    const operation = entry && derived.get(entry.id);
    if (below === undefined || entry === undefined || operation === undefined) return [];
    const values = parameterValues(entry.path, below.path);
    const outer = operation.outer.map((name) => values[name] ?? '');
    return [
      {
        entry,
        derived: operation,
        status,
        query: below.query,
        request: parseJson(requestText),
        response: parseJson(responseText),
        collection: [operation.resource, ...outer].join(' '),
        id: operation.idParameter === undefined ? undefined : values[operation.idParameter],
      },
    ];
  }
}

/**
 * Returns the usual status if it differs from the documented status, and the usual body if the document does not show it
 * or if the sandbox cannot derive it from the state.
 */
function learnedSuccess(own: readonly Exchange[], redact: RedactValue): Pick<OperationBehavior, 'success'> {
  const status = usualStatus(own);
  const { success, kind = 'sample' } = own[0]?.derived ?? {};
  const bodies = own.flatMap(({ response }) => (response === undefined ? [] : [response]));
  const isShown = bodies.length * 2 > own.length;
  const isItem = isShown && success?.media === undefined && own.every(showsItem);
  const isBody = isShown && !isItem && (success?.media === undefined || kind === 'sample');
  if (status === success?.status && !isItem && !isBody) return {};
  const body = isBody && { body: redact(usualValue(bodies)) };
  return { success: { status, ...(isItem && { item: true }), ...body, source: SOURCE } };
}

const usualStatus = (own: readonly Exchange[]): number =>
  [...groupBy(own, ({ status }) => status)].sort(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? 200;

/** Whether the response to a change contains the item: its id, or all fields of the request. */
function showsItem({ derived: { kind, idField }, request, response }: Exchange): boolean {
  if (!isObject(response)) return false;
  if (kind === 'create') return idField !== undefined && idField in response;
  return CHANGES.test(kind) && isObject(request) && Object.keys(request).every((name) => name in response);
}

/** Kinds of operations that store the fields of their body in an item. */
const CHANGES = /^(create|update|replace)/;

/** Returns the exchanges of a recording that concern an item that does not exist. */
function missingItems(run: readonly Exchange[]): Exchange[] {
  const deleted = new Set<string>();
  return run.flatMap((exchange) => {
    const { derived, status } = exchange;
    const key = keyOf(exchange);
    const isDeletion = derived.kind.startsWith('delete');
    const isMissing = MISSING.includes(status) || (isDeletion && status < 300 && deleted.has(key));
    if (CHANGES.test(derived.kind)) deleted.delete(key);
    else if (isDeletion && status < 300) deleted.add(key);
    return isMissing && derived.kind !== 'sample' ? [exchange] : [];
  });
}

/** Statuses of a response that mean that the item does not exist. */
const MISSING = [404, 410];

/** Returns the usual status for an item that does not exist, if it is a success or the document does not show it. */
function learnedMissing(own: readonly Exchange[]): Pick<OperationBehavior, 'missing'> {
  const status = usualStatus(own);
  const isShown = own[0] !== undefined && documentedKey(own[0].entry.operation, status) !== undefined;
  return isShown && status >= 300 ? {} : { missing: { status, source: SOURCE } };
}

/** Returns the resource, the outer ids and the id of the item that a request concerns. */
function keyOf({ derived: { kind, idField }, collection, id = '', response }: Exchange): string {
  const isCreated = kind === 'create' && isObject(response) && idField !== undefined;
  return `${collection} ${isCreated ? String(response[idField]) : id}`;
}

function learnedAccepts(document: OpenApiDocument, own: readonly Exchange[]): Pick<OperationBehavior, 'accepts'> {
  const fields = [...new Set(own.flatMap(({ entry, request }) => acceptedFields(document, entry, request)))];
  const query = [...new Set(own.flatMap(({ query: sent }) => [...sent.keys()]))].filter(
    (name) => !own[0]?.entry.parameters.some((one) => one.in === 'query' && one.name === name),
  );
  if (fields.length + query.length === 0) return {};
  return { accepts: { ...(fields.length > 0 && { fields }), ...(query.length > 0 && { query }), source: SOURCE } };
}

/** Returns the given and the shown fields of all items that requests of a recording have created. */
function evidenceOf(run: readonly Exchange[], redact: RedactValue): (Evidence & { success: Exchange })[] {
  const items = new Map<string, JsonObject>();
  const found: (Evidence & { success: Exchange })[] = [];
  for (const success of run) {
    const { derived, request, response } = success;
    const given = isObject(request) ? request : {};
    const { kind } = derived;
    const isCreation = kind === 'create' || kind === 'createSingleton' || kind === 'replaceSingleton';
    const key = keyOf(success);
    const before = items.get(key);
    if (isCreation || (kind === 'replace' && before !== undefined)) items.set(key, given);
    else if (kind.startsWith('update') && before !== undefined) items.set(key, { ...before, ...given });
    else if (!kind.startsWith('read')) continue;
    const item = items.get(key);
    if (item === undefined || !isObject(response) || success.query.has('fields')) continue;
    found.push({ given: redact(item) as JsonObject, shown: redact(response) as JsonObject, success });
  }
  return found;
}

/** Returns the fields that most responses have although the query parameter `fields` does not select them. */
function learnedKeeps(own: readonly Exchange[]): Pick<OperationBehavior, 'keeps'> {
  const selected = own.filter(({ query }) => query.has('fields') && query.get('include_fields') !== 'false');
  const names = selected.flatMap(({ query, response }) => {
    const wanted = query.getAll('fields').flatMap((one) => one.split(','));
    return isObject(response) ? Object.keys(response).filter((name) => !wanted.includes(name)) : [];
  });
  const fields = [...groupBy(names, (name) => name)].flatMap(([name, found]) =>
    found.length * 2 > selected.length ? [name] : [],
  );
  return fields.length === 0 ? {} : { keeps: { fields, source: SOURCE } };
}

/**
 * Returns the usual initial items by operation id: the state of each singleton before the first request that changes it,
 * and one item of each collection before the first request that changes the collection.
 */
function initialItems(runs: readonly (readonly Exchange[])[], redact: RedactValue) {
  const first = runs.flatMap((run) =>
    [...groupBy(run, ({ collection }) => collection).values()].flatMap((own) => {
      const success = own.find(({ derived }) => !derived.kind.startsWith('read') || derived.kind === 'readSingleton');
      const items = success === undefined || success.query.has('fields') ? undefined : itemsIn(success);
      return success === undefined || items === undefined ? [] : [{ success, items }];
    }),
  );
  return [...groupBy(first, ({ success }) => success.entry.id)].map(([id, own]) => {
    const lists = own.map(({ items }) => items);
    const filled = lists.filter(({ length }) => length > 0);
    const item = redact(usualValue(filled.map(([one]) => one))) as JsonObject;
    return [id, { items: filled.length * 2 > lists.length ? [item] : [], source: SOURCE }] as const;
  });
}

/** Returns an object with the fields that most of the objects have, or else the most recent value. */
function usualValue(values: readonly unknown[]): unknown {
  const objects = values.filter(isObject);
  if (objects.length < values.length || objects.length === 0) return values.at(-1);
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  const having = names.map((name) => ({ name, own: objects.filter((object) => name in object) }));
  return Object.fromEntries(
    having
      .filter(({ own }) => own.length * 2 > objects.length)
      .map(({ name, own }) => [name, usualValue(own.map((object) => object[name]))]),
  );
}

/** Returns the singleton or the first item of the list in a response; `undefined` for other responses. */
function itemsIn({ derived: { kind, lists = [], outer }, response }: Exchange): JsonObject[] | undefined {
  if (kind === 'readSingleton') return isObject(response) ? [response] : undefined;
  if (kind !== 'list' || outer.length > 0) return undefined;
  const found = [response, ...lists.map(({ property }) => Object(response)[property ?? ''])].find(Array.isArray);
  return found?.slice(0, 1).filter(isObject);
}

/** Returns the fields that most responses do not have after a request has set them to `null`. */
function removedByNull(evidence: readonly Evidence[]): string[] {
  const nulls = evidence.flatMap(({ given, shown }) =>
    Object.keys(given).flatMap((name) => (given[name] === null ? [{ name, isRemoved: !(name in shown) }] : [])),
  );
  return [...groupBy(nulls, ({ name }) => name)].flatMap(([name, own]) =>
    own.filter(({ isRemoved }) => isRemoved).length * 2 > own.length ? [name] : [],
  );
}

/** Returns the cursors of a list that most responses do not have, because most recorded lists have only one page. */
function learnedOmits(own: readonly Exchange[]): Pick<OperationBehavior, 'omits'> {
  const cursors = own[0]?.derived.lists?.flatMap((list) => list.fields.filter((name) => /^(next|cursor)/i.test(name)));
  const fields = [...new Set(cursors)].filter(
    (name) => own.filter(({ response }) => name in Object(response)).length * 2 < own.length,
  );
  return fields.length === 0 ? {} : { omits: { fields, source: SOURCE } };
}
