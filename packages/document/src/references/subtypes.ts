import type { OpenApiDocument } from '../document.ts';
import { isObject } from '../json-object.ts';
import { referenceTo } from '../json-pointer.ts';
import { componentAt, componentOf } from './resolve.ts';
import { visitReferences } from './visit-references.ts';

/**
 * Maximum number of subtypes in one type. Each reference to the schema becomes a union of all subtypes: with 150 subtypes
 * and 500 references, the types have 2.9 MB instead of 0.1 MB.
 */
const MAX_SUBTYPES = 50;

/**
 * Returns a copy of a document in which a reference to a schema with a discriminator also allows the subtypes of the
 * schema: the components whose `allOf` refers to it (OpenAPI 3.1, 4.8.25). openapi-typescript generates only the fields
 * of the schema itself for such a reference. Returns `undefined` if no schema has subtypes.
 */
export function withSubtypes(document: OpenApiDocument): OpenApiDocument | undefined {
  const subtypes = new Map([...subtypesOf(document)].filter(([, names]) => names.length <= MAX_SUBTYPES));
  if (subtypes.size === 0) return undefined;
  const copy = structuredClone(document);
  const changes: [node: object, names: readonly string[]][] = [];
  visitReferences(copy, { keys: [], group: 'document' }, new Set(), ({ node, keys, group }) => {
    const component = componentOf(node.$ref);
    const names = group === 'schemas' && component?.group === 'schemas' ? subtypes.get(component.name) : undefined;
    if (component !== undefined && names !== undefined && !isOfSubtype(keys))
      changes.push([node, [component.name, ...names]]);
  });
  for (const [node, names] of changes) {
    // The cast is safe: the copy belongs to this function.
    delete (node as { $ref?: string }).$ref;
    Object.assign(node, { anyOf: names.map((name) => ({ $ref: referenceTo(['components', 'schemas', name]) })) });
  }
  return copy;
}

/** Whether a reference is an item of the `allOf` of a component, which extends the target. */
const isOfSubtype = (keys: readonly string[]): boolean =>
  componentAt(keys.slice(0, 3))?.group === 'schemas' && keys[3] === 'allOf' && keys.length === 5;

/** Returns the subtypes of each schema that has a discriminator and no list of alternatives. */
export function subtypesOf({ components }: OpenApiDocument): Map<string, readonly string[]> {
  const schemas = Object.entries(components?.schemas ?? {});
  const direct = new Map<string, string[]>();
  for (const [name, schema] of schemas) {
    const { allOf } = schema as { readonly allOf?: unknown };
    for (const part of Array.isArray(allOf) ? allOf : []) {
      const parent = componentOf(String(Object(part).$ref));
      if (parent !== undefined) direct.set(parent.name, [...(direct.get(parent.name) ?? []), name]);
    }
  }
  const collect = (name: string, found: Set<string>): Set<string> => {
    for (const subtype of direct.get(name) ?? []) {
      if (!found.has(subtype)) collect(subtype, found.add(subtype));
    }
    return found;
  };
  const hasSubtypes = (schema: object): boolean =>
    'discriminator' in schema && isObject(schema.discriminator) && !('oneOf' in schema) && !('anyOf' in schema);
  return new Map(
    schemas
      .filter(([, schema]) => isObject(schema) && hasSubtypes(schema))
      .map(([name]): [string, string[]] => [name, [...collect(name, new Set())].filter((one) => one !== name)])
      .filter(([, names]) => names.length > 0),
  );
}
