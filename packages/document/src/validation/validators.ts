import type { Ajv2020, Options, ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenApiDocument } from '../document.ts';
import { isObject } from '../json-object.ts';
import { unescapeKey } from '../json-pointer.ts';
import { createAjv } from './ajv.ts';

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
  /** Returns a copy of a schema of the document for `ajv`. The copy refers to components with `$ref`. */
  copy(schema: object): object;
  readonly ajv: Ajv2020;
}

/** Keywords whose value is data, not a schema. */
const DATA = ['enum', 'const', 'required', 'dependentRequired', 'type'];
/** Keywords whose value maps names to schemas. */
const MAPS = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];
/** Keywords that do not validate. Their values can contain keys, such as `$id`, that would confuse the compiler. */
const ANNOTATIONS = ['description', 'example', 'examples', 'default', 'externalDocs', 'xml', 'discriminator'];

const COMPONENT_REF = /^#\/components\/schemas\/([^/]+)(.*)$/;

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

/**
 * Creates the validators of a document.
 *
 * The references of the document are resolved, so a component can occur in many places. The copies refer to the
 * component with `$ref`, because a large document would otherwise take minutes to compile.
 */
export function createValidators(
  { components: { schemas = {} } = {} }: OpenApiDocument,
  direction: Direction,
  options: Options = {},
): Validators {
  const ajv = createAjv({
    verbose: true,
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
    ...options,
  });
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [schema, name]));
  // Use an absolute URI, because a relative URI would be resolved against the component that refers to it.
  const keyOf = (name: string) => `component:${encodeURIComponent(name)}`;
  const originals = new WeakMap<object, object>();
  const compiled = new WeakMap<object, ValidateFunction>();

  /** Copies a value that is a schema, or a list of schemas. */
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (!isObject(value)) return value;
    const name = names.get(value);
    return name === undefined ? copySchema(value) : { $ref: keyOf(name) };
  };
  const copySchema = (schema: object): object => {
    const entries = Object.entries(schema)
      .filter(([keyword]) => !ANNOTATIONS.includes(keyword) && !keyword.startsWith('x-'))
      .map(([keyword, value]): [string, unknown] => {
        if (keyword === '$ref') return [keyword, String(value).replace(COMPONENT_REF, refToComponent)];
        if (keyword === 'required') return [keyword, requiredIn(schema, value, direction)];
        if (DATA.includes(keyword)) return [keyword, value];
        if (!MAPS.includes(keyword)) return [keyword, copy(value)];
        return [keyword, Object.fromEntries(Object.entries(value ?? {}).map(([key, part]) => [key, copy(part)]))];
      });
    const copied = Object.fromEntries(entries);
    originals.set(copied, schema);
    return copied;
  };
  const refToComponent = (_ref: string, name: string, rest: string) =>
    keyOf(unescapePointer(name)) + (rest === '' ? '' : `#${rest}`);

  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(copySchema(schema), keyOf(name));
  return {
    compile: (schema) => {
      const validate = compiled.get(schema) ?? ajv.compile(originals.has(schema) ? schema : (copy(schema) as object));
      compiled.set(schema, validate);
      return validate;
    },
    originalOf: (schema) => originals.get(schema) ?? schema,
    // The cast is safe, because the copy of an object is an object.
    copy: (schema) => copy(schema) as object,
    ajv,
  };
}

/** Returns `required` without read-only properties (in requests) or write-only properties (in responses). */
function requiredIn(schema: object, required: unknown, direction: Direction): unknown {
  if (!Array.isArray(required)) return required;
  const { properties = {} } = schema as { properties?: Record<string, unknown> };
  return required.filter((name) => !isExcluded(properties[name], direction));
}

/** Whether a property is not part of requests (read-only), or of responses (write-only). */
export const isExcluded = (property: unknown, direction: Direction): boolean => {
  const { readOnly, writeOnly } = (property ?? {}) as { readOnly?: boolean; writeOnly?: boolean };
  return (direction === 'request' ? readOnly : writeOnly) === true;
};

/** Decodes one segment of a JSON pointer in a URI fragment (RFC 6901, section 6). */
const unescapePointer = (segment: string): string => unescapeKey(decodeURIComponent(segment));
