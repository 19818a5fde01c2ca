import { isObject } from '../model/json.ts';
import type { OpenApiDocument } from '../model/openapi-document.ts';
import { resolve } from '../model/resolve.ts';
import { composedSchemas, type FieldSchema } from '../schema/field-schema.ts';
import { type Direction, isExcluded } from './validators.ts';

/** A field that a schema declares, and whether a JSON value has the field. */
export interface Field {
  /** The names from the root to the field, joined by dots. `[]` means every item of an array. */
  readonly path: string;
  readonly isPresent: boolean;
  /** The schemas that declare the field. Several alternatives of `oneOf` or `anyOf` can declare it. */
  readonly schemas: readonly FieldSchema[];
  /** Returns a copy of the whole value with another value of the field. */
  readonly put: (value: unknown) => unknown;
}

/** Returns the fields that a schema declares for a JSON value. The fields of an absent field are left out. */
export function compareFields(
  document: OpenApiDocument,
  value: unknown,
  schema: FieldSchema,
  direction: Direction = 'response',
  path = '',
  put: Field['put'] = (changed) => changed,
): Field[] {
  const schemas = composedSchemas(document, schema);
  if (Array.isArray(value)) {
    const items = schemas.find((one) => one.items !== undefined)?.items ?? {};
    return value.flatMap((item, index) =>
      compareFields(document, item, items, direction, `${path}[]`, (changed) => put(value.with(index, changed))),
    );
  }
  if (!isObject(value)) return [];
  const declared = schemas.flatMap(({ properties = {} }) => Object.entries(properties));
  const documented = new Map(declared);
  const others = schemas.map(({ additionalProperties }) => additionalProperties).find((one) => typeof one === 'object');
  const fieldOf = (name: string, isPresent: boolean): Field => ({
    path: path === '' ? name : `${path}.${name}`,
    isPresent,
    schemas: declared.flatMap(([one, field]) => (one === name ? [field] : [])),
    put: (changed) => put({ ...value, [name]: changed }),
  });
  const found = Object.entries(value).flatMap(([name, inner]): Field[] => {
    const property = documented.get(name) ?? others;
    if (property === undefined) return [];
    const field = fieldOf(name, true);
    return [field, ...compareFields(document, inner, property, direction, field.path, field.put)];
  });
  const absent = [...documented]
    .filter(([name, field]) => !Object.hasOwn(value, name) && !isExcluded(resolve(document, field).value, direction))
    .map(([name]) => fieldOf(name, false));
  return [...found, ...absent];
}
