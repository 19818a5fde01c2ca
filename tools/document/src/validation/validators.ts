import type { Ajv2020, Options, ValidateFunction } from 'ajv/dist/2020.js';
import { isObject, type JsonObject, pointerTo } from '../model/json.ts';
import type { OpenApiDocument } from '../model/openapi-document.ts';
import { componentOf, resolve } from '../model/resolve.ts';
import { isReference, SCHEMA_MAPS, visitObjects } from '../model/visit-references.ts';
import { createAjv } from './ajv.ts';
import { explosivePatterns, isExplosive } from './explosive-patterns.ts';

/**
 * The kind of message that a schema describes. Requests have no read-only properties, and responses have no write-only
 * properties.
 */
export type Direction = 'request' | 'response';

/** Compiles the schemas of a document, for requests or for responses. */
export interface Validators {
  /** Compiles a schema of the document. Each schema is compiled only once. */
  compile(schema: object): ValidateFunction;
  /** Returns the schema of the document from which a compiled schema or subschema was copied. */
  originalOf(schema: object): object;
  /** Returns a copy of a schema of the document for `ajv`. The references of the copy are the URIs of components. */
  copy(schema: object): object;
  readonly ajv: Ajv2020;
}

/** Keywords whose value is data, not a schema. */
const DATA = ['enum', 'const', 'required', 'dependentRequired', 'type'];
/** Keywords that do not validate. Their values can contain keys, such as `$id`, that would confuse the compiler. */
const ANNOTATIONS = ['description', 'example', 'examples', 'default', 'externalDocs', 'xml', 'discriminator'];

/** Matches a name that each object inherits. */
const INHERITED = /"(constructor|toString|valueOf)"/;

/** Returns a function that creates one value per document and direction. Later calls return the same value again. */
export function oncePerDocument<T>(create: (document: OpenApiDocument, direction: Direction) => T): typeof create {
  const cache = new WeakMap<OpenApiDocument, Partial<Record<Direction, T>>>();
  return (document, direction) => {
    const values = cache.get(document) ?? {};
    cache.set(document, values);
    values[direction] ??= create(document, direction);
    return values[direction];
  };
}

/** Returns the validators of a document, for requests or for responses. */
export const validatorsOf = oncePerDocument((document, direction) => createValidators(document, direction));

/** Returns the validators of a document without the patterns that can block a process. */
export const safeValidatorsOf = oncePerDocument((document, direction) =>
  createValidators(document, direction, {}, 'unchecked'),
);

/**
 * Creates the validators of a document.
 *
 * Each component is compiled once. The validators of other schemas call the validators of the components.
 *
 * @param explosive Whether the patterns that can block a process are checked.
 */
export function createValidators(
  document: OpenApiDocument,
  direction: Direction,
  options: Options = {},
  explosive: 'checked' | 'unchecked' = 'checked',
): Validators {
  const ajv = createAjv({
    verbose: true,
    validateSchema: false,
    inlineRefs: false,
    // Without this option, each value has the property `constructor`. With it, all validators would be larger.
    ownProperties: INHERITED.test(JSON.stringify(document)),
    code: { optimize: false },
    ...options,
  });
  // Otherwise, each validator has a property that only these keywords need, and bundlers keep it although it is unused.
  ajv.opts.unevaluated = /"unevaluated(Items|Properties)"/.test(JSON.stringify(document));
  const compilation: Compilation = {
    document,
    direction,
    explosive,
    ajv,
    originals: new WeakMap(),
    targets: new Set(),
  };
  const compiled = new WeakMap<object, ValidateFunction>();
  const compiledReferences = new Map<string, ValidateFunction>();
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {}))
    ajv.addSchema(copySchema(compilation, schema), uriOf(name));
  const compileCopy = (schema: object) => withPlaces(document, () => ajv.compile(schema));
  return {
    compile: (schema) => {
      if (isOnlyReference(schema)) {
        const validate = compiledReferences.get(schema.$ref) ?? compileCopy(copySchema(compilation, schema));
        compiledReferences.set(schema.$ref, validate);
        return validate;
      }
      const isCopy = compilation.originals.has(schema);
      const validate = compiled.get(schema) ?? compileCopy(isCopy ? schema : copySchema(compilation, schema));
      compiled.set(schema, validate);
      return validate;
    },
    originalOf: (schema) => compilation.originals.get(schema) ?? schema,
    copy: (schema) => copySchema(compilation, schema),
    ajv,
  };
}

/**
 * Calls a function that compiles schemas of a document.
 *
 * @throws Error If a schema cannot be compiled. The message starts with the places that cause the error.
 */
export function withPlaces<T>(document: object, compile: () => T): T {
  try {
    return compile();
  } catch (error) {
    throw compileError(document, error);
  }
}

function compileError(document: object, cause: unknown): Error {
  const { message } = cause as Error;
  const ajv = createAjv({ validateSchema: false });
  const places: string[] = [];
  visitObjects(document, (value, keys, isMap) => {
    const own = Object.entries(value).filter(([keyword, part]) => !isObject(part) || DATA.includes(keyword));
    try {
      if (!isMap) ajv.compile(Object.fromEntries(own));
    } catch (error) {
      if ((error as Error).message === message) places.push(pointerTo(keys));
    }
  });
  return new Error([places.join(', '), message].filter((part) => part !== '').join(': '), { cause });
}

/** The state of the validators of a document. */
interface Compilation {
  readonly document: OpenApiDocument;
  readonly direction: Direction;
  readonly explosive: 'checked' | 'unchecked';
  readonly ajv: Ajv2020;
  /** The schemas of the document by their copies. */
  readonly originals: WeakMap<object, object>;
  /** URIs of the targets of references that are not components. */
  readonly targets: Set<string>;
}

/** Returns the URI of a component: an absolute URI, because a relative URI would be resolved against other components. */
const uriOf = (name: string): string => `component:${encodeURIComponent(name)}`;

/** Copies a value that is a schema, or a list of schemas. */
function copyPart(compilation: Compilation, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => copyPart(compilation, item));
  return isObject(value) ? copySchema(compilation, value) : value;
}

function copySchema(compilation: Compilation, schema: object): object {
  const { document, direction, explosive } = compilation;
  const entries = Object.entries(schema)
    .filter(([keyword]) => !ANNOTATIONS.includes(keyword) && !keyword.startsWith('x-'))
    .filter(([keyword, value]) => explosive === 'checked' || !isExplosiveKeyword(document, keyword, value))
    .map(([keyword, value]): [string, unknown] => {
      if (keyword === '$ref') return [keyword, uriOfTarget(compilation, String(value))];
      if (keyword === 'required') return [keyword, requiredIn(document, schema, value, direction)];
      if (DATA.includes(keyword)) return [keyword, value];
      if (!SCHEMA_MAPS.includes(keyword)) return [keyword, copyPart(compilation, value)];
      const members = Object.entries(value ?? {}).map(([key, part]): [string, unknown] =>
        // Without the key, `additionalProperties` would apply to the properties that the key matches.
        explosive === 'unchecked' && keyword === 'patternProperties' && isExplosive(key)
          ? ['', true]
          : [key, copyPart(compilation, part)],
      );
      return [keyword, Object.fromEntries(members)];
    });
  const copied = withoutEmptyEnum(Object.fromEntries(entries));
  compilation.originals.set(copied, schema);
  return copied;
}

/** Returns the URI of the target of a reference. The target can also be a part of a component. */
function uriOfTarget(compilation: Compilation, $ref: string): string {
  const component = componentOf($ref);
  if (component?.group === 'schemas') return uriOf(component.name);
  const uri = `place:${encodeURIComponent($ref)}`;
  if (!compilation.targets.has(uri)) {
    compilation.targets.add(uri);
    compilation.ajv.addSchema(copySchema(compilation, resolve<object>(compilation.document, { $ref }).value), uri);
  }
  return uri;
}

/** Keywords that could reject valid data if a pattern in their schemas is not checked. */
const NOT_MONOTONIC = ['not', 'oneOf', 'if', 'contains'];

/** Whether a keyword is an explosive pattern, or could reject valid data without such a pattern. */
const isExplosiveKeyword = (document: object, keyword: string, value: unknown): boolean =>
  ['pattern', ...NOT_MONOTONIC].includes(keyword) && explosivePatterns({ [keyword]: value }, document).length > 0;

/**
 * Returns a schema without an empty `enum`, which accepts no value (JSON Schema Validation 2020-12, 6.1.2) and which
 * `ajv` rejects with the whole document.
 */
function withoutEmptyEnum(schema: JsonObject): JsonObject {
  const { enum: values, ...others } = schema;
  if (!Array.isArray(values) || values.length > 0) return schema;
  return { ...others, allOf: [others['allOf'] ?? [], false].flat() };
}

/** Returns `required` without read-only properties (in requests) or write-only properties (in responses). */
function requiredIn(document: object, schema: object, required: unknown, direction: Direction): unknown {
  // The lint run reports a `required` that is not a list, such as `true`.
  if (!Array.isArray(required)) return [];
  const { properties = {} } = schema as { properties?: Record<string, unknown> };
  return required.filter((name) => !isExcluded(resolve(document, properties[name]).value, direction));
}

/** Whether a property, with resolved references, is not part of requests (read-only), or of responses (write-only). */
export const isExcluded = (property: unknown, direction: Direction): boolean => {
  const { readOnly, writeOnly } = (property ?? {}) as { readOnly?: boolean; writeOnly?: boolean };
  return (direction === 'request' ? readOnly : writeOnly) === true;
};

/** Whether a schema is a reference without other keywords. A copy of the same reference has the same validator. */
const isOnlyReference = (schema: object): schema is { readonly $ref: string } =>
  isReference(schema) && Object.keys(schema).length === 1;
