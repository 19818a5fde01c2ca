import { isObject, type JsonObject } from 'tenant-management-document';
import type { Place } from '../place.ts';
import { isEqual } from '../texts.ts';

/** The keywords that list alternatives. */
export const CHOICES = ['anyOf', 'oneOf'];

/** Returns the schemas that a keyword such as `allOf` lists. */
export const membersOf = (schema: Place, keyword: string): Place[] =>
  (schema.child(keyword)?.children() ?? []).map(([, member]) => member);

/** Returns the types of a schema; a schema with properties describes an object. */
export function typesOf(node: JsonObject): string[] | undefined {
  const type = node['type'] ?? (isObject(node['properties']) ? 'object' : undefined);
  return type === undefined ? undefined : (Array.isArray(type) ? type : [type]).map(String);
}

/** Returns the values that a schema lists. If a schema has `enum` and `const`, both apply. */
export function valuesOf(node: JsonObject): readonly unknown[] | undefined {
  const { enum: listed, const: value } = node;
  if (!Array.isArray(listed)) return 'const' in node ? [value] : undefined;
  return 'const' in node ? listed.filter((one) => isEqual(one, value)) : listed;
}

/**
 * Two readings of a schema: by JSON Schema, null must fulfil all keywords; in the generated types, null is allowed if
 * `type`, `enum` or an alternative allows null, even if the others do not.
 */
export type Reading = 'schema' | 'types';

/**
 * Returns whether a schema allows null.
 *
 * @param open Ids of the schemas that contain the schema. A schema that contains itself is not read again.
 */
export function allowsNull(schema: Place, reading: Reading, open: ReadonlySet<string> = new Set()): boolean {
  const { node, parts } = schema;
  if (schema.value === false) return false;
  // OpenAPI 3.0, 4.7.24: `nullable` adds null to `type`; document tools also accept it without `type`.
  const isNullable = (parts?.[1] ?? schema).node['nullable'] === true;
  if (isNullable && (parts !== undefined || node['type'] === undefined)) return true;
  const opened = new Set([...open, schema.id]);
  const inner = (members: readonly Place[]) =>
    members.filter(({ id }) => !opened.has(id)).map((member) => allowsNull(member, reading, opened));
  if (parts !== undefined) return inner(parts).every(Boolean);
  const listed = [typesOf(node)?.includes('null'), valuesOf(node)?.includes(null)].filter((has) => has !== undefined);
  const lists = isNullable ? [true] : listed;
  // In the types, an alternative without a type adds nothing to a type: `object & unknown` is `object`.
  const counts = (member: Place) => reading === 'schema' || lists.length === 0 || isTyped(member);
  const alternatives = CHOICES.flatMap((keyword) => {
    const branches = inner(membersOf(schema, keyword).filter(counts));
    // Null does not match `oneOf` if several alternatives allow null.
    const isOnlyMatch = keyword === 'anyOf' || reading === 'types' || branches.filter(Boolean).length === 1;
    return branches.length > 0 ? [isOnlyMatch && branches.includes(true)] : [];
  });
  const own = [...lists, ...alternatives];
  const isAllowed = reading === 'schema' || own.length === 0 ? own.every(Boolean) : own.includes(true);
  return isAllowed && inner(membersOf(schema, 'allOf')).every(Boolean);
}

/** Returns whether a schema names its types, values or alternatives. */
const isTyped = ({ node }: Place): boolean =>
  ['type', 'properties', 'enum', 'const', 'nullable', 'allOf', ...CHOICES].some((keyword) => keyword in node);

/**
 * Returns whether a flag such as `readOnly` is `true` in a schema or in a part of it.
 *
 * @param open Ids of the schemas that contain the schema. A schema that contains itself is not read again.
 */
export function isFlagged(schema: Place, flag: string, open: readonly string[] = []): boolean {
  if (schema.node[flag] === true) return true;
  const parts = schema.parts ?? membersOf(schema, 'allOf');
  return parts.some((part) => !open.includes(part.id) && isFlagged(part, flag, [...open, schema.id]));
}
