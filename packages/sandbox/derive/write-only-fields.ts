import { type OpenApiDocument, resolve } from 'tools-document/model';
import {
  alternativesOf,
  commonTypes,
  composedSchemas,
  type FieldSchema,
  isFlagged,
  schemaIn,
  typesOf,
  valuesOf,
} from 'tools-document/schema';
import type { WriteOnlyByIndex, WriteOnlyFields } from '../src/bundled-document.ts';

/** Largest depth of nested lists and alternatives in which types are compared. */
const MAX_DEPTH = 4;

/** The schemas of the items of a resource in its requests and in its responses. */
export interface ResourceSchemas {
  readonly requested: readonly FieldSchema[];
  readonly shown: readonly FieldSchema[];
}

/** A field of an object in requests and in responses. */
interface ComparedField {
  readonly name: string;
  readonly sent: readonly FieldSchema[];
  /** The schemas in responses, except those with `writeOnly`. */
  readonly read: readonly FieldSchema[];
  readonly isHidden: boolean;
  /** The only values in responses, if requests can have other values. */
  readonly values: readonly unknown[] | undefined;
}

/**
 * Returns the fields and the values that only request bodies have, such as a password or a short code of a country;
 * nothing if there are none. In an object whose fields no response describes, only fields with `writeOnly` are hidden.
 */
export function writeOnlyFields(document: OpenApiDocument, schemas: ResourceSchemas): WriteOnlyByIndex | undefined {
  const all = fieldsOfObjects(document, schemas);
  const hiding = hidingIndexes(all);
  if (!hiding.has(0)) return undefined;
  return Object.fromEntries([...all.entries()].filter(([index]) => hiding.has(index)));
}

/** Returns the indexes of the objects in which something is hidden, also in a nested object. */
function hidingIndexes(all: readonly WriteOnlyFields[]): ReadonlySet<number> {
  const hiding = new Set(
    all.flatMap(({ hidden, values }, index) => (hidden.length > 0 || Object.keys(values).length > 0 ? index : [])),
  );
  for (let size = 0; size < hiding.size; ) {
    size = hiding.size;
    for (const [index, { nested }] of all.entries())
      if (Object.values(nested).some((one) => hiding.has(one))) hiding.add(index);
  }
  return hiding;
}

/** Returns the write-only fields of an item, and then of the objects in it, once for the same schemas. */
function fieldsOfObjects(document: OpenApiDocument, { requested, shown }: ResourceSchemas): WriteOnlyFields[] {
  const all: WriteOnlyFields[] = [];
  const indexes = new Map<string, number>();
  const ids = new Map<FieldSchema, number>();
  const idOf = (schema: FieldSchema) => ids.set(schema, ids.get(schema) ?? ids.size).get(schema);
  /** Adds the write-only fields of the values that these schemas describe, and returns their index. */
  const add = (sent: readonly FieldSchema[], answered: readonly FieldSchema[]): number => {
    const key = [sent, answered].map((list) => [...new Set(list.map(idOf))].sort().join()).join('|');
    const known = indexes.get(key);
    if (known !== undefined) return known;
    const fields = compareFields(document, sent, answered);
    const nested: Record<string, number> = {};
    const index = all.push({
      hidden: fields.flatMap(({ name, isHidden }) => (isHidden ? name : [])),
      values: Object.fromEntries(fields.flatMap(({ name, values }) => (values ? [[name, values]] : []))),
      nested,
    });
    indexes.set(key, index - 1);
    for (const { name, isHidden, sent, read } of fields) if (!isHidden) nested[name] = add(sent, read);
    return index - 1;
  };
  add(requested, shown);
  return all;
}

/** Compares the fields of an object in the schemas of requests and of responses. */
function compareFields(
  document: OpenApiDocument,
  sent: readonly FieldSchema[],
  answered: readonly FieldSchema[],
): ComparedField[] {
  const [inRequests, inResponses] = [fieldsIn(document, sent), fieldsIn(document, answered)];
  const isDescribed = answered.length > 0 && answered.every((one) => declaresFields(document, one));
  const required = requiredFields(document, answered);
  return [...new Set([...inRequests.keys(), ...inResponses.keys()])].map((name) => {
    const [own, answers] = [inRequests.get(name) ?? [], inResponses.get(name) ?? []];
    const read = answers.filter((schema) => !isWriteOnly(document, schema));
    const isUnread = read.length === 0 && (answers.length > 0 || own.some((schema) => isWriteOnly(document, schema)));
    const isComparable = isDescribed && own.length > 0;
    const isHidden =
      isUnread || (isComparable && (read.length > 0 ? haveOtherTypes(document, own, read) : !required.includes(name)));
    const only = isComparable && !isHidden ? choicesOf(document, read) : undefined;
    const isOnly = choicesOf(document, own)?.every((value) => only?.includes(value));
    return { name, sent: own, read, isHidden, values: isOnly ? undefined : only };
  });
}

const isWriteOnly = (document: OpenApiDocument, schema: FieldSchema): boolean =>
  isFlagged(schemaIn(document, schema), 'writeOnly');

/** Returns the schemas, those that they are composed of, and for lists, those of the items. */
function partsOf(document: OpenApiDocument, schemas: readonly FieldSchema[], seen = new Set<object>()): FieldSchema[] {
  const parts = schemas.flatMap((schema) => composedSchemas(document, schema, seen));
  return parts.flatMap((part) => [part, ...partsOf(document, part.items === undefined ? [] : [part.items], seen)]);
}

/** Returns the schemas of each field in several schemas and all their alternatives. */
function fieldsIn(document: OpenApiDocument, schemas: readonly FieldSchema[]): Map<string, FieldSchema[]> {
  const fields = new Map<string, FieldSchema[]>();
  for (const { properties = {} } of partsOf(document, schemas))
    for (const [name, schema] of Object.entries(properties)) fields.set(name, [...(fields.get(name) ?? []), schema]);
  return fields;
}

/** Whether all objects that match a schema have declared fields. Without them, an object can have any field. */
function declaresFields(document: OpenApiDocument, schema: FieldSchema, depth = 0): boolean {
  const { type, properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = resolve(document, schema).value;
  const declares = (one: FieldSchema) => depth < MAX_DEPTH && declaresFields(document, one, depth + 1);
  return (
    Object.keys(properties).length > 0 ||
    (type !== undefined && ![type].flat().some((one) => one === 'object' || one === 'array')) ||
    (items !== undefined && declares(items)) ||
    allOf.some(declares) ||
    [anyOf, oneOf].some((choices) => choices.length > 0 && choices.every(declares))
  );
}

/** Returns the fields that the schemas and their alternatives require, perhaps without describing them. */
function requiredFields(document: OpenApiDocument, schemas: readonly FieldSchema[]): readonly string[] {
  const parts = schemas.flatMap((schema) => composedSchemas(document, schema));
  return parts.flatMap(({ required = [] }: FieldSchema & { readonly required?: readonly string[] }) => required);
}

/**
 * Whether no value of one group of schemas has a type of the other group, such as an id in requests and an object in
 * responses. Lists have other types if their items have.
 */
function haveOtherTypes(
  document: OpenApiDocument,
  requested: readonly FieldSchema[],
  shown: readonly FieldSchema[],
  depth = 0,
): boolean {
  const [first, second] = [requested, shown].map((schemas) => typesIn(document, schemas));
  if (first === undefined || second === undefined) return false;
  return commonTypes(first, second).every(
    (type) =>
      type === 'array' &&
      depth < MAX_DEPTH &&
      haveOtherTypes(document, itemsIn(document, requested), itemsIn(document, shown), depth + 1),
  );
}

/** Returns the types of the values of schemas, without `null`; nothing if a schema shows no type. */
function typesIn(document: OpenApiDocument, schemas: readonly FieldSchema[]): string[] | undefined {
  const types = schemas.map((schema) => typesOf(schemaIn(document, schema)));
  if (types.length === 0 || types.includes(undefined)) return undefined;
  return types.flatMap((names) => names ?? []).filter((type) => type !== 'null');
}

const itemsIn = (document: OpenApiDocument, schemas: readonly FieldSchema[]): FieldSchema[] =>
  schemas.flatMap((schema) => composedSchemas(document, schema).flatMap(({ items }) => items ?? []));

/** Returns the values that the alternatives of the schemas list; nothing if one lists none. */
function choicesOf(document: OpenApiDocument, schemas: readonly FieldSchema[]): unknown[] | undefined {
  const alternatives = schemas.flatMap((schema) => alternativesOf(document, schema));
  const choices = alternatives.map((one) => (one.type === 'null' ? [null] : valuesOf({ ...one })));
  return choices.includes(undefined) || choices.length === 0 ? undefined : choices.flat();
}
