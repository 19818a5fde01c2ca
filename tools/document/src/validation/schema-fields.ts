import { composedSchemas, type FieldSchema } from '../field-schema.ts';
import { isObject } from '../json.ts';
import type { OpenApiDocument } from '../openapi-document.ts';
import { resolve } from '../references/resolve.ts';
import { type Direction, isExcluded } from './validators.ts';

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
  const pathOf = (name: string) => (path === '' ? name : `${path}.${name}`);
  const found = Object.entries(value).flatMap(([name, inner]): Field[] => {
    const property = documented.get(name) ?? others;
    if (property === undefined) return [];
    return [
      { path: pathOf(name), isPresent: true },
      ...compareFields(document, inner, property, direction, pathOf(name)),
    ];
  });
  const absent = [...documented]
    .filter(([name, field]) => !Object.hasOwn(value, name) && !isExcluded(resolve(document, field).value, direction))
    .map(([name]): Field => ({ path: pathOf(name), isPresent: false }));
  return [...found, ...absent];
}
