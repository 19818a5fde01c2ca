import type { ErrorObject } from 'ajv/dist/2020.js';
import { isObject, type JsonObject } from '../model/json.ts';
import { resolve } from '../model/resolve.ts';
import { type Direction, isExcluded, type Validators } from '../validation/validators.ts';
import { stringFor } from './string-sample.ts';

/** Maximum length of a value that is repaired, as JSON, and of a list. */
export const MAX_LENGTH = 30_000;

/** Marks a value that a repair removes, because the schema allows no value in this place. */
export const REMOVED = Symbol('removed');

/** An error in a value, and what is needed to repair the value. */
interface KeywordError extends ErrorObject {
  /** The value, for keywords that apply only to objects. */
  readonly object: JsonObject;
  /** The value, for keywords that apply only to lists. */
  readonly list: readonly unknown[];
  /** The value of the keyword, for keywords that are limits. */
  readonly limit: number;
  readonly document: object;
  readonly direction: Direction;
  readonly validators: Validators;
  /** The schema of the document with the keyword. */
  readonly original: JsonObject;
  readonly sampleOf: (part: unknown) => unknown;
}

type KeywordRepair = (violation: KeywordError) => unknown;

const repairNumber: KeywordRepair = ({ parentSchema }) => numberFor(parentSchema as JsonObject);

const repairString: KeywordRepair = ({ parentSchema, validators }) => {
  const { minLength, maxLength, pattern, format } = parentSchema as JsonObject;
  if (Number(minLength) > MAX_LENGTH) return undefined;
  const keywords = Object.fromEntries(
    Object.entries({ minLength, maxLength, pattern, format }).filter(([, value]) => value !== undefined),
  );
  const accepts = validators.compile(keywords);
  return stringFor(keywords, (text) => accepts(text));
};

/** For each keyword: what to put in the place of a value that violates the keyword; `undefined` if nothing is known. */
export const KEYWORD_REPAIRS: Readonly<Record<string, KeywordRepair>> = {
  const: ({ schema }) => schema,
  enum: ({ schema }) => Object(schema)[0],
  type: ({ parentSchema = {} }) => valueOfType(parentSchema),
  required: ({ object, params: { missingProperty: name }, original, sampleOf }) => ({
    ...object,
    [name]: sampleOf(ownProperties(original)[name]),
  }),
  additionalProperties: ({ object, params }) => without(object, params['additionalProperty']),
  maxProperties: ({ object, original }) => {
    const required = original['required'] as string[] | undefined;
    const name = Object.keys(object).findLast((key) => required?.includes(key) !== true);
    return name === undefined ? undefined : without(object, name);
  },
  minProperties: ({ object, document, direction, original, sampleOf }) => {
    const [name, part] = Object.entries(ownProperties(original)).find(
      ([key, property]) => !(key in object) && !isExcluded(resolve(document, property).value, direction),
    ) ?? [`key${Object.keys(object).length + 1}`, original['additionalProperties']];
    return { ...object, [name]: sampleOf(part) };
  },
  minItems: ({ limit, list, original, sampleOf }) =>
    limit > MAX_LENGTH ? undefined : [...list, ...Array(limit - list.length).fill(sampleOf(original['items']))],
  maxItems: ({ list, limit }) => list.slice(0, limit),
  uniqueItems: ({ list, document, original }) => {
    const { enum: choices } = resolve(document, original['items'] ?? {}).value as { enum?: unknown[] };
    return withoutDuplicates(list, choices);
  },
  contains: ({ list, original, sampleOf }) => [...list, sampleOf(original['contains'])],
  'false schema': () => REMOVED,
  ...{ pattern: repairString, format: repairString, minLength: repairString, maxLength: repairString },
  ...{ minimum: repairNumber, maximum: repairNumber, exclusiveMinimum: repairNumber, exclusiveMaximum: repairNumber },
  multipleOf: repairNumber,
};

const ownProperties = (schema: JsonObject): JsonObject => (schema['properties'] ?? {}) as JsonObject;

export const without = (object: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

/** Returns the simplest value of the type of a schema. */
function valueOfType(schema: JsonObject): unknown {
  const [type] = [schema['type']].flat();
  if (type === 'string') return 'string';
  if (type === 'integer' || type === 'number') return numberFor(schema);
  if (type === 'boolean') return true;
  if (type === 'array') return [];
  return type === 'object' ? {} : null;
}

/** Returns a number that the bounds and `multipleOf` of a schema allow. */
function numberFor(schema: JsonObject): number {
  const of = (keyword: string) => schema[keyword] as number | undefined;
  const step = of('multipleOf') ?? (of('exclusiveMinimum') !== undefined && schema['type'] !== 'integer' ? 0.5 : 1);
  const above = of('exclusiveMinimum');
  const below = of('exclusiveMaximum');
  const least = Math.max(of('minimum') ?? Number.NEGATIVE_INFINITY, above ?? Number.NEGATIVE_INFINITY);
  if (Number.isFinite(least)) return awayFrom(above, Math.ceil(least / step) * step, step);
  const most = Math.min(of('maximum') ?? step, below ?? step);
  return awayFrom(below, Math.floor(most / step) * step, -step);
}

/** Returns a number, plus a step if the number is a bound. At bounds of int64, a small step does not change the number. */
const awayFrom = (bound: number | undefined, number: number, step: number): number =>
  number === bound ? awayFrom(bound, number + step, step * 2) : number;

/** Replaces each item that is equal to an earlier item by another item, or removes it. */
function withoutDuplicates(list: readonly unknown[], choices: readonly unknown[] | undefined): unknown[] {
  const unique = new Map<string, unknown>();
  const isFree = (item: unknown) => !unique.has(JSON.stringify(item));
  for (const item of list) {
    let free = choices === undefined || isFree(item) ? item : choices.find(isFree);
    for (let tries = 0; !isFree(free) && tries < list.length; tries += 1) free = otherThan(free);
    if (isFree(free)) unique.set(JSON.stringify(free), free);
  }
  return [...unique.values()];
}

/** Returns another value of the same type. */
function otherThan(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'string') return `${value}1`;
  if (typeof value === 'boolean') return !value;
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, otherThan(part)]))
    : value;
}
