import type { ErrorObject } from 'ajv/dist/2020.js';
import { hasMembers, isObject, type JsonObject, unescapeKey } from '../model/json.ts';
import type { OpenApiDocument } from '../model/openapi-document.ts';
import { resolve } from '../model/resolve.ts';
import { composedSchemas, type FieldSchema, propertiesOf } from '../schema/field-schema.ts';
import {
  type Direction,
  isExcluded,
  oncePerDocument,
  type Validators,
  validatorsOf,
} from '../validation/validators.ts';
import { discriminated } from './discriminator.ts';
import { KEYWORD_REPAIRS, MAX_LENGTH, REMOVED, without } from './keyword-repairs.ts';
import { createOpenApiSampler, type OpenApiSampler } from './openapi-sampler.ts';

/**
 * Maximum number of steps for one value: samples and repairs of its parts, and drafts. Without a limit, repairs that undo
 * each other would never end, and references to schemas with many references would take hours.
 */
const MAX_STEPS = 1000;
/** Maximum number of repairs of the same error, because repairs of two errors can undo each other. */
const MAX_TIMES = 4;
/** Maximum depth of nested schemas in a sample. Without a limit, a sample of a recursive schema would never end. */
const MAX_DEPTH = 12;

/** Creates valid values of the schemas of a document. */
interface Sampler {
  readonly document: OpenApiDocument;
  readonly direction: Direction;
  readonly validators: Validators;
  readonly samples: Readonly<Record<'whole' | 'part', WeakMap<object, unknown>>>;
  readonly openApiSampler: OpenApiSampler;
  /** Number of steps so far for the current value and its parts. */
  steps: number;
}

const samplerOf = oncePerDocument(
  (document, direction): Sampler => ({
    ...{ document, direction, validators: validatorsOf(document, direction), steps: 0 },
    ...{
      samples: { whole: new WeakMap(), part: new WeakMap() },
      openApiSampler: createOpenApiSampler(document, direction),
    },
  }),
);

/**
 * Returns a value that a schema accepts: the start if it can be repaired, or else a sample. Returns `undefined` if no
 * valid value is found.
 */
export function validSample(document: OpenApiDocument, direction: Direction, schema: object, start: unknown): unknown {
  const sampler = samplerOf(document, direction);
  startOver(sampler);
  const allowed = start === undefined ? undefined : withoutExcluded(document, schema, start, direction);
  const repaired = allowed === undefined ? undefined : repair(sampler, schema, allowed, 0);
  if (repaired !== undefined) return repaired;
  startOver(sampler);
  return sampleAt(sampler, schema, 0, 'whole');
}

function startOver(sampler: Sampler): void {
  sampler.steps = 0;
  sampler.openApiSampler.startOver();
}

function isSpent(sampler: Sampler): boolean {
  sampler.steps += 1;
  return sampler.steps > MAX_STEPS;
}

function draft(sampler: Sampler, schema: object, isRequiredOnly: boolean): unknown {
  if (isSpent(sampler)) return undefined;
  // openapi-sampler returns all fields of the example of a schema.
  const { document, direction } = sampler;
  return withoutExcluded(document, schema, sampler.openApiSampler.draft(schema, isRequiredOnly), direction);
}

/**
 * Returns a sample. A part, which a repair adds to another value, has only the required fields if possible: the optional
 * fields of recursive schemas can contain each other thousands of times.
 */
function sampleAt(sampler: Sampler, schema: object, depth: number, kind: 'whole' | 'part'): unknown {
  const values = sampler.samples[kind];
  const [first, second] = kind === 'whole' ? [false, true] : [true, false];
  // All references to a component without other keywords have the same key.
  const key = resolve(sampler.document, schema).value;
  if (values.has(key)) return structuredClone(values.get(key));
  if (depth > MAX_DEPTH || isSpent(sampler)) return undefined;
  const found =
    discriminatedSample(sampler, schema, depth, kind) ??
    repair(sampler, schema, draft(sampler, schema, first), depth) ??
    repair(sampler, schema, draft(sampler, schema, second), depth);
  const selecting = withSelections(sampler, schema, found, depth);
  const value = sampler.validators.compile(schema)(selecting) ? selecting : found;
  if (value !== undefined || depth === 0) values.set(key, value);
  return structuredClone(value);
}

/** Returns a sample of the first alternative of a discriminator, with the value that selects the alternative. */
function discriminatedSample(sampler: Sampler, schema: object, depth: number, kind: 'whole' | 'part'): unknown {
  const accepts = sampler.validators.compile(schema);
  for (const { field, value, schema: alternative } of discriminated(sampler.document, schema)) {
    const sampled = sampleAt(sampler, alternative, depth + 1, kind);
    const selected = isObject(sampled) ? { ...sampled, [field]: value } : undefined;
    if (selected !== undefined && sampler.validators.compile(alternative)(selected) && accepts(selected))
      return selected;
  }
  return undefined;
}

/** Replaces the parts of a value that a discriminator applies to, and that select none of its schemas. */
function withSelections(sampler: Sampler, schema: FieldSchema, value: unknown, depth: number): unknown {
  if (!hasMembers(value)) return value;
  const { document } = sampler;
  const parts = composedSchemas(document, schema);
  if (Array.isArray(value)) {
    const items = parts.find((part) => part.items !== undefined)?.items ?? {};
    return value.map((item) => withSelections(sampler, items, item, depth));
  }
  for (const part of parts) {
    const alternatives = discriminated(document, part);
    const isSelected = alternatives.some((one) => Object(value)[one.field] === one.value);
    if (alternatives.length > 0 && !isSelected) return discriminatedSample(sampler, part, depth, 'part') ?? value;
  }
  const properties = propertiesOf(document, schema);
  const others = parts.find((part) => isObject(part.additionalProperties))?.additionalProperties;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const inner = properties.get(name) ?? others;
      return [name, isObject(inner) ? withSelections(sampler, inner, member, depth) : member];
    }),
  );
}

/** Changes a value, guided by the errors of its validation, until the schema accepts it. */
function repair(sampler: Sampler, schema: object, start: unknown, depth: number): unknown {
  const validate = sampler.validators.compile(schema);
  const removed = new Set<string>();
  const seen = new Map<string, number>();
  let value = structuredClone(start);
  while (!isSpent(sampler)) {
    if (validate(value)) return value;
    if ((JSON.stringify(value)?.length ?? 0) > MAX_LENGTH) return undefined;
    // The last error is the error of the schema itself. The errors of the branches of the schema come first.
    const error = validate.errors?.at(-1);
    if (error === undefined) return undefined;
    const key = `${error.instancePath} ${error.schemaPath} ${JSON.stringify(error.params)}`;
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    const repaired = times > MAX_TIMES ? undefined : repairError(sampler, error, depth);
    const pointer = repaired === undefined ? pointerToRemove(error.instancePath, removed) : error.instancePath;
    if (pointer === undefined) return undefined;
    value = replaceAt(value, pointer, repaired === undefined ? REMOVED : repaired);
  }
  return undefined;
}

/** Returns what to put in the place of the value that caused an error; `undefined` if no repair is known. */
function repairError(sampler: Sampler, error: ErrorObject, depth: number): unknown {
  const { keyword, parentSchema = {}, data } = error;
  const original = sampler.validators.originalOf(parentSchema) as JsonObject;
  if (keyword === 'oneOf' || keyword === 'anyOf') return valueOfBranch(sampler, keyword, original, data, depth);
  const sampleOf = (part: unknown) => (isObject(part) ? sampleAt(sampler, part, depth + 1, 'part') : 'string');
  // The casts are safe: only the keywords of objects and of lists read these members.
  const value = { object: data as JsonObject, list: data as unknown[], limit: Number(error.schema) };
  return KEYWORD_REPAIRS[keyword]?.({ ...sampler, ...error, ...value, original, sampleOf });
}

/** Returns a value that `anyOf` or `oneOf` accepts. The value keeps the properties of `data` if possible. */
function valueOfBranch(
  sampler: Sampler,
  keyword: 'oneOf' | 'anyOf',
  schema: JsonObject,
  data: unknown,
  depth: number,
): unknown {
  const branches = schema[keyword] as (object | boolean)[];
  const accepts = sampler.validators.compile({ [keyword]: branches });
  const merged = (value: unknown) => (isObject(value) && isObject(data) ? { ...data, ...value } : value);
  const starts = branches
    .filter(isObject)
    .flatMap((branch) =>
      [data, draft(sampler, branch, false), draft(sampler, branch, true)].map((start) => ({ branch, start })),
    );
  // Try all branches without repairs first. Repairing a branch that refers to its own schema is slow, and another
  // branch may be valid.
  for (const { start } of starts) {
    const candidate = [merged(start), start].find((value) => value !== undefined && accepts(value));
    if (candidate !== undefined) return candidate;
  }
  if (depth >= MAX_DEPTH) return undefined;
  for (const { branch, start } of starts) {
    const value = repair(sampler, branch, start, depth + 1);
    const candidate = [merged(value), value].find((repaired) => repaired !== undefined && accepts(repaired));
    if (candidate !== undefined) return candidate;
  }
  return undefined;
}

/**
 * Returns what to remove if a value cannot be repaired: the value itself. If a repair has already removed the value,
 * returns the closest outer value that has not been removed yet.
 */
function pointerToRemove(pointer: string, removed: Set<string>): string | undefined {
  let outer = pointer;
  while (outer !== '' && removed.has(outer)) outer = outer.slice(0, outer.lastIndexOf('/'));
  removed.add(outer);
  return outer === '' ? undefined : outer;
}

/** Returns a value without its read-only properties (in requests) or its write-only properties (in responses). */
function withoutExcluded(
  document: OpenApiDocument,
  schema: FieldSchema,
  value: unknown,
  direction: Direction,
): unknown {
  if (!hasMembers(value)) return value;
  const parts = composedSchemas(document, schema);
  const inner = (part: FieldSchema | boolean | undefined, member: unknown) =>
    isObject(part) ? withoutExcluded(document, part, member, direction) : member;
  if (Array.isArray(value))
    return value.map((item) => inner(parts.find(({ items }) => items !== undefined)?.items, item));
  const properties = propertiesOf(document, schema);
  const others = parts.find((part) => isObject(part.additionalProperties))?.additionalProperties;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isExcluded(properties.get(name), direction))
      .map(([name, member]) => [name, inner(properties.get(name) ?? others, member)]),
  );
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
  const object = value as JsonObject;
  return isRemoved ? without(object, key) : { ...object, [key]: replaceAt(object[key], rest, replacement) };
}
