import { hasMembers, isObject } from './json.ts';
import { isReference, visitObjects } from './references/visit-references.ts';

/** A JSON object of a document that is changed. */
type Node = Record<string, unknown>;

/** Keywords of a schema whose value is a schema, a list of schemas, or an object of schemas by name. */
const ONE = ['items', 'additionalProperties', 'not'];
const LISTS = ['allOf', 'anyOf', 'oneOf'];

/**
 * Keywords that describe a value without restricting it. If null becomes an alternative in `anyOf`, these keywords stay
 * next to `anyOf`.
 */
const ANNOTATIONS = ['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly'];

/**
 * Changes an OpenAPI 3.0 document to OpenAPI 3.1: the schemas of 3.1 are JSON Schema 2020-12. Removes keywords without a
 * meaning from a document of any version.
 */
export function upgradeToOpenApi31(document: { openapi?: string }): void {
  removeIgnored(document, document.openapi);
  if (!document.openapi?.startsWith('3.0')) return;
  document.openapi = '3.1.0';
  // Several places can share one schema object, for example through an alias of YAML.
  const seen = new Set<unknown>();

  function visitSchemas(schemas: unknown): void {
    for (const schema of hasMembers(schemas) ? Object.values(schemas) : []) upgrade(schema);
  }

  function upgrade(value: unknown): void {
    if (!isObject(value) || seen.has(value)) return;
    seen.add(value);
    // The cast is safe: the document is changed in place.
    const schema = value as Node;
    for (const key of ONE) upgrade(schema[key]);
    for (const key of [...LISTS, 'properties']) visitSchemas(schema[key]);
    if ('example' in schema) schema['examples'] = [schema['example']];
    delete schema['example'];
    upgradeBound(schema, 'minimum', 'exclusiveMinimum');
    upgradeBound(schema, 'maximum', 'exclusiveMaximum');
    if (schema['nullable'] === true) allowNull(schema);
    delete schema['nullable'];
  }

  visitObjects(document, (value, keys, isMap) => {
    if (isMap && keys.join('/') === 'components/schemas') visitSchemas(value);
    else if (!isMap) upgrade(value['schema']);
  });
}

/** Keywords of OpenAPI 3.0 that restrict a value. */
const CONSTRAINTS = [
  ...['type', 'enum', 'const', 'format', 'pattern', 'minLength', 'maxLength', 'multipleOf', 'minimum', 'maximum'],
  ...['exclusiveMinimum', 'exclusiveMaximum', 'items', 'minItems', 'maxItems', 'uniqueItems', 'properties', 'required'],
  ...['minProperties', 'maxProperties', 'additionalProperties', 'allOf', 'anyOf', 'oneOf', 'not', 'discriminator'],
];

/**
 * Removes the keywords of a file that have no meaning in the document's version of OpenAPI, but that ajv and
 * openapi-typescript would read: in 3.0, keywords next to a `$ref` that restrict the value (3.0.4, 4.8.24); in later
 * versions, `nullable`, which is only an annotation.
 */
export function removeIgnored(file: unknown, version: unknown): void {
  visitObjects(file, (value, _keys, isMap) => {
    const isOld = String(version).startsWith('3.0');
    const ignored = isOld
      ? isReference(value)
        ? CONSTRAINTS
        : []
      : typeof value['nullable'] === 'boolean'
        ? ['nullable']
        : [];
    // The cast is safe: the file is changed in place.
    if (!isMap) for (const key of ignored) delete (value as Node)[key];
  });
}

/** Upgrades an exclusive bound. In 3.0, the keyword is `true` next to the bound; in 3.1, its value is the bound. */
function upgradeBound(schema: Node, bound: string, exclusive: string): void {
  if (typeof schema[exclusive] !== 'boolean') return;
  const isExclusive = schema[exclusive] && bound in schema;
  delete schema[exclusive];
  if (!isExclusive) return;
  schema[exclusive] = schema[bound];
  delete schema[bound];
}

/** Allows null as openapi-typescript does, even if the schema has an enum without null or has no type. */
function allowNull(schema: Node): void {
  if (typeof schema['type'] === 'string') {
    schema['type'] = [schema['type'], 'null'];
    if (Array.isArray(schema['enum'])) schema['enum'] = [...new Set([...schema['enum'], null])];
    return;
  }
  const rest: Node = {};
  for (const [key, value] of Object.entries(schema)) {
    if (ANNOTATIONS.includes(key)) continue;
    if (key !== 'nullable') rest[key] = value;
    delete schema[key];
  }
  schema['anyOf'] = [rest, { type: 'null' }];
}
