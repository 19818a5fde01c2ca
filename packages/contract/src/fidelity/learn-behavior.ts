// Learns from recordings what the document does not show, in the form of a behavior file.
import {
  addressesOf,
  deriveOperations,
  groupBy,
  isObject,
  type JsonObject,
  listOperations,
  type OpenApiDocument,
  type OperationBehavior,
  operationFinder,
} from 'tenant-management-document';
import { parseJson } from '../parse-json.ts';
import { learnedAccepts } from './accepted-fields.ts';
import { CHANGES, type Exchange, keyOf, listedItems, SOURCE, selectedFields, usualStatus } from './exchange.ts';
import { learnedMerges } from './merged-objects.ts';
import { learnedMissing, missingItems } from './missing-items.ts';
import { learnedCursors, omittedFields } from './omitted-fields.ts';
import { parameterValues, urlBelow } from './recorded-path.ts';
import type { Interaction, Recording } from './recordings.ts';
import { type RedactValue, redactedPaths, secretValues } from './secret-values.ts';
import { droppedFields, type Evidence, setRules } from './set-rules.ts';

type Operations = Record<string, OperationBehavior>;

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
      ...learnedQuery(own),
      ...learnedCursors(own),
      ...learnedKeeps(own),
    });
  }
  for (const [id, own] of groupBy(answered.flatMap(missingItems), ({ entry }) => entry.id))
    add(id, learnedMissing(own));
  const changing = [...derived.values()].filter(({ kind }) => CHANGES.test(kind));
  for (const [resource, own] of groupBy(all, (one) => one.derived.resource ?? one.entry.id)) {
    const { fields, nulls } = learnedAccepts(document, own);
    if (fields.length === 0 && !nulls) continue;
    const accepts = { ...(fields.length > 0 && { fields }), ...(nulls && { nulls }), source: SOURCE };
    const sending = own.flatMap(({ entry, request }) => (request === undefined ? [] : [entry.id]));
    const sharing = changing.filter((one) => one.resource === resource).map(({ id }) => id);
    for (const id of new Set([...sending, ...sharing])) {
      add(id, { accepts: { ...learned[id]?.accepts, ...accepts } });
    }
  }
  const merges = learnedMerges(runs);
  for (const [resource, fields] of merges) {
    const update = changing.find((one) => one.resource === resource && one.kind.startsWith('update'));
    if (update !== undefined && fields.length > 0) add(update.id, { merges: { fields, source: SOURCE } });
  }
  const evidence = runs.flatMap((run) => evidenceOf(run, merges, redact));
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
  for (const [id, own] of groupBy(all, ({ entry }) => entry.id)) {
    const set = setFields(own[0]?.derived.resource);
    const fields = [...(learned[id]?.omits?.fields ?? []), ...omittedFields(document, own, set)];
    if (fields.length > 0) add(id, { omits: { fields, source: SOURCE } });
  }
  const sorted = Object.entries(learned)
    .filter(([, behavior]) => Object.keys(behavior).length > 0)
    .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  const behavior = { operations: Object.fromEntries(sorted) };
  return { behavior, redacted: redactedPaths(behavior.operations) };

  /** Returns the names of the fields that the service sets in the items of a resource. */
  function setFields(resource: string | undefined): string[] {
    const own = [...derived.values()].filter((one) => resource !== undefined && one.resource === resource);
    const rules = own.flatMap(({ id }) => learned[id]?.sets?.rules ?? []);
    return rules.flatMap(({ fields }) => Object.keys(fields)).filter((name) => !name.includes('.'));
  }

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

/** Whether the response to a change contains the item: its id, or all fields of the request. */
function showsItem({ derived: { kind, idField }, request, response }: Exchange): boolean {
  if (!isObject(response)) return false;
  if (kind === 'create') return idField !== undefined && idField in response;
  return CHANGES.test(kind) && isObject(request) && Object.keys(request).every((name) => name in response);
}

/** Returns the query parameters that the service accepts, but not the document. */
function learnedQuery(own: readonly Exchange[]): Pick<OperationBehavior, 'accepts'> {
  const query = [...new Set(own.flatMap(({ query: sent }) => [...sent.keys()]))].filter(
    (name) => !own[0]?.entry.parameters.some((one) => one.in === 'query' && one.name === name),
  );
  return query.length === 0 ? {} : { accepts: { query, source: SOURCE } };
}

/** Returns the given and the shown fields of all items that requests of a recording have created. */
function evidenceOf(
  run: readonly Exchange[],
  merges: ReadonlyMap<string, readonly string[]>,
  redact: RedactValue,
): (Evidence & { success: Exchange })[] {
  const items = new Map<string, Pick<Evidence, 'given' | 'changed'>>();
  const lastShown = new Map<string, JsonObject>();
  const found: (Evidence & { success: Exchange })[] = [];
  for (const success of run) {
    const { derived, request, response } = success;
    const given = isObject(request) ? request : {};
    const { kind } = derived;
    const isCreation = kind === 'create' || kind === 'createSingleton' || kind === 'replaceSingleton';
    const key = keyOf(success);
    const before = items.get(key);
    if (isCreation || (kind === 'replace' && before !== undefined)) items.set(key, { given, changed: given });
    else if (kind.startsWith('update') && before !== undefined) {
      // A request need not repeat the fields of an object that is merged.
      const merged = (merges.get(derived.resource ?? '') ?? [])
        .filter((name) => isObject(given[name]))
        .map((name) => [name, { ...Object(lastShown.get(key)?.[name]), ...Object(given[name]) }]);
      items.set(key, { given: { ...before.given, ...given, ...Object.fromEntries(merged) }, changed: given });
    } else if (!kind.startsWith('read')) continue;
    const item = items.get(key);
    if (item === undefined || !isObject(response) || success.query.get('include_fields') === 'false') continue;
    lastShown.set(key, response);
    const selected = success.query.has('fields') && { selected: selectedFields(success) };
    const redacted = redact({ ...item, shown: response }) as Omit<Evidence, 'selected'>;
    found.push({ ...redacted, ...selected, success });
  }
  return found;
}

/** Returns the fields that most responses have although the query parameter `fields` does not select them. */
function learnedKeeps(own: readonly Exchange[]): Pick<OperationBehavior, 'keeps'> {
  const selected = own.filter(({ query }) => query.has('fields') && query.get('include_fields') !== 'false');
  const names = selected.flatMap((exchange) => {
    const { derived, response } = exchange;
    const [item] = derived.kind === 'list' ? listedItems(exchange) : [response];
    return Object.keys(Object(item)).filter((name) => !selectedFields(exchange).includes(name));
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
  const initial = [...groupBy(first, ({ success }) => success.entry.id)].map(([id, own]) => {
    const lists = own.map(({ items }) => items);
    const filled = lists.filter(({ length }) => length > 0);
    const item = redact(usualValue(filled.map(([one]) => one))) as JsonObject;
    return [id, { items: filled.length * 2 > lists.length ? [item] : [], source: SOURCE }] as const;
  });
  // Without evidence of the initial items, a listed item of a recording is more realistic than the document's example.
  const lists = runs.flat().filter((exchange) => exchange.derived.kind === 'list' && !exchange.query.has('fields'));
  const later = [...groupBy(lists, ({ entry }) => entry.id)].flatMap(([id, own]) => {
    const items = own.flatMap((exchange) => itemsIn(exchange) ?? []);
    const isKnown = items.length === 0 || initial.some(([known]) => known === id);
    return isKnown ? [] : [[id, { items: [redact(usualValue(items)) as JsonObject], source: SOURCE }] as const];
  });
  return [...initial, ...later];
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
function itemsIn(exchange: Exchange): JsonObject[] | undefined {
  const { kind, outer } = exchange.derived;
  if (kind === 'readSingleton') return isObject(exchange.response) ? [exchange.response] : undefined;
  return kind === 'list' && outer.length === 0 ? listedItems(exchange).slice(0, 1) : undefined;
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
