import { isObject, referenceTo } from '../model/json.ts';
import type { OpenApiDocument } from '../model/openapi-document.ts';
import { componentOf, resolve } from '../model/resolve.ts';

/** One of the schemas between which a discriminator selects (OpenAPI 3.1, 4.8.25). */
export interface Alternative {
  /** The field that selects the schema. */
  readonly field: string;
  readonly value: string;
  /** Name of the schema in the components. */
  readonly name: string;
  readonly schema: { readonly $ref: string };
}

/**
 * Lists the alternatives of a schema with a discriminator; an empty list for any other schema.
 *
 * The name of a schema that the mapping does not contain selects the schema.
 */
export function discriminated(document: OpenApiDocument, schema: object): Alternative[] {
  const { discriminator, oneOf, anyOf } = resolve<Readonly<Record<string, unknown>>>(document, { ...schema }).value;
  const listed = oneOf ?? anyOf;
  if (!isObject(discriminator) || !Array.isArray(listed)) return [];
  const names = listed.map((one) => nameOf(Object(one).$ref));
  const schemas = document.components?.schemas ?? {};
  const field = String(discriminator['propertyName']);
  const alternative = (name: string, value: string): Alternative[] =>
    Object.hasOwn(schemas, name)
      ? [{ field, value, name, schema: { $ref: referenceTo(['components', 'schemas', name]) } }]
      : [];
  // The target is the name of a schema, or a reference. The lint run reports a target that does not exist.
  const mapped = Object.entries(isObject(discriminator['mapping']) ? discriminator['mapping'] : {}).flatMap(
    ([value, target]) => alternative(nameOf(target) ?? String(target), value),
  );
  const others = names.flatMap((name) =>
    name === undefined || mapped.some((other) => other.name === name) ? [] : alternative(name, name),
  );
  return [...mapped, ...others];
}

const nameOf = (reference: unknown): string | undefined => componentOf(String(reference))?.name;
