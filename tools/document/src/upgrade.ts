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
 * Changes an OpenAPI 3.0 document to OpenAPI 3.1: the schemas of 3.1 are JSON Schema 2020-12. Removes `nullable` from a
 * document of another version: it is only an annotation there, but ajv and openapi-typescript would read it.
 */
export function upgradeToOpenApi31(document: { openapi?: string }): void {
  if (!document.openapi?.startsWith('3.0')) {
    visitObjects(document, (value, _keys, isMap) => {
      // The cast is safe: the document is changed in place.
      if (!isMap && typeof value['nullable'] === 'boolean') delete (value as Node)['nullable'];
    });
    return;
  }
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
    if (isReference(schema)) removeConstraints(schema);
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

/** Removes the keywords next to a `$ref` that restrict the value, because 3.0 ignores them (3.0.4, 4.8.24). */
function removeConstraints(schema: Node): void {
  for (const key of Object.keys(schema)) {
    if (!['$ref', 'nullable', 'example', ...ANNOTATIONS].includes(key) && !key.startsWith('x-')) delete schema[key];
  }
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
