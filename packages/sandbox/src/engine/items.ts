// Creates the items that a call stores.

import { randomInt, randomUUID } from 'node:crypto';
import { isObject, type JsonObject } from 'tools-document/model';
import type { BundledResource, IdRule } from '../bundled-document.js';
import type { Engine, ResourceCall } from './call.js';

/** Returns the item that a call creates. */
export const createdItem = (call: ResourceCall, id: string): JsonObject => ({
  ...newItem(call, id),
  ...times(call, [...call.resource.creationTimeFields, ...call.resource.updateTimeFields]),
});

/** Returns an item with the fields of the body of an update. */
export function mergedItem(call: ResourceCall, item: unknown): unknown {
  const { resource, body } = call;
  if (!isObject(item) || !isObject(body)) return body ?? item;
  const { [resource.idField ?? '']: _id, ...changed } = writable(call);
  return { ...withoutNulls(call, { ...item, ...changed }), ...times(call, resource.updateTimeFields) };
}

/** Returns the item that a call stores instead of an item, which is `undefined` if it does not exist. */
export function replacedItem(call: ResourceCall, current: unknown): unknown {
  const { resource, body, id } = call;
  if (body !== undefined && !isObject(body)) return body;
  // The fields that only the service writes, and the time of the creation, stay.
  const kept = [...resource.readOnly, ...resource.creationTimeFields.filter((name) => isUnset(call, name))];
  return {
    ...newItem(call, resource.isSingleton ? undefined : id),
    ...(current === undefined && times(call, resource.creationTimeFields)),
    ...Object.fromEntries(Object.entries(fieldsOf(current)).filter(([name]) => kept.includes(name))),
    ...times(call, resource.updateTimeFields),
  };
}

/**
 * Returns an item that exists without being created, if the item that it is below exists. A singleton without outer
 * parameters is one of the initial items: it is missing only if a test has removed it.
 */
export function implicitItem(call: ResourceCall): unknown {
  const { resource, outerValues, id } = call;
  if (resource.isImplicit !== true || (resource.isSingleton && resource.outerCount === 0)) return undefined;
  if (!hasParent(call, resource, outerValues)) return undefined;
  const { assumedSeeds, seeds } = resource;
  const [item] = Object.values((call.isAssumed ? assumedSeeds : undefined) ?? seeds);
  return isObject(item)
    ? { ...item, ...outerFields(call), ...idOf(call, resource.isSingleton ? undefined : id) }
    : item;
}

/** Whether the item exists that a resource is below. If no operation is about such items, every item exists. */
function hasParent(call: Engine, { parent = '' }: BundledResource, outerValues: readonly string[]): boolean {
  const outer = call.resources[parent];
  const [above, id = ''] = [outerValues.slice(0, -1), outerValues.at(-1)];
  if (outer === undefined || call.state[parent]?.has(itemKey(above, id)) === true) return true;
  return outer.isImplicit === true && hasParent(call, outer, above);
}

/** Returns the item for an element that a body adds to a list: an object, or an id. */
export function elementItem(call: ResourceCall, element: unknown): unknown {
  const sample = fieldsOf(call.resource.sample);
  return { ...sample, ...(isObject(element) ? element : idOf(call, String(element))) };
}

/** Returns an item with the fields of a body, the defaults, and the fields that the response requires. */
function newItem(call: ResourceCall, id: string | undefined): JsonObject {
  const required = call.operation.content?.responseFields?.required ?? {};
  const given = { ...call.resource.defaults, ...call.operation.body?.defaults, ...writable(call) };
  return { ...required, ...withoutNulls(call, given), ...outerFields(call), ...idOf(call, id) };
}

/** Returns the field with the id. If the id of the sample is a number, a numeric text becomes a number too. */
function idOf({ resource: { idField, sample } }: ResourceCall, id: string | undefined): JsonObject {
  if (idField === undefined || id === undefined) return {};
  const isNumber = typeof fieldsOf(sample)[idField] === 'number';
  return { [idField]: isNumber && id.trim() !== '' && Number.isFinite(Number(id)) ? Number(id) : id };
}

const outerFields = ({ resource, outerValues }: ResourceCall): JsonObject =>
  Object.fromEntries(Object.entries(resource.outerFields).map(([name, index]) => [name, outerValues[index]]));

/** Returns the fields of the body that a caller can write. */
const writable = ({ resource, body }: ResourceCall): JsonObject =>
  Object.fromEntries(Object.entries(fieldsOf(body)).filter(([name]) => !resource.readOnly.includes(name)));

function withoutNulls({ resource: { removedByNull = [] } }: ResourceCall, item: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(item).filter(([name, value]) => value !== null || !removedByNull.includes(name)),
  );
}

/** Returns the time for fields that the request does not set. */
function times(call: ResourceCall, names: readonly string[]): JsonObject {
  const now = new Date(call.clock()).toISOString();
  return Object.fromEntries(names.filter((name) => isUnset(call, name)).map((name) => [name, now]));
}

const isUnset = (call: ResourceCall, name: string): boolean => !Object.hasOwn(writable(call), name);

/** Returns the fields of a body; no fields if the body is not an object. */
export const fieldsOf = (body: unknown): JsonObject => (isObject(body) ? body : {});

/** The id of a singleton in the map of its resource. */
export const SINGLETON = 'singleton';

/**
 * Creates the key of an item in the map of its resource: the encoded outer parameters and the id, separated by slashes.
 *
 * @example itemKey(['usr_1'], 'rol_1') === 'usr_1/rol_1'
 */
export const itemKey = (outer: readonly string[], id: string): string =>
  outer.length === 0 ? id : `${prefixOf(outer)}${id}`;

/** Returns the start that the keys of all items with these outer parameters have in common. */
export const prefixOf = (outer: readonly string[]): string =>
  outer.map((value) => `${encodeURIComponent(value)}/`).join('');

/**
 * Creates an id. No item has this id, unless the rule is a choice and items have all of its ids.
 *
 * @param isTaken Whether an item has the id.
 */
export function newId(rule: IdRule, isTaken: (id: string) => boolean): string {
  switch (rule.kind) {
    case 'uuid':
      return randomUUID();
    case 'integer': {
      let id = 1;
      while (isTaken(String(id))) id += 1;
      return String(id);
    }
    case 'choice':
      return rule.values.find((value) => !isTaken(value)) ?? rule.values[0] ?? '';
    case 'text': {
      const { prefix, alphabet, length } = rule;
      const characters = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]);
      const id = prefix + characters.join('');
      return isTaken(id) ? newId({ ...rule, length: length + 1 }, isTaken) : id;
    }
  }
}
