import { hasMembers, isObject, type JsonObject } from '../model/json.ts';
import { isExcluded } from './validators.ts';

/** Receives a changed value. `path` is the place of the error. */
type AddInvalidValue = (keyword: string, error: string, changed: unknown, path?: string) => void;

/** A value that violates one keyword of a schema. */
export interface InvalidValue {
  /** The keyword that the value violates. */
  readonly keyword: string;
  /** The value of the keyword, such as `3` for `minLength`. */
  readonly limit: unknown;
  /** Path of the error in the value, such as `address.city`; empty for the value itself. */
  readonly path: string;
  /** The error at `path`, such as `is shorter than 3 characters`. */
  readonly error: string;
  readonly value: unknown;
}

/**
 * Maximum depth of a change. Only the fields of a body change: with deeper fields, some operations would have hundreds
 * of cases.
 */
const MAX_DEPTH = 1;

/** Maximum length of a text or a list, and maximum number of properties. Larger values would make the tests slow. */
const MAX_LENGTH = 5_000;

/** One value of each JSON type. */
const VALUES: readonly unknown[] = ['text', 7, true, { undeclared: 1 }, [{ undeclared: 1 }], null];
/** Keywords whose changed values can violate another keyword instead, such as the `type` of a new item. */
export const MEMBER_KEYWORDS: readonly string[] = ['items', 'contains', 'additionalProperties'];
/** A value of each type to which keywords such as `minLength` apply. */
const BASES = { string: 'text', number: 7, array: [7], object: { undeclared: 1 } };
/** Keywords that can reject values of any type, with the error of a rejected value. */
const ALTERNATIVES = {
  anyOf: 'matches none of its alternatives',
  oneOf: 'does not match exactly one of its alternatives',
};
/** Numbers that alternatives often reject. */
const ODD_NUMBERS = [0.5, -1_000_003, 1_000_003];
/** Texts that violate almost every pattern and format. */
const ODD_TEXTS = ['!', ' ', '\u00e9', 'a b!', '!!!!!!!!!!!!!!!!!!!!!!!!', '!'.repeat(36)];

/**
 * Lists values that a schema should reject. Each value is the valid value with one change. A changed value can
 * still be valid, for example because of `anyOf`, so the caller must validate each value. Several values can have the
 * same path and error.
 *
 * @param resolve Resolves a reference.
 */
export function invalidValues(schema: object, valid: unknown, resolve: (schema: object) => object): InvalidValue[] {
  /** Returns the schema and the parts of its `allOf`. */
  const partsOf = (part: unknown): JsonObject[] => {
    if (!hasMembers(part)) return [];
    const resolved = resolve(part) as JsonObject;
    return [resolved, ...((resolved['allOf'] ?? []) as object[]).flatMap(partsOf)];
  };

  const changesOf = (part: unknown, value: unknown, depth: number): InvalidValue[] => {
    const parts = partsOf(part);
    const own = parts.flatMap((facet) => ownChanges(facet, value, resolve));
    if (depth === MAX_DEPTH || !hasMembers(value)) return own;
    const inner = Object.entries(value).flatMap(([key, child]) => {
      const schemas = parts.map((facet) =>
        Array.isArray(value) ? facet['items'] : (facet['properties'] as JsonObject | undefined)?.[key],
      );
      if (Array.isArray(value) && key !== '0') return [];
      return changesOf({ allOf: schemas.filter((child) => child !== undefined) }, child, depth + 1).map((change) => ({
        ...change,
        path: [Array.isArray(value) ? `[${key}]` : key, change.path].filter((name) => name !== '').join('.'),
        value: Array.isArray(value) ? value.with(0, change.value) : { ...value, [key]: change.value },
      }));
    });
    return [...own, ...inner];
  };
  return changesOf(schema, valid, 0);
}

/** Returns changes of the value itself, not of its parts. */
function ownChanges(schema: JsonObject, value: unknown, resolve: (schema: object) => object): InvalidValue[] {
  const changes: InvalidValue[] = [];
  const add = (keyword: string, error: string, changed: unknown, path = '') =>
    changes.push({ keyword, limit: schema[keyword], path, error, value: changed });

  const types = [schema['type'] ?? []].flat() as string[];
  if (types.length > 0) {
    const wrong = VALUES.find((candidate) => !types.some((type) => isOfType(candidate, type)));
    if (wrong !== undefined) add('type', `is not of type ${types.join(' or ')}`, wrong);
  }
  if (schema['enum'] !== undefined || schema['const'] !== undefined) {
    const keyword = schema['enum'] === undefined ? 'const' : 'enum';
    add(keyword, 'is not an allowed value', typeof value === 'number' ? value + 1_000_003 : 'none-of-its-values');
  }
  // A value of another type would violate `type` instead.
  const isAllowed = (candidate: unknown) => types.length === 0 || types.some((type) => isOfType(candidate, type));
  const parts = Object.keys(isObject(value) ? value : {}).map((name) => {
    const { [name]: _removed, ...others } = value as JsonObject;
    return others;
  });
  for (const [keyword, error] of Object.entries(ALTERNATIVES)) {
    if (schema[keyword] === undefined) continue;
    for (const candidate of [...VALUES, ...ODD_NUMBERS, {}, ...parts].filter(isAllowed)) add(keyword, error, candidate);
  }
  // A schema without a type allows values of each type, so its keywords can reject values of other types than the valid
  // value.
  const bases = types.length === 0 ? BASES : {};
  const { string, number, array, object } = { ...bases, ...byType(value) };
  if (string !== undefined) stringChanges(schema, string, add);
  if (number !== undefined) numberChanges(schema, number, add);
  if (array !== undefined) arrayChanges(schema, array, add);
  if (object !== undefined) objectChanges(schema, object, add, resolve);
  return changes;
}

function stringChanges(schema: JsonObject, value: string, add: AddInvalidValue): void {
  const { minLength = 0, maxLength = MAX_LENGTH, pattern, format } = schema as Record<string, never>;
  if (minLength > 0) add('minLength', `is shorter than ${minLength} characters`, value.slice(0, minLength - 1));
  if (maxLength < MAX_LENGTH) {
    add('maxLength', `is longer than ${maxLength} characters`, value.padEnd(maxLength + 1, value.at(-1) ?? 'a'));
  }
  const odd = ODD_TEXTS.find(({ length }) => length >= minLength && length <= maxLength) ?? '!'.repeat(minLength);
  if (pattern !== undefined) add('pattern', 'does not match its pattern', odd);
  if (format !== undefined) add('format', `is not a valid ${format}`, odd);
}

function numberChanges(schema: JsonObject, value: number, add: AddInvalidValue): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema as Record<string, number>;
  if (minimum !== undefined) add('minimum', `is below ${minimum}`, minimum - 1);
  if (maximum !== undefined) add('maximum', `is above ${maximum}`, maximum + 1);
  if (exclusiveMinimum !== undefined) add('exclusiveMinimum', `is not above ${exclusiveMinimum}`, exclusiveMinimum);
  if (exclusiveMaximum !== undefined) add('exclusiveMaximum', `is not below ${exclusiveMaximum}`, exclusiveMaximum);
  if (multipleOf !== undefined) add('multipleOf', `is not a multiple of ${multipleOf}`, value + multipleOf / 2);
}

function arrayChanges(schema: JsonObject, value: readonly unknown[], add: AddInvalidValue): void {
  const { minItems = 0, maxItems = MAX_LENGTH } = schema as Record<string, number>;
  const [first = 7] = value;
  if (minItems > 0) add('minItems', `has fewer than ${minItems} items`, value.slice(0, minItems - 1));
  if (maxItems < MAX_LENGTH) {
    add('maxItems', `has more than ${maxItems} items`, Array(maxItems + 1).fill(first));
  }
  if (schema['uniqueItems'] === true)
    add('uniqueItems', 'has duplicate items', value.length === 0 ? [first, first] : [...value, first]);
  if (schema['items'] !== undefined && value.length === 0) {
    for (const item of VALUES) add('items', 'has an item that is not allowed', [item]);
  }
  if (schema['contains'] === undefined) return;
  for (const list of [[], ...VALUES.map((item) => [item])])
    add('contains', 'does not contain enough of the required items', list);
}

function objectChanges(
  schema: JsonObject,
  value: object,
  add: AddInvalidValue,
  resolve: (schema: object) => object,
): void {
  const {
    required = [],
    properties = {},
    minProperties = 0,
    maxProperties = MAX_LENGTH,
  } = schema as {
    required?: string[];
    properties?: Readonly<Record<string, object>>;
    minProperties?: number;
    maxProperties?: number;
  };
  const entries = Object.entries(value);
  for (const name of required.filter((key) => !isExcluded(resolve(properties[key] ?? {}), 'request'))) {
    add('required', 'is missing', Object.fromEntries(entries.filter(([key]) => key !== name)), name);
  }
  const { additionalProperties } = schema;
  if (additionalProperties === false)
    add('additionalProperties', 'is not declared', { ...value, undeclared_property: 1 }, 'undeclared_property');
  else if (additionalProperties !== undefined) {
    for (const other of VALUES)
      add('additionalProperties', 'has an invalid additional property', { ...value, undeclared_property: other });
  }
  if (minProperties > 0) {
    add(
      'minProperties',
      `has fewer than ${minProperties} properties`,
      Object.fromEntries(entries.slice(0, minProperties - 1)),
    );
  }
  if (maxProperties < MAX_LENGTH) {
    const added = Array.from({ length: Math.max(0, maxProperties + 1 - entries.length) }, (_, nth) => [
      `added_${nth}`,
      1,
    ]);
    add('maxProperties', `has more than ${maxProperties} properties`, { ...value, ...Object.fromEntries(added) });
  }
}

interface ValueByType {
  readonly string?: string;
  readonly number?: number;
  readonly array?: readonly unknown[];
  readonly object?: object;
}

function byType(value: unknown): ValueByType {
  if (typeof value === 'string') return { string: value };
  if (typeof value === 'number') return { number: value };
  if (Array.isArray(value)) return { array: value };
  return isObject(value) ? { object: value } : {};
}

/** Returns whether a value has the given type of JSON Schema. */
function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  return typeof value === (type === 'integer' ? 'number' : type);
}
