import type { ErrorObject } from 'ajv/dist/2020.js';
import { sample } from 'openapi-sampler';
import { isObject, unescapeKey } from '../json.ts';
import type { OpenApiDocument } from '../openapi-document.ts';
import { resolve } from '../references/resolve.ts';
import { visitObjects } from '../references/visit-references.ts';
import {
  type Direction,
  isExcluded,
  oncePerDocument,
  type Validators,
  validatorsOf,
} from '../validation/validators.ts';
import { discriminated } from './discriminator.ts';
import { stringFor } from './string-sample.ts';

/**
 * Maximum number of steps for one value: samples and repairs of its parts, and drafts. Without a limit, repairs that undo
 * each other would never end, and references to schemas with many references would take hours.
 */
const MAX_STEPS = 1000;
/** Maximum number of references that openapi-sampler follows for one value, and for one draft of a part. */
const MAX_REFERENCES = { value: 20_000, draft: 2000 };
/** Maximum length of a value that is repaired, as JSON, and of a list. */
const MAX_LENGTH = 30_000;
/** Maximum number of repairs of the same error, because repairs of two errors can undo each other. */
const MAX_TIMES = 4;
/** Maximum depth of nested schemas in a sample. Without a limit, a sample of a recursive schema would never end. */
const MAX_DEPTH = 12;

/** Marks a value that a repair removes, because the schema allows no value in this place. */
const REMOVED = Symbol('removed');

type Schema = Readonly<Record<string, unknown>>;

/** Creates valid values of the schemas of a document. */
export interface Sampler {
  /**
   * Returns a value that the schema accepts: the first of `starts` that can be repaired, or else a sample. Returns
   * `undefined` if no valid value is found.
   */
  valueOf(schema: object, ...starts: unknown[]): unknown;
  readonly validators: Validators;
}

/** Returns the sampler of a document, for requests or for responses. */
export const samplerOf = oncePerDocument(createSampler);

function createSampler(document: OpenApiDocument, direction: Direction): Sampler {
  const validators = validatorsOf(document, direction);
  const samples = { whole: new WeakMap<object, unknown>(), part: new WeakMap<object, unknown>() };
  /** Number of steps so far for the current value and its parts. */
  let steps = 0;
  /** Number of references so far. */
  const references = { value: 0, draft: 0 };
  const isSpent = (): boolean => {
    steps += 1;
    return steps > MAX_STEPS;
  };
  const startOver = (): void => {
    steps = 0;
    references.value = 0;
  };
  const skipped = { skipReadOnly: direction === 'request', skipWriteOnly: direction === 'response', quiet: true };

  const { components, ...others } = sampledPart(document);
  const draftDocument = {
    ...others,
    // openapi-sampler reads this field once for each reference.
    get components() {
      references.value += 1;
      references.draft += 1;
      if (references.value > MAX_REFERENCES.value || references.draft > MAX_REFERENCES.draft)
        throw new Error('The schema has too many references.');
      return components;
    },
  };
  /** Returns a sample that can be invalid, because openapi-sampler ignores some keywords. */
  const draft = (schema: object, isRequiredOnly: boolean): unknown => {
    references.draft = 0;
    if (isSpent()) return undefined;
    try {
      return sample(sampledPart(schema), { ...skipped, skipNonRequired: isRequiredOnly }, draftDocument);
    } catch {
      return undefined;
    }
  };

  /**
   * Returns a sample. A part, which a repair adds to another value, has only the required fields if possible: the optional
   * fields of recursive schemas can contain each other thousands of times.
   */
  function sampleAt(schema: object, depth: number, kind: 'whole' | 'part'): unknown {
    const values = samples[kind];
    const [first, second] = kind === 'whole' ? [false, true] : [true, false];
    // All references to a component without other keywords have the same key.
    const key = resolve(document, schema).value;
    if (values.has(key)) return structuredClone(values.get(key));
    if (depth > MAX_DEPTH || isSpent()) return undefined;
    const value =
      discriminatedSample(schema, depth, kind) ??
      repair(schema, draft(schema, first), depth) ??
      repair(schema, draft(schema, second), depth);
    if (value !== undefined || depth === 0) values.set(key, value);
    return structuredClone(value);
  }

  /** Returns a sample of the first alternative of a discriminator, with the value that selects the alternative. */
  function discriminatedSample(schema: object, depth: number, kind: 'whole' | 'part'): unknown {
    const accepts = validators.compile(schema);
    for (const { field, value, schema: alternative } of discriminated(document, schema)) {
      const sampled = sampleAt(alternative, depth + 1, kind);
      const selected = isObject(sampled) ? { ...sampled, [field]: value } : undefined;
      if (selected !== undefined && validators.compile(alternative)(selected) && accepts(selected)) return selected;
    }
    return undefined;
  }

  /** Changes a value, guided by the errors of its validation, until the schema accepts it. */
  function repair(schema: object, start: unknown, depth: number): unknown {
    const validate = validators.compile(schema);
    const removed = new Set<string>();
    const seen = new Map<string, number>();
    let value = structuredClone(start);
    while (!isSpent()) {
      if (validate(value)) return value;
      if ((JSON.stringify(value)?.length ?? 0) > MAX_LENGTH) return undefined;
      // The last error is the error of the schema itself. The errors of the branches of the schema come first.
      const error = validate.errors?.at(-1);
      if (error === undefined) return undefined;
      const place = `${error.instancePath} ${error.schemaPath} ${JSON.stringify(error.params)}`;
      const times = (seen.get(place) ?? 0) + 1;
      seen.set(place, times);
      const fixed = times > MAX_TIMES ? undefined : fix(error, depth);
      const pointer = fixed === undefined ? placeToRemove(error.instancePath, removed) : error.instancePath;
      if (pointer === undefined) return undefined;
      value = replaceAt(value, pointer, fixed === undefined ? REMOVED : fixed);
    }
    return undefined;
  }

  /** Returns what to put in the place of the value that caused an error; `undefined` if no repair is known. */
  function fix({ keyword, schema, parentSchema = {}, data, params }: ErrorObject, depth: number): unknown {
    const original = validators.originalOf(parentSchema) as Schema;
    const object = data as Schema;
    const list = data as unknown[];
    const sampleOf = (part: unknown): unknown => (isObject(part) ? sampleAt(part, depth + 1, 'part') : 'string');
    switch (keyword) {
      case 'const':
        return schema;
      case 'enum':
        return (schema as unknown[])[0];
      case 'type':
        return valueOfType(parentSchema);
      case 'required': {
        const name: string = params['missingProperty'];
        return { ...object, [name]: sampleOf(propertiesOf(original)[name]) };
      }
      case 'additionalProperties':
        return without(object, params['additionalProperty']);
      case 'maxProperties': {
        const required = original['required'] as string[] | undefined;
        const name = Object.keys(object).findLast((key) => required?.includes(key) !== true);
        return name === undefined ? undefined : without(object, name);
      }
      case 'minProperties': {
        const properties = Object.entries(propertiesOf(original));
        const [name, part] = properties.find(
          ([key, property]) => !(key in object) && !isExcluded(resolve(document, property).value, direction),
        ) ?? [`key${Object.keys(object).length + 1}`, original['additionalProperties']];
        return { ...object, [name]: sampleOf(part) };
      }
      case 'minItems':
        if (Number(schema) > MAX_LENGTH) return undefined;
        return [...list, ...Array(Number(schema) - list.length).fill(sampleOf(original['items']))];
      case 'maxItems':
        return list.slice(0, Number(schema));
      case 'uniqueItems': {
        const { enum: choices } = resolve(document, original['items'] ?? {}).value as { enum?: unknown[] };
        return withoutDuplicates(list, choices);
      }
      case 'contains':
        return [...list, sampleOf(original['contains'])];
      case 'false schema':
        return REMOVED;
      case 'oneOf':
      case 'anyOf':
        return valueOfBranch(keyword, validators.originalOf(parentSchema) as Schema, data, depth);
      case 'pattern':
      case 'format':
      case 'minLength':
      case 'maxLength': {
        const { minLength, maxLength, pattern, format } = parentSchema as Schema;
        if (Number(minLength) > MAX_LENGTH) return undefined;
        const keywords = Object.fromEntries(
          Object.entries({ minLength, maxLength, pattern, format }).filter(([, value]) => value !== undefined),
        );
        const accepts = validators.compile(keywords);
        return stringFor(keywords, (text) => accepts(text));
      }
      case 'minimum':
      case 'maximum':
      case 'exclusiveMinimum':
      case 'exclusiveMaximum':
      case 'multipleOf':
        return numberFor(parentSchema as Schema);
      default:
        return undefined;
    }
  }

  /** Returns a value that `anyOf` or `oneOf` accepts. The value keeps the properties of `data` if possible. */
  function valueOfBranch(keyword: 'oneOf' | 'anyOf', schema: Schema, data: unknown, depth: number): unknown {
    const branches = schema[keyword] as (object | boolean)[];
    const accepts = validators.compile({ [keyword]: branches });
    const merged = (value: unknown) => (isObject(value) && isObject(data) ? { ...data, ...value } : value);
    const starts = branches
      .filter(isObject)
      .flatMap((branch) => [data, draft(branch, false), draft(branch, true)].map((start) => ({ branch, start })));
    // Try all branches without repairs first. Repairing a branch that refers to its own schema is slow, and another
    // branch may be valid.
    for (const { start } of starts) {
      const candidate = [merged(start), start].find((value) => value !== undefined && accepts(value));
      if (candidate !== undefined) return candidate;
    }
    if (depth >= MAX_DEPTH) return undefined;
    for (const { branch, start } of starts) {
      const value = repair(branch, start, depth + 1);
      const candidate = [merged(value), value].find((repaired) => repaired !== undefined && accepts(repaired));
      if (candidate !== undefined) return candidate;
    }
    return undefined;
  }

  return {
    validators,
    valueOf: (schema, ...starts) => {
      for (const start of starts) {
        startOver();
        const value =
          start === undefined ? undefined : repair(schema, withoutExcluded(document, schema, start, direction), 0);
        if (value !== undefined) return value;
      }
      startOver();
      return sampleAt(schema, 0, 'whole');
    },
  };
}

/**
 * Returns what to remove if a value cannot be repaired: the value itself. If a repair has already removed the value,
 * returns the closest outer value that has not been removed yet.
 */
function placeToRemove(pointer: string, removed: Set<string>): string | undefined {
  let place = pointer;
  while (place !== '' && removed.has(place)) place = place.slice(0, place.lastIndexOf('/'));
  removed.add(place);
  return place === '' ? undefined : place;
}

/** Returns a value without its read-only properties (in requests) or its write-only properties (in responses). */
function withoutExcluded(
  document: OpenApiDocument,
  schema: object | undefined,
  value: unknown,
  direction: Direction,
): unknown {
  const { properties = {}, items } = resolve(document, schema ?? {}).value as {
    properties?: Record<string, object>;
    items?: object;
  };
  if (Array.isArray(value)) return value.map((item) => withoutExcluded(document, items, item, direction));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isExcluded(resolve(document, properties[name]).value, direction))
      .map(([name, part]) => [name, withoutExcluded(document, properties[name], part, direction)]),
  );
}

/**
 * Returns a copy for openapi-sampler, which does not know formats such as `url-or-null`: the copy has the format `uri`,
 * because the same field can have the format `url` in another schema. If a schema has fields and does not describe its
 * additional fields, a sample has only the named fields, as in the generated types.
 */
function sampledPart<T extends object>(part: T): T {
  const copy = structuredClone(part);
  visitObjects(copy, (visited, _, isMap) => {
    if (isMap) return;
    // The cast is safe: the copy belongs to this function.
    const schema = visited as Record<string, unknown>;
    const { format, type, properties, additionalProperties } = schema;
    if (isObject(properties) && isUndescribed(additionalProperties)) delete schema['additionalProperties'];
    if (typeof format === 'string' && [type].flat().includes('string') && isUrlFormat(format)) schema['format'] = 'uri';
    // Repairs add the missing items, and end at a limit.
    delete schema['minItems'];
    if (Number(schema['minLength']) > MAX_LENGTH) delete schema['minLength'];
  });
  return copy;
}

const isUrlFormat = (format: string): boolean =>
  /[-_]ur[il]\b|\bur[il][-_]/.test(format) && !/reference|template/.test(format);

/** Whether a schema has no keyword that describes values. */
const isUndescribed = (schema: unknown): boolean =>
  isObject(schema) && Object.keys(schema).every((keyword) => ['title', 'description'].includes(keyword));

const propertiesOf = (schema: Schema): Schema => (schema['properties'] ?? {}) as Schema;

const without = (object: Schema, name: string): Schema =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

/** Returns the simplest value of the type of a schema. */
function valueOfType(schema: Schema): unknown {
  const [type] = [schema['type']].flat();
  if (type === 'string') return 'string';
  if (type === 'integer' || type === 'number') return numberFor(schema);
  if (type === 'boolean') return true;
  if (type === 'array') return [];
  return type === 'object' ? {} : null;
}

/** Returns a number that the bounds and `multipleOf` of a schema allow. */
function numberFor(schema: Schema): number {
  const of = (keyword: string) => schema[keyword] as number | undefined;
  const step = of('multipleOf') ?? (of('exclusiveMinimum') !== undefined && schema['type'] !== 'integer' ? 0.5 : 1);
  const above = of('exclusiveMinimum');
  const below = of('exclusiveMaximum');
  const least = Math.max(of('minimum') ?? Number.NEGATIVE_INFINITY, above ?? Number.NEGATIVE_INFINITY);
  if (Number.isFinite(least)) {
    const first = Math.ceil(least / step) * step;
    return first === above ? first + step : first;
  }
  const most = Math.min(of('maximum') ?? step, below ?? step);
  const last = Math.floor(most / step) * step;
  return last === below ? last - step : last;
}

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

/** Replaces the part of a value to which a JSON Pointer (RFC 6901) points. */
function replaceAt(value: unknown, pointer: string, replacement: unknown): unknown {
  if (pointer === '') return replacement === REMOVED ? undefined : replacement;
  const [, segment = '', rest = ''] = /^\/([^/]*)(.*)$/s.exec(pointer) ?? [];
  const key = unescapeKey(segment);
  const isRemoved = rest === '' && replacement === REMOVED;
  if (Array.isArray(value)) {
    const index = Number(key);
    return isRemoved ? value.toSpliced(index, 1) : value.with(index, replaceAt(value[index], rest, replacement));
  }
  const object = value as Schema;
  return isRemoved ? without(object, key) : { ...object, [key]: replaceAt(object[key], rest, replacement) };
}
