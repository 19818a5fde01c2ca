import { isObject } from '../json.ts';
import type { OpenApiDocument } from '../openapi-document.ts';
import { resolve } from '../references/resolve.ts';
import { type Direction, isExcluded } from './validators.ts';

/** The keywords of a JSON schema that declare the fields of a value. */
export interface FieldSchema {
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly items?: FieldSchema;
  readonly additionalProperties?: FieldSchema | boolean;
  readonly allOf?: readonly FieldSchema[];
  readonly anyOf?: readonly FieldSchema[];
  readonly oneOf?: readonly FieldSchema[];
}

/** A field that a schema declares, and whether a JSON value has the field. */
export interface Field {
  /** The names from the root to the field, joined by dots. `[]` means every item of an array. */
  readonly path: string;
  readonly isPresent: boolean;
}

/** Returns the fields that a schema declares for a JSON value. The fields of an absent field are left out. */
export function compareFields(
  document: OpenApiDocument,
  value: unknown,
  schema: FieldSchema,
  direction: Direction = 'response',
  path = '',
): Field[] {
  const schemas = composedSchemas(document, schema);
  if (Array.isArray(value)) {
    const items = schemas.find((one) => one.items !== undefined)?.items ?? {};
    return value.flatMap((item) => compareFields(document, item, items, direction, `${path}[]`));
  }
  if (!isObject(value)) return [];
  const documented = new Map(schemas.flatMap(({ properties = {} }) => Object.entries(properties)));
  const others = schemas.map(({ additionalProperties }) => additionalProperties).find((one) => typeof one === 'object');
  const place = (name: string) => (path === '' ? name : `${path}.${name}`);
  const found = Object.entries(value).flatMap(([name, inner]): Field[] => {
    const property = documented.get(name) ?? others;
    if (property === undefined) return [];
    return [
      { path: place(name), isPresent: true },
      ...compareFields(document, inner, property, direction, place(name)),
    ];
  });
  const absent = [...documented]
    .filter(([name, field]) => !Object.hasOwn(value, name) && !isExcluded(resolve(document, field).value, direction))
    .map(([name]): Field => ({ path: place(name), isPresent: false }));
  return [...found, ...absent];
}

/** Returns a schema and all schemas that it is composed of, each of them once. */
export function composedSchemas(
  document: OpenApiDocument,
  schema: FieldSchema,
  seen = new Set<object>(),
): FieldSchema[] {
  // A schema can be a boolean. In an example, which is data, the members can have any type.
  if (!isObject(schema) || seen.has(schema)) return [];
  seen.add(schema);
  const resolved: FieldSchema = resolve(document, schema).value;
  const parts = [resolved.allOf, resolved.anyOf, resolved.oneOf].filter(Array.isArray).flat();
  return [resolved, ...parts.flatMap((part) => composedSchemas(document, part, seen))];
}
