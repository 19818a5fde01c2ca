// The parts of docs/changes.md in which the policy differs from JSON Schema, as changes of a schema.
import { mapSubschemas, type Schema, type SchemaVersion } from './pairs.ts';
import { applying } from './values.ts';

/** A schema with properties describes an object, because the generated types show an object. */
export function asObject(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const read = mapSubschemas(schema, asObject);
  return 'properties' in read && !('type' in read) ? { ...read, type: 'object' } : read;
}

/** Moves `contains` into `allOf`: next to `prefixItems`, ajv 8.20 does not check `contains` for an empty list. */
export function withContainsApart(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const { contains, minContains, maxContains, allOf = [], ...others } = mapSubschemas(schema, withContainsApart);
  if (contains === undefined) return { ...others, allOf };
  const bounds = {
    ...(minContains !== undefined && { minContains }),
    ...(maxContains !== undefined && { maxContains }),
  };
  return { ...others, allOf: [...(allOf as Schema[]), { contains, ...bounds }] };
}

/** A reader does not check that a value matches only one alternative of `oneOf`. */
export function withAnyOf(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const { oneOf, allOf = [], ...others } = schema as Record<string, unknown> & { readonly allOf?: readonly Schema[] };
  return mapSubschemas(oneOf === undefined ? schema : { ...others, allOf: [...allOf, { anyOf: oneOf }] }, withAnyOf);
}

/**
 * A sender sends only documented fields: a new optional field of a request breaks no caller. Returns whether a schema
 * documents all fields of a value.
 */
export const isDocumented = (value: unknown, { schema, component }: SchemaVersion): boolean =>
  isDocumentedBy([schema], component, value);

function isDocumentedBy(schemas: readonly Schema[], component: Schema, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const keywords = applying(schemas, [component]);
  const inner = (keyword: string) => keywords.flatMap((one) => (one[keyword] ?? []) as Schema | readonly Schema[]);
  if (Array.isArray(value)) {
    const items = ['items', 'prefixItems', 'contains'].flatMap(inner);
    return value.every((item) => isDocumentedBy(items, component, item));
  }
  return Object.entries(value).every(([name, field]) => {
    const named = (keyword: string, matches: (key: string) => boolean) =>
      inner(keyword).flatMap((map) =>
        Object.entries(map).flatMap(([key, one]) => (matches(key) ? [one as Schema] : [])),
      );
    const found = [
      ...named('properties', (key) => key === name),
      ...named('patternProperties', (key) => new RegExp(key).test(name)),
      ...inner('additionalProperties').filter((one) => typeof one === 'object'),
    ];
    return found.length > 0 && isDocumentedBy(found, component, field);
  });
}

/** A reader ignores unknown fields: a response with more fields breaks no caller. */
export function opened(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const { additionalProperties, ...others } = schema;
  return mapSubschemas(additionalProperties === false ? others : schema, opened);
}
