import { type ApiFailure, isObject, type JsonObject } from 'tools-document';
import type { BuiltOperation, BuiltResource, Missing, View } from '../built-document.js';
import { apiFailure, type SandboxResponse } from '../http/response.js';
import { itemKey, prefixOf, SINGLETON } from './item-key.js';
import { type Entry, fieldsOf, listBody, matches, type Query } from './list.js';
import { newId } from './new-id.js';
import { fieldSelection } from './select-fields.js';
import { show, withoutRequestOnly } from './view.js';

/** The items of each resource by key. */
export type State = Readonly<Record<string, Map<string, unknown>>>;

/** The values of a call, parsed and validated. */
export interface Call {
  /** Decoded path parameters by name. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  /** `undefined` without a body. */
  readonly body: unknown;
}

/** The documented or assumed responses and effects of an operation. */
export interface Behavior {
  readonly status: number;
  /** Whether the response contains the item even if the document shows no body. */
  readonly showsItem: boolean;
  /** The body of every successful response; absent if the document and the state determine the body. */
  readonly body?: unknown;
  /** The response if the item does not exist. */
  readonly missing: Missing;
  readonly unique: readonly string[];
  readonly effect: { readonly removes: string; readonly field: string } | undefined;
}

/** Options of `createEngine`. */
export interface EngineOptions {
  readonly resources: Readonly<Record<string, BuiltResource>>;
  readonly state: State;
  /** The response if another item has the same id or the same value of a unique field. */
  readonly conflict: Omit<ApiFailure, 'source'>;
  /** Returns the time in milliseconds since the Unix epoch. */
  readonly clock: () => number;
  /** Whether the items of the behavior file replace the examples of the document. */
  readonly isAssumed: boolean;
}

/** Creates a function that performs an operation on the state and returns the response of the operation. */
export function createEngine({ resources, state, conflict, clock, isAssumed }: EngineOptions) {
  return (operation: BuiltOperation, behavior: Behavior, call: Call): SandboxResponse => {
    const resource = resources[operation.resource ?? ''];
    const items = state[operation.resource ?? ''];
    if (resource === undefined || items === undefined) return succeed();
    const outer = operation.outer.map((name) => call.path[name] ?? '');
    const { idField } = resource;
    const id = operation.idParameter === undefined ? SINGLETON : (call.path[operation.idParameter] ?? '');
    const key = itemKey(outer, id);
    const current = items.get(key) ?? implicit();
    const select = fieldSelection(operation, call.query);
    switch (operation.kind) {
      case 'list':
        return succeed(listBody(operation, entries(), call.query, shownIn));
      case 'create':
        return create(fieldsOf(call.body));
      case 'read':
      case 'readSingleton':
        return current === undefined ? missing() : succeed(shown(current));
      case 'update':
      case 'updateSingleton':
        return current === undefined ? missing() : store(merged(current));
      case 'replace':
      case 'replaceSingleton':
      case 'createSingleton':
        return current === undefined && operation.kind === 'replace' && resource.isCreated
          ? missing()
          : store(replaced());
      case 'delete':
      case 'deleteSingleton':
        if (current === undefined) return missing();
        remove(key, id);
        return succeed(shown(current));
      case 'deleteAll':
        for (const [one, item] of entries()) if (isSelected(item)) remove(one, one.slice(prefixOf(outer).length));
        return succeed();
      case 'add':
        for (const element of elements()) items.set(keyOfElement(element), itemOfElement(element));
        return succeed();
      case 'remove':
        for (const element of elements()) items.delete(keyOfElement(element));
        return succeed();
      default:
        return succeed();
    }

    /** Returns an item that exists without being created, if the item that it is below exists. */
    function implicit(): unknown {
      if (resource?.isImplicit !== true || (resource.isSingleton && resource.outerCount === 0)) return undefined;
      const { parent, assumedSeeds, seeds } = resource;
      const parentKey = itemKey(outer.slice(0, -1), outer.at(-1) ?? '');
      if (resources[parent ?? '']?.isKnown === true && state[parent ?? '']?.has(parentKey) !== true) return undefined;
      const [item] = Object.values((isAssumed ? assumedSeeds : undefined) ?? seeds);
      return isObject(item) ? { ...item, ...outerFields(), ...idOf(resource.isSingleton ? undefined : id) } : item;
    }

    function succeed(body?: unknown): SandboxResponse {
      const { content } = operation;
      if (behavior.body !== undefined) return { status: behavior.status, body: behavior.body };
      if (content === undefined) return { status: behavior.status, ...(behavior.showsItem && { body }) };
      const value = body === undefined || !content.isJson ? content.sample : body;
      const headers = { 'Content-Type': content.mediaType };
      // The server sends a string unchanged, so write a JSON string as JSON here.
      const text = content.isJson && typeof value === 'string' ? JSON.stringify(value) : value;
      return { status: behavior.status, body: text, ...(content.mediaType === 'application/json' ? {} : { headers }) };
    }

    function missing(): SandboxResponse {
      const { status, message = 'Not found', errorCode } = behavior.missing;
      if (status === behavior.status) return succeed();
      return status < 300 ? { status } : apiFailure({ status, message, ...(errorCode && { errorCode }) });
    }

    function shown(item: unknown): unknown {
      const view = operation.content?.view;
      const isShown = view !== undefined || (operation.content === undefined && behavior.showsItem);
      return isShown ? shownIn(item, view) : undefined;
    }

    function shownIn(item: unknown, view?: View): unknown {
      const readable = withoutRequestOnly(item, resource?.filters);
      return view === undefined ? readable : select(show(readable, view), view);
    }

    function entries(): Entry[] {
      const prefix = prefixOf(outer);
      return [...(items ?? [])].filter(([one]) => one.startsWith(prefix));
    }

    function isSelected(item: unknown): boolean {
      return operation.filters.every((name) => matches(item, name, call.query[name]));
    }

    function create(body: JsonObject): SandboxResponse {
      const given = idField === undefined || resource?.isIdReadOnly ? undefined : body[idField];
      const isTaken = (one: string) => items?.has(itemKey(outer, one)) ?? false;
      const hasId = typeof given === 'string' || typeof given === 'number';
      const created = hasId ? String(given) : newId(resource?.id ?? { kind: 'uuid' }, isTaken);
      const isUsed = behavior.unique.some(
        (name) => body[name] !== undefined && entries().some(([, item]) => matches(item, name, body[name])),
      );
      if ((hasId && isTaken(created)) || isUsed) return apiFailure(conflict);
      const item = { ...newItem(body, created), ...times(resource?.createdFields), ...times(resource?.updatedFields) };
      items?.set(itemKey(outer, created), item);
      return succeed(shown(item));
    }

    /** Returns an item with the fields of a body, the defaults, and the fields that the response requires. */
    function newItem(body: JsonObject, created: string | undefined): JsonObject {
      const required = operation.content?.view?.required ?? {};
      const given = { ...required, ...resource?.defaults, ...operation.body?.defaults, ...writable(body) };
      return { ...required, ...withoutNulls(given), ...outerFields(), ...idOf(created) };
    }

    /** Returns the field with the id. If the id of the sample is a number, a numeric text becomes a number too. */
    function idOf(value: string | undefined): JsonObject {
      if (idField === undefined || value === undefined) return {};
      const isNumber = typeof fieldsOf(resource?.sample)[idField] === 'number';
      return { [idField]: isNumber && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value };
    }

    function outerFields(): JsonObject {
      const fields = Object.entries(resource?.outerFields ?? {}).map(([name, index]) => [name, outer[index]]);
      return Object.fromEntries(fields);
    }

    function writable(body: JsonObject): JsonObject {
      const ignored = resource?.readOnly ?? [];
      return Object.fromEntries(Object.entries(body).filter(([name]) => !ignored.includes(name)));
    }

    function withoutNulls(item: JsonObject): JsonObject {
      const removed = resource?.removedByNull ?? [];
      return Object.fromEntries(
        Object.entries(item).filter(([name, value]) => value !== null || !removed.includes(name)),
      );
    }

    /** Returns the time for fields that the request does not set. */
    function times(names: readonly string[] = []): JsonObject {
      const now = new Date(clock()).toISOString();
      return Object.fromEntries(names.filter(isUnset).map((name) => [name, now]));
    }

    function isUnset(name: string): boolean {
      return !Object.hasOwn(writable(fieldsOf(call.body)), name);
    }

    function merged(item: unknown): unknown {
      if (!isObject(item) || !isObject(call.body)) return call.body ?? item;
      const { [idField ?? '']: _id, ...body } = writable(call.body);
      return { ...withoutNulls({ ...item, ...body }), ...times(resource?.updatedFields) };
    }

    function replaced(): unknown {
      if (call.body !== undefined && !isObject(call.body)) return call.body;
      const kept = Object.entries(fieldsOf(current)).filter(([name]) => resource?.readOnly.includes(name));
      const creation = current === undefined ? times(resource?.createdFields) : created();
      const item = newItem(fieldsOf(call.body), resource?.isSingleton ? undefined : id);
      return { ...item, ...Object.fromEntries(kept), ...creation, ...times(resource?.updatedFields) };
    }

    /** Returns the fields of the current item that contain the time of its creation. */
    function created(): JsonObject {
      const names = (resource?.createdFields ?? []).filter(isUnset);
      return Object.fromEntries(Object.entries(fieldsOf(current)).filter(([name]) => names.includes(name)));
    }

    function store(item: unknown): SandboxResponse {
      items?.set(key, item);
      return succeed(shown(item));
    }

    /** Removes an item, the items below it, and the items that the behavior file names. */
    function remove(removedKey: string, removedId: string): void {
      items?.delete(removedKey);
      const below = prefixOf([...outer, removedId]);
      for (const child of resource?.children ?? []) {
        for (const one of [...(state[child]?.keys() ?? [])]) if (one.startsWith(below)) state[child]?.delete(one);
      }
      if (behavior.effect === undefined) return;
      const { removes, field } = behavior.effect;
      for (const [one, item] of state[removes] ?? []) if (matches(item, field, removedId)) state[removes]?.delete(one);
    }

    function elements(): unknown[] {
      const list = fieldsOf(call.body)[operation.elements ?? ''];
      return Array.isArray(list) ? list : [];
    }

    function keyOfElement(element: unknown): string {
      if (!isObject(element)) return itemKey(outer, String(element));
      const own = idField === undefined ? undefined : element[idField];
      const fields = (resource?.keyFields ?? Object.keys(element)).map((name) => String(element[name]));
      return itemKey(outer, String(own ?? fields.join(',')));
    }

    function itemOfElement(element: unknown): unknown {
      const sample = fieldsOf(resource?.sample);
      return isObject(element) ? { ...sample, ...element } : { ...sample, ...idOf(String(element)) };
    }
  };
}
