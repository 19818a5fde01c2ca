import { isObject, referenceTo } from '../model/json.ts';
import type { OpenApiDocument } from '../model/openapi-document.ts';
import { resolve } from '../model/resolve.ts';
import { isReference, visitObjects, visitReferences } from '../model/visit-references.ts';
import { composedSchemas, type FieldSchema } from '../schema/field-schema.ts';
import { isFlagged, schemaIn } from '../schema/schema-view.ts';

/**
 * Replaces the `$anchor` in each `$ref` of a document with the JSON pointer of its schema, because openapi-typescript and
 * Prism follow only pointers.
 */
export function replaceAnchors(document: unknown): void {
  const pointers = new Map<string, string>();
  visitObjects(document, ({ $anchor }, keys, isMap) => {
    if (!isMap && typeof $anchor === 'string') pointers.set(`#${$anchor}`, referenceTo(keys));
  });
  visitObjects(document, (value) => {
    const pointer = isReference(value) ? pointers.get(value.$ref) : undefined;
    if (pointer !== undefined) Object.assign(value, { $ref: pointer });
  });
}

/** Removes `nullable` from schemas: it has no meaning in OpenAPI 3.1, but ajv and openapi-typescript read it. */
export function removeNullable(document: unknown): void {
  visitObjects(document, (value, _keys, isMap) => {
    // The cast is safe: the document is changed in place.
    if (!isMap && typeof value['nullable'] === 'boolean') delete (value as Record<string, unknown>)['nullable'];
  });
}

/** Keywords next to a `$ref` that do not restrict the value. They stay next to the `$ref`. */
const ANNOTATIONS = [
  ...['title', 'summary', 'description', 'default', 'example', 'examples', 'deprecated', 'readOnly', 'writeOnly'],
  ...['externalDocs', 'xml', '$comment', '$defs', '$id', '$anchor', '$dynamicAnchor', '$schema', '$vocabulary'],
];

/**
 * Changes each schema that has other keywords next to a `$ref`: the `$ref` becomes an item of `allOf`, so that the types,
 * the samples and the sandbox apply both. In JSON Schema 2020-12, a schema restricts the value in addition to the target
 * of its `$ref` (Core, 8.2.3.1). If the target has the same keywords, they are removed.
 */
export function applySiblings(document: object): void {
  visitReferences(document, 'document', ({ node, group }) => {
    if (group !== 'schemas') return;
    const { $ref } = node;
    const target = Object(resolve<unknown>(document, { $ref }).value);
    // The cast is safe: the document is changed in place.
    const schema = node as Record<string, unknown>;
    const restricting = Object.keys(node).filter(
      (keyword) => keyword !== '$ref' && !ANNOTATIONS.includes(keyword) && !keyword.startsWith('x-'),
    );
    const isRepeated = (keyword: string) => JSON.stringify(node[keyword]) === JSON.stringify(target[keyword]);
    // Some keywords have an effect on others, such as `properties` on `additionalProperties`, so all remain or none.
    if (restricting.every(isRepeated)) {
      for (const keyword of restricting) delete schema[keyword];
      return;
    }
    delete schema['$ref'];
    // At the end, so that references to the other items of `allOf` stay correct.
    schema['allOf'] = [schema['allOf'] ?? [], { $ref }].flat();
  });
}

/** A schema that is changed. */
interface RequiringSchema {
  readonly required?: unknown;
  properties?: Readonly<Record<string, FieldSchema>>;
  readonly [keyword: string]: unknown;
}

/** The keywords of a field that is not part of requests, or not part of responses. */
const FLAGS = ['readOnly', 'writeOnly'];

/**
 * Repeats `readOnly` and `writeOnly` of a field in each schema that declares or requires the field, if a schema to which
 * the field refers, or another item of `allOf`, has the flag. Tools such as openapi-typescript and Prism read the flags
 * only there.
 */
export function repeatFlags(document: OpenApiDocument): void {
  visitObjects(document, (value, _keys, isMap) => {
    // The cast is safe: the document is changed in place.
    if (!isMap) repeatIn(document, value as RequiringSchema, []);
  });
}

/** @param outer The fields that the schema around an item of `allOf`, `anyOf` or `oneOf` declares. */
function repeatIn(document: OpenApiDocument, schema: RequiringSchema, outer: readonly [string, FieldSchema][]): void {
  // Alternatives do not restrict each other.
  const parts = composedSchemas(document, schema, new Set(), ['allOf']);
  const fields = [...outer, ...parts.flatMap(({ properties }) => Object.entries(properties ?? {}))];
  for (const name of new Set([schema.required ?? [], Object.keys(Object(schema.properties))].flat().map(String))) {
    for (const flag of FLAGS) {
      const flagged = fields.find(([key, field]) => key === name && isFlagged(schemaIn(document, field), flag))?.[1];
      const own = schema.properties?.[name];
      if (flagged === undefined || Object(own)[flag] !== undefined) continue;
      schema.properties = { ...schema.properties, [name]: { ...Object(own ?? flagged), [flag]: true } };
    }
  }
  for (const part of [schema['allOf'], schema['anyOf'], schema['oneOf']].flat())
    if (isObject(part) && !isReference(part)) repeatIn(document, part as RequiringSchema, fields);
}
