import { isObject, type OpenApiDocument, resolve } from 'tools-document/model';
import { alternativesOf, type FieldSchema, propertiesOf } from 'tools-document/schema';
import type { ResponseFields } from '../src/bundled-document.ts';

export type Accepts = (schema: object, value: unknown) => boolean;

/** A field name that probably no schema contains. */
const UNDECLARED = 'x-undeclared-field';

/** Largest depth of nested objects for which the fields are derived. */
const MAX_DEPTH = 4;

/**
 * Finds which fields of an item a response shows. A field is required if the sample without the field is not valid.
 * This test also works for schemas that are composed of other schemas.
 */
export function responseFieldsOf(
  document: OpenApiDocument,
  schema: FieldSchema,
  sample: unknown,
  accepts: Accepts,
  depth = 0,
): ResponseFields {
  const properties = propertiesOf(document, schema);
  if (!isObject(sample)) return { required: {} };
  const isClosed = !isMap(document, schema) && !accepts(schema, { ...sample, [UNDECLARED]: 1 });
  const nested = depth < MAX_DEPTH ? nestedFields(document, properties, sample, accepts, depth) : {};
  return {
    ...(isClosed && { allowed: [...new Set([...properties.keys(), ...Object.keys(sample)])] }),
    required: Object.fromEntries(requiredFields(schema, sample, accepts).map((name) => [name, sample[name]])),
    ...(Object.keys(nested).length > 0 && { nested }),
  };
}

/** Whether a schema describes fields with any name. `additionalProperties: true` does not describe them. */
export const isMap = (document: OpenApiDocument, schema: FieldSchema): boolean =>
  alternativesOf(document, schema).some((one) =>
    MAP_KEYWORDS.some((keyword) => typeof Object(one)[keyword] === 'object'),
  );

/** The keywords that can contain the schema of fields without a declared name. */
const MAP_KEYWORDS = ['additionalProperties', 'unevaluatedProperties', 'patternProperties'];

/** Returns the response fields of the objects in a sample. Omits objects that a response shows unchanged. */
function nestedFields(
  document: OpenApiDocument,
  properties: ReadonlyMap<string, FieldSchema>,
  sample: Readonly<Record<string, unknown>>,
  accepts: Accepts,
  depth: number,
): Record<string, ResponseFields> {
  const nested = Object.entries(sample).flatMap(([name, value]): [string, ResponseFields][] => {
    const property = properties.get(name) ?? {};
    const [schema, inner] = Array.isArray(value)
      ? [resolve(document, property.items ?? {}).value, value[0]]
      : [property, value];
    if (!isObject(inner) || !accepts(schema, inner)) return [];
    const responseFields = responseFieldsOf(document, schema, inner, accepts, depth + 1);
    const isPlain =
      !responseFields.allowed && !responseFields.nested && Object.keys(responseFields.required).length === 0;
    return isPlain ? [] : [[name, responseFields]];
  });
  return Object.fromEntries(nested);
}

/** Returns the required fields: if any one of these fields is removed, a valid sample is no longer valid. */
export const requiredFields = (schema: object, sample: Readonly<Record<string, unknown>>, accepts: Accepts): string[] =>
  Object.keys(sample).filter((name) => {
    const { [name]: _omitted, ...others } = sample;
    return !accepts(schema, others);
  });
