import { composedSchemas, type FieldSchema } from '../field-schema.ts';
import { isObject } from '../json.ts';
import type { OpenApiDocument } from '../openapi-document.ts';
import { isFlagged, schemaIn } from '../schema-view.ts';
import { isReference, visitObjects } from './visit-references.ts';

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
