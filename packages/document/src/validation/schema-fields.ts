import { isObject } from '../json-object.ts';

/** The keywords of a JSON schema that this module reads. */
interface FieldSchema {
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly items?: FieldSchema;
  readonly additionalProperties?: FieldSchema | boolean;
  readonly allOf?: readonly FieldSchema[];
  readonly anyOf?: readonly FieldSchema[];
  readonly oneOf?: readonly FieldSchema[];
  readonly writeOnly?: boolean;
  readonly $ref?: string;
}

/** A field of a JSON value or of its schema. */
export interface Field {
  /** The names from the root to the field, joined by dots. `[]` means every item of an array. */
  readonly path: string;
  /** `absent`: the schema declares the field, but the value has no such field. */
  readonly state: 'present' | 'absent' | 'undocumented';
}

/** Compares the fields of a JSON value with its schema. Fields within an undocumented field are not compared. */
export function compareFields(value: unknown, schema: FieldSchema, path = ''): Field[] {
  const schemas = alternativesOf(schema);
  // Circular references are not resolved, so the fields behind them are unknown.
  if (schemas.some(({ $ref }) => $ref !== undefined)) return [];
  if (Array.isArray(value)) {
    const items = schemas.find((one) => one.items !== undefined)?.items ?? {};
    return value.flatMap((item) => compareFields(item, items, `${path}[]`));
  }
  if (!isObject(value)) return [];
  const documented = new Map(schemas.flatMap(({ properties = {} }) => Object.entries(properties)));
  const others = schemas.map(({ additionalProperties }) => additionalProperties).find((one) => typeof one === 'object');
  const place = (name: string) => (path === '' ? name : `${path}.${name}`);
  const found = Object.entries(value).flatMap(([name, inner]): Field[] => {
    const property = documented.get(name) ?? others;
    if (property === undefined) return [{ path: place(name), state: 'undocumented' }];
    return [{ path: place(name), state: 'present' }, ...compareFields(inner, property, place(name))];
  });
  const absent = [...documented]
    .filter(([name, { writeOnly }]) => writeOnly !== true && !Object.hasOwn(value, name))
    .map(([name]): Field => ({ path: place(name), state: 'absent' }));
  return [...found, ...absent];
}

/** Returns a schema and all schemas that it is composed of. */
function alternativesOf(schema: FieldSchema): FieldSchema[] {
  const { allOf = [], anyOf = [], oneOf = [] } = schema;
  return [schema, ...[...allOf, ...anyOf, ...oneOf].flatMap(alternativesOf)];
}
