import type { JsonObject } from 'tools-document/model';
import { isText } from '../descriptive-texts.ts';

/** The keywords for one side of a range, and functions that compare and round its limits. */
export interface Side {
  readonly inclusive: string;
  readonly exclusive: string;
  readonly tightest: (...limits: readonly number[]) => number;
  readonly roundUp: (limit: number) => number;
  /** Returns the first integer within an exclusive limit. */
  readonly next: (limit: number) => number;
}

/** The two sides of a range of numbers. */
export const SIDES: readonly [Side, Side] = [
  {
    inclusive: 'minimum',
    exclusive: 'exclusiveMinimum',
    tightest: Math.max,
    roundUp: Math.ceil,
    next: (limit) => Math.floor(limit) + 1,
  },
  {
    inclusive: 'maximum',
    exclusive: 'exclusiveMaximum',
    tightest: Math.min,
    roundUp: Math.floor,
    next: (limit) => Math.ceil(limit) - 1,
  },
];

/** Patterns that every string matches. */
const ANY_STRING = ['', '^', '$', '.*', '^.*', '.*$'];

const isFalse = (value: unknown): boolean => value === false;
const isZero = (value: unknown): boolean => value === 0;
const isEmpty = (value: unknown): boolean => typeof value === 'object' && Object.keys(value ?? {}).length === 0;

/** Returns whether a schema allows any value: it is `true`, or has only keywords that describe it, such as `title`. */
export const allowsAnything = (value: unknown): boolean =>
  value === true ||
  (typeof value === 'object' &&
    value !== null &&
    Object.entries(canonicalKeywords(value as JsonObject)).every(([key, inner]) => isText(key, inner)));

/** For some keywords: whether a value of the keyword has no effect in a schema. */
const HAS_NO_EFFECT: Readonly<Record<string, (value: unknown, schema: JsonObject) => boolean>> = {
  uniqueItems: isFalse,
  deprecated: isFalse,
  readOnly: isFalse,
  writeOnly: isFalse,
  not: isFalse,
  minLength: isZero,
  minItems: isZero,
  minProperties: isZero,
  multipleOf: (value, schema) => value === 1 && isInteger(schema),
  pattern: (value) => ANY_STRING.includes(String(value)),
  format: (value) => value === 'password',
  contains: (_value, schema) => schema['minContains'] === 0 && schema['maxContains'] === undefined,
  minContains: (value, schema) =>
    value === 1 || schema['contains'] === undefined || (value === 0 && schema['maxContains'] === undefined),
  maxContains: (_value, schema) => schema['contains'] === undefined,
  if: (_value, schema) => schema['then'] === undefined && schema['else'] === undefined,
  // biome-ignore lint/suspicious/noThenProperty: the name of a keyword.
  then: (value, schema) => schema['if'] === undefined || allowsAnything(value),
  else: (value, schema) => schema['if'] === undefined || allowsAnything(value),
  required: isEmpty,
  dependentRequired: isEmpty,
  dependentSchemas: isEmpty,
  patternProperties: isEmpty,
  propertyNames: allowsAnything,
  unevaluatedItems: (value, schema) => 'items' in schema || allowsAnything(value),
  unevaluatedProperties: (value, schema) => 'additionalProperties' in schema || allowsAnything(value),
  items: allowsAnything,
};

/** Results of `canonicalKeywords`: several operations use the same schemas. */
const canonical = new WeakMap<JsonObject, JsonObject>();

/**
 * Returns the keywords of a schema in a canonical form: without keywords that have no effect, and with inclusive bounds
 * for integers.
 */
export function canonicalKeywords(schema: JsonObject): JsonObject {
  const known = canonical.get(schema);
  if (known !== undefined) return known;
  const kept = Object.entries(schema).filter(
    ([key, value]) => !(Object.hasOwn(HAS_NO_EFFECT, key) && HAS_NO_EFFECT[key]?.(value, schema)),
  );
  const result: Record<string, unknown> = Object.fromEntries(kept);
  for (const side of SIDES) convertLimits(result, side);
  canonical.set(schema, result);
  return result;
}

/** Returns the keyword of a schema that is the origin of a keyword of its canonical form. */
export const originOf = (keyword: string, schema: JsonObject): string =>
  Object.hasOwn(schema, keyword) ? keyword : (SIDES.find((side) => side.inclusive === keyword)?.exclusive ?? keyword);

function convertLimits(schema: Record<string, unknown>, side: Side): void {
  const { [side.inclusive]: inclusive, [side.exclusive]: exclusive } = schema;
  if (typeof exclusive !== 'number') delete schema[side.exclusive];
  const limits = [inclusive, exclusive].filter((limit) => typeof limit === 'number');
  if (limits.length === 0) return;
  if (isInteger(schema)) {
    const rounded = [
      ...(typeof inclusive === 'number' ? [side.roundUp(inclusive)] : []),
      ...(typeof exclusive === 'number' ? [side.next(exclusive)] : []),
    ];
    schema[side.inclusive] = side.tightest(...rounded);
    delete schema[side.exclusive];
  } else if (limits.length === 2) {
    delete schema[side.tightest(...limits) === exclusive ? side.inclusive : side.exclusive];
  }
}

const isInteger = ({ type }: JsonObject): boolean =>
  [type].flat().includes('integer') && [type].flat().every((one) => one === 'integer' || one === 'null');
