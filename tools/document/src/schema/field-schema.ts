import { isObject } from '../model/json.ts';
import { resolve } from '../model/resolve.ts';
import { CHOICES } from './schema-view.ts';

/** The keywords of a JSON schema that declare the fields of a value. */
export interface FieldSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly items?: FieldSchema;
  readonly additionalProperties?: FieldSchema | boolean;
  readonly allOf?: readonly FieldSchema[];
  readonly anyOf?: readonly FieldSchema[];
  readonly oneOf?: readonly FieldSchema[];
}

/** Returns the members of `oneOf` and `anyOf` at all levels of a schema, or the schema itself. Reads each list once. */
export function alternativesOf(document: object, schema: FieldSchema, seen = new Set<unknown>()): FieldSchema[] {
  const resolved = resolve(document, schema).value;
  const choices = [...(resolved.oneOf ?? []), ...(resolved.anyOf ?? [])];
  if (choices.length === 0) return [resolved];
  if (seen.has(resolved)) return [];
  seen.add(resolved);
  return choices.flatMap((choice) => alternativesOf(document, choice, seen));
}

/** Returns a schema and all schemas that it is composed of by some keywords. Follows each reference once. */
export function composedSchemas(
  document: object,
  schema: FieldSchema,
  seen = new Set<object>(),
  keywords = ['allOf', ...CHOICES],
): FieldSchema[] {
  // A schema can be a boolean. In an example, which is data, the members can have any type.
  if (!isObject(schema) || seen.has(schema)) return [];
  seen.add(schema);
  const resolved: FieldSchema = resolve(document, schema).value;
  const parts = keywords.flatMap((keyword) => Object(resolved)[keyword] ?? []).filter(isObject);
  return [resolved, ...parts.flatMap((part) => composedSchemas(document, part, seen, keywords))];
}

/** Returns the properties of a schema and of all schemas that it is composed of. References of properties are resolved. */
export function propertiesOf(document: object, schema: FieldSchema): Map<string, FieldSchema> {
  // If several parts declare a property, the outermost part applies.
  const parts = composedSchemas(document, schema).toReversed();
  return new Map(
    parts.flatMap(({ properties = {} }) =>
      Object.entries(properties).map(([name, one]) => [name, resolve(document, one).value] as const),
    ),
  );
}
