import { isDeepStrictEqual } from 'node:util';
import { hasMembers, isObject, type JsonObject, memberOf } from '../model/json.ts';
import { resolve } from '../model/resolve.ts';

/** A schema whose references are resolved. Its members are resolved when they are read. */
export interface SchemaNode<Node> {
  /** Identifies the schema, because a schema can contain itself. */
  readonly id: unknown;
  readonly value: unknown;
  /** The keywords of the schema. A schema that is `true` or `false` has none. */
  readonly members: JsonObject;
  /** Only if there are keywords next to a reference: the target and these keywords. Both apply. */
  readonly parts?: readonly Node[];
  child(key: string): Node | undefined;
  /** The members of an object or a list. Keys of a list are indexes. */
  children(): readonly (readonly [string, Node])[];
}

/** A schema of a document that has been read. */
interface ReadSchema extends SchemaNode<ReadSchema> {}

/** Returns a schema of a document for the functions of this module. */
export function schemaIn(document: object, schema: unknown): ReadSchema {
  const { value } = resolve(document, schema);
  const children = Object.entries(hasMembers(value) ? value : {});
  return {
    id: schema,
    value,
    members: isObject(value) ? value : {},
    child: (key) => {
      const member = memberOf(value, key);
      return member === undefined ? undefined : schemaIn(document, member);
    },
    children: () => children.map(([key, member]) => [key, schemaIn(document, member)]),
  };
}

/** The keywords that list alternatives. */
export const CHOICES = ['anyOf', 'oneOf'];

/** Returns the schemas that a keyword such as `allOf` lists. */
export const subschemasOf = <Node extends SchemaNode<Node>>(schema: Node, keyword: string): Node[] =>
  (schema.child(keyword)?.children() ?? []).map(([, member]) => member);

/** Returns the type of a value in JSON Schema. */
const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;

/** Returns the values that a schema lists. If a schema has `enum` and `const`, both apply. */
export function valuesOf(node: JsonObject): readonly unknown[] | undefined {
  const { enum: listed, const: value } = node;
  if (!Array.isArray(listed)) return 'const' in node ? [value] : undefined;
  return 'const' in node ? listed.filter((one) => isDeepStrictEqual(one, value)) : listed;
}

/** Returns the types that `type`, `enum` or `const` of a schema name. */
function namedTypes(node: JsonObject): string[] | undefined {
  if (node['type'] !== undefined) return [node['type']].flat().map(String);
  const values = valuesOf(node);
  return values && [...new Set(values.map(typeOf))];
}

/**
 * Returns the types that the keywords of a schema name themselves, without `allOf` and alternatives. A schema with
 * properties describes an object, as in the generated types.
 */
export const ownTypes = (node: JsonObject): string[] | undefined =>
  namedTypes(isObject(node['properties']) ? { type: 'object', ...node } : node);

/** The types that other keywords suggest in a schema without a type. `required` restricts only objects: arrays fit it. */
const SUGGESTED: Readonly<Record<string, readonly string[]>> = {
  properties: ['object'],
  additionalProperties: ['object'],
  items: ['array'],
  prefixItems: ['array'],
  required: ['object', 'array'],
};

/** Returns the types that two lists have in common. Every integer is a number. */
export const commonTypes = (first: readonly string[], second: readonly string[]): string[] => [
  ...new Set([
    ...first.filter((type) => second.includes(type) || (type === 'integer' && second.includes('number'))),
    ...second.filter((type) => type === 'integer' && first.includes('number')),
  ]),
];

/**
 * Returns the types that a schema allows, including `null`; `undefined` if the schema does not show them. Keywords such
 * as `required` ignore values of other types, so they suggest a type only if `type`, `enum` and `const` show no types.
 *
 * @param ancestors Ids of the schemas that contain the schema, because a schema that contains itself is not read again.
 * @param onlyNamed Whether to leave out suggested types.
 */
export function typesOf<Node extends SchemaNode<Node>>(
  schema: Node,
  ancestors: readonly unknown[] = [],
  onlyNamed = false,
): readonly string[] | undefined {
  if (schema.value === false) return [];
  if (ancestors.includes(schema.id)) return undefined;
  const named = onlyNamed ? undefined : typesOf(schema, ancestors, true);
  if (named !== undefined) return named;
  const inner = (nodes: readonly Node[]) => nodes.map((node) => typesOf(node, [...ancestors, schema.id], onlyNamed));
  const suggested = Object.keys(SUGGESTED).find((keyword) => keyword in schema.members);
  const alternatives = CHOICES.map((keyword) => inner(subschemasOf(schema, keyword)))
    .filter((lists) => lists.length > 0)
    .map((lists) => (lists.includes(undefined) ? undefined : [...new Set(lists.flatMap((types) => types ?? []))]));
  const own = onlyNamed ? namedTypes(schema.members) : SUGGESTED[suggested ?? ''];
  const lists = [own, ...inner(schema.parts ?? subschemasOf(schema, 'allOf')), ...alternatives];
  // A suggestion does not exclude the types of others.
  const combined = onlyNamed ? commonTypes : (...both: (readonly string[])[]) => [...new Set(both.flat())];
  return lists.reduce((types, others) => (types && others ? combined(types, others) : (types ?? others)));
}

/**
 * Two readings of a schema: by JSON Schema, null must fulfil all keywords; in the generated types, null is allowed if
 * `type`, `enum` or an alternative allows null, even if the others do not.
 */
export type Reading = 'schema' | 'types';

export function allowsNull<Node extends SchemaNode<Node>>(
  schema: Node,
  reading: Reading = 'schema',
  ancestors: readonly unknown[] = [],
  typesIn = reading === 'schema' && typesOf(schema)?.includes('null') ? namedTypes : ownTypes,
): boolean {
  const { members: keywords, parts } = schema;
  if (schema.value === false) return false;
  const inner = (members: readonly Node[], read = typesIn) =>
    members
      .filter(({ id }) => id !== schema.id && !ancestors.includes(id))
      .map((member) => allowsNull(member, reading, [...ancestors, schema.id], read));
  if (parts !== undefined) return inner(parts).every(Boolean);
  const negated = schema.child('not');
  if (reading === 'schema' && negated !== undefined && inner([negated], namedTypes).includes(true)) return false;
  const lists = [typesIn(keywords)?.includes('null'), valuesOf(keywords)?.includes(null)].filter(
    (has) => has !== undefined,
  );
  // In the types, an alternative without a type adds nothing to a type: `object & unknown` is `object`.
  const counts = (member: Node) => reading === 'schema' || lists.length === 0 || isTyped(member);
  const alternatives = CHOICES.flatMap((keyword) => {
    // In `oneOf`, a schema with properties and a schema of null describe an object or null.
    const branches = inner(subschemasOf(schema, keyword).filter(counts), keyword === 'oneOf' ? ownTypes : typesIn);
    // Null does not match `oneOf` if several alternatives allow null.
    const isOnlyMatch = keyword === 'anyOf' || reading === 'types' || branches.filter(Boolean).length === 1;
    return branches.length > 0 ? [isOnlyMatch && branches.includes(true)] : [];
  });
  const own = [...lists, ...alternatives];
  const isAllowed = reading === 'schema' || own.length === 0 ? own.every(Boolean) : own.includes(true);
  return isAllowed && inner(subschemasOf(schema, 'allOf')).every(Boolean);
}

/** Returns whether a schema names its types, values or alternatives. */
const isTyped = <Node extends SchemaNode<Node>>({ members }: Node): boolean =>
  ['type', 'properties', 'enum', 'const', 'allOf', ...CHOICES].some((keyword) => keyword in members);

/** Returns whether a flag such as `readOnly` is `true` in a schema or in a part of it. */
export function isFlagged<Node extends SchemaNode<Node>>(
  schema: Node,
  flag: string,
  ancestors: readonly unknown[] = [],
): boolean {
  if (schema.members[flag] === true) return true;
  const parts = schema.parts ?? subschemasOf(schema, 'allOf');
  return parts.some((part) => !ancestors.includes(part.id) && isFlagged(part, flag, [...ancestors, schema.id]));
}
