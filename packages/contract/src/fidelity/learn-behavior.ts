// Learns from recordings what the document does not show, in the form of a behavior file.
import {
  addressesOf,
  type DerivedOperation,
  deriveOperations,
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

/** A successful interaction of an operation, with its parsed bodies. */
interface Success {
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
  const runs = recordings.map(({ interactions }) => interactions.flatMap(successOf));
  const all = runs.flat();
  const order = listOperations(document).map(({ id }) => id);
  const learned: Operations = {};
  const add = (id: string, more: OperationBehavior) => {
    learned[id] = { ...learned[id], ...more };
  };
  for (const [id, own] of groupBy(all, ({ entry }) => entry.id)) {
    add(id, { ...learnedSuccess(own), ...learnedAccepts(document, own), ...learnedOmits(own), ...learnedKeeps(own) });
  }
  const redact = secretValues(document);
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

  function successOf({ method, url, requestText, status, responseText }: Interaction): Success[] {
    const below = urlBelow(basePath, url);
    const entry = below && find(method, below.path);
    const operation = entry && derived.get(entry.id);
    if (below === undefined || entry === undefined || operation === undefined || status >= 300) return [];
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

/** Returns the usual status if it differs from the documented status, and whether an undocumented body has the item. */
function learnedSuccess(own: readonly Success[]): Pick<OperationBehavior, 'success'> {
  const [usual] = [...groupBy(own, ({ status }) => status)].sort(([, one], [, other]) => other.length - one.length);
  const { success, idField, kind } = own[0]?.derived ?? {};
  const status = usual?.[0] ?? 200;
  const showsItem =
    kind === 'create' &&
    success?.media === undefined &&
    own.every(({ response }) => isObject(response) && idField !== undefined && idField in response);
  if (status === success?.status && !showsItem) return {};
  return { success: { status, ...(showsItem && { item: true }), source: SOURCE } };
}

function learnedAccepts(document: OpenApiDocument, own: readonly Success[]): Pick<OperationBehavior, 'accepts'> {
  const fields = [...new Set(own.flatMap(({ entry, request }) => acceptedFields(document, entry, request)))];
  const query = [...new Set(own.flatMap(({ query: sent }) => [...sent.keys()]))].filter(
    (name) => !own[0]?.entry.parameters.some((one) => one.in === 'query' && one.name === name),
  );
  if (fields.length + query.length === 0) return {};
  return { accepts: { ...(fields.length > 0 && { fields }), ...(query.length > 0 && { query }), source: SOURCE } };
}

/** Returns the given and the shown fields of all items that requests of a recording have created. */
function evidenceOf(run: readonly Success[], redact: RedactValue): (Evidence & { success: Success })[] {
  const items = new Map<string, JsonObject>();
  const found: (Evidence & { success: Success })[] = [];
  for (const success of run) {
    const { derived, request, response, collection } = success;
    const given = isObject(request) ? request : {};
    const { kind, idField } = derived;
    const isCreation = kind === 'create' || kind === 'createSingleton' || kind === 'replaceSingleton';
    const created = isObject(response) && idField !== undefined ? String(response[idField]) : '';
    const key = `${collection} ${kind === 'create' ? created : (success.id ?? '')}`;
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
function learnedKeeps(own: readonly Success[]): Pick<OperationBehavior, 'keeps'> {
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
function initialItems(runs: readonly (readonly Success[])[], redact: RedactValue) {
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
function itemsIn({ derived: { kind, lists = [], outer }, response }: Success): JsonObject[] | undefined {
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
function learnedOmits(own: readonly Success[]): Pick<OperationBehavior, 'omits'> {
  const cursors = own[0]?.derived.lists?.flatMap((list) => list.fields.filter((name) => /^(next|cursor)/i.test(name)));
  const fields = [...new Set(cursors)].filter(
    (name) => own.filter(({ response }) => name in Object(response)).length * 2 < own.length,
  );
  return fields.length === 0 ? {} : { omits: { fields, source: SOURCE } };
}
