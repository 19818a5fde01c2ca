import type { OpenApiDocument } from '../openapi/document.ts';
import { resolveSchema } from '../openapi/list-shape.ts';
import { choicesOf, type Schema, subschema, typesOf } from './schema.ts';

/** The schemas of a document that have a page. */
export interface Components {
  /** The schemas that have a page, by name, in the order of the document. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** Resolves a circular reference, which `readDocument` does not resolve; returns any other schema unchanged. */
  resolve(schema: Schema): Schema;
  /** Returns the name of the schema if the schema has a page. */
  nameOf(schema: Schema): string | undefined;
}

/** Keywords whose value is an object or a list that a copy of the schema shares with the schema. */
const SHARED = ['properties', 'allOf', 'oneOf', 'anyOf'] as const;

/**
 * Finds the schemas of a document that have a page: those with fields or alternatives, and those that accept any value.
 * Scalars, enums, arrays and maps have no page. They are described in each place that uses them.
 *
 * @param document The document with resolved references. A resolved reference is the component itself. If there are
 *   keywords next to the `$ref`, it is a copy that shares the objects of the component.
 */
export function listComponents(document: OpenApiDocument): Components {
  const resolve = (schema: Schema): Schema =>
    // The cast is safe: the function returns the schema to which the reference points.
    schema.$ref === undefined ? schema : (resolveSchema(document, { $ref: schema.$ref }) as Schema);
  const entries = Object.entries(document.components?.schemas ?? {}) as [string, Schema][];
  const schemas = new Map(entries.filter(([, schema]) => hasStructure(schema, resolve)));
  const names = new Map<Schema, string>();
  const namesByPart = new Map<object, string>();
  // In reverse order, so that the first of several names of a schema remains.
  for (const [name, schema] of [...schemas].reverse()) {
    names.set(resolve(schema), name);
    for (const part of sharedParts(resolve(schema))) namesByPart.set(part, name);
  }
  return {
    schemas,
    resolve,
    nameOf: (schema) => {
      const resolved = resolve(schema);
      return names.get(resolved) ?? sharedParts(resolved).map((part) => namesByPart.get(part))[0];
    },
  };
}

const sharedParts = (schema: Schema): object[] =>
  SHARED.flatMap((keyword) => (schema[keyword] === undefined ? [] : [schema[keyword]]));

/** Whether a schema has fields or alternatives with fields, or accepts any value. */
function hasStructure(schema: Schema, resolve: (schema: Schema) => Schema, seen: readonly Schema[] = []): boolean {
  const resolved = resolve(schema);
  if (seen.includes(resolved)) return true;
  if (resolved.enum !== undefined || resolved.const !== undefined) return false;
  if (Object.keys(resolved.properties ?? {}).length > 0) return true;
  const parts = [...choicesOf(resolved), ...(resolved.allOf ?? [])];
  if (parts.length > 0) return parts.some((part) => hasStructure(part, resolve, [...seen, resolved]));
  return typesOf(resolved) === undefined && subschema(resolved.items) === undefined;
}
