import { hasMembers, isObject, type JsonObject } from './json.ts';

/**
 * The group of the components to which a value could belong, such as `schemas`; `document` for the document itself and
 * for the parts that cannot be components.
 */
export type Group = 'document' | 'schemas' | 'pathItems' | (typeof GROUPS)[number];

/** A JSON object with a `$ref`, and its place. */
export interface LocatedReference {
  readonly node: JsonObject & { readonly $ref: string };
  /** Keys from the root of the file to the object. */
  readonly keys: readonly string[];
  /** The group of the target; `document` in a place where OpenAPI allows no reference. */
  readonly group: Group;
}

/** Keywords of OpenAPI whose value maps names to components, or lists components. */
const GROUPS = [
  'parameters',
  'responses',
  'requestBodies',
  'headers',
  'examples',
  'links',
  'callbacks',
  'securitySchemes',
] as const;

/** The group of the members of a keyword's value. The keys of the value are names, so none of them is an extension. */
const MEMBERS = new Map<string, Group>([
  ...GROUPS.map((group): [string, Group] => [group, group]),
  ['schemas', 'schemas'],
  ['pathItems', 'pathItems'],
  ['webhooks', 'pathItems'],
  ['content', 'document'],
  ['encoding', 'document'],
  ['mapping', 'document'],
  ['variables', 'document'],
]);

/** Keywords of a schema whose value maps names to schemas. */
export const SCHEMA_MAPS = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];

/** Keywords whose value is data: `value` is part of an example, and the keys of `security` are names of schemes. */
const DATA = ['example', 'value', 'default', 'const', 'enum', 'security'];

/**
 * The meaning of the keys of an object or a list. A name can be the same as a keyword, or start with `x-` although it
 * is not an extension. In data, no key is a keyword, not even `$ref`.
 */
export type Keys = 'keywords' | 'names' | 'data';

/** Returns the meaning of the keys of a member. In a schema, `examples` is a list of data; elsewhere, a map of objects. */
export function keysIn(key: string, member: unknown, of: Keys): Keys {
  if (of !== 'keywords') return of === 'names' ? 'keywords' : 'data';
  if (DATA.includes(key) || key.startsWith('x-') || (key === 'examples' && Array.isArray(member))) return 'data';
  return MEMBERS.has(key) || SCHEMA_MAPS.includes(key) ? 'names' : 'keywords';
}

/**
 * Calls a function for each JSON object and list of a part of a document, except those in data.
 *
 * @param visit Gets the object, its keys from the root, and whether the keys of its members are names.
 * @param seen The objects that were visited before. This function adds to the set.
 */
export function visitObjects(
  root: unknown,
  visit: (value: JsonObject, keys: readonly string[], isMap: boolean) => void,
  seen = new Set<unknown>(),
): void {
  const walk = (value: unknown, path: readonly string[], keys: Keys): void => {
    if (!hasMembers(value) || seen.has(value)) return;
    seen.add(value);
    visit(value, path, keys === 'names');
    for (const [key, inner] of Object.entries(value)) {
      const next = keysIn(key, inner, keys);
      // The parameters and the body of a link are data.
      if (next !== 'data' && !(key === 'links' && next === 'names')) walk(inner, [...path, key], next);
    }
  };
  walk(root, [], 'keywords');
}

/** Groups whose components contain only data and texts. */
const WITHOUT_REFERENCES: readonly Group[] = ['examples', 'links', 'securitySchemes'];

export const isReference = (value: unknown): value is LocatedReference['node'] =>
  isObject(value) && typeof value['$ref'] === 'string';

/** A visit of the references in a part of a document. */
interface ReferenceVisit {
  readonly visit: (reference: LocatedReference) => void;
  /** The objects that were visited before. */
  readonly seen: Set<unknown>;
}

/**
 * Calls a function for each reference in a part of a document. Omits references in extensions (`x-`) and in examples,
 * because they are data.
 *
 * @param group The group of the value.
 * @param seen The objects that were visited before. This function adds to the set.
 */
export const visitReferences = (
  value: unknown,
  group: Group,
  visit: (reference: LocatedReference) => void,
  seen = new Set<unknown>(),
): void => visitReferencesIn({ visit, seen }, value, [], group);

function visitReferencesIn(visitor: ReferenceVisit, value: unknown, path: readonly string[], group: Group): void {
  const { visit, seen } = visitor;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) visitReferencesIn(visitor, item, [...path, String(index)], group);
  }
  if (!isObject(value) || seen.has(value)) return;
  seen.add(value);
  if (isReference(value)) visit({ node: value, keys: path, group });
  if (WITHOUT_REFERENCES.includes(group)) return;
  for (const [key, member] of Object.entries(value)) visitMember(visitor, member, [...path, key], group);
}

/** @param group The group of the object that contains the member. */
function visitMember(visitor: ReferenceVisit, member: unknown, path: readonly string[], group: Group): void {
  const key = path.at(-1) ?? '';
  if (keysIn(key, member, 'keywords') === 'data') return;
  const isSchema = group === 'schemas';
  const inMap = isSchema ? (SCHEMA_MAPS.includes(key) ? group : undefined) : MEMBERS.get(key);
  if (inMap !== undefined) visitMap(visitor, member, path, inMap);
  else visitReferencesIn(visitor, member, path, isSchema || key === 'schema' ? 'schemas' : groupOf(key, group));
}

/** @param group The group of the members of the map. */
function visitMap(visitor: ReferenceVisit, map: unknown, path: readonly string[], group: Group): void {
  if (isReference(map)) visitor.visit({ node: map, keys: path, group: 'document' });
  if (!hasMembers(map)) return;
  for (const [name, member] of Object.entries(map)) visitReferencesIn(visitor, member, [...path, name], group);
}

/** Returns the group of a member of an OpenAPI object. */
function groupOf(key: string, of: Group): Group {
  if (key === 'requestBody') return 'requestBodies';
  // The keys of `paths` and of a callback are paths and expressions.
  return of === 'callbacks' || key.startsWith('/') ? 'pathItems' : 'document';
}
