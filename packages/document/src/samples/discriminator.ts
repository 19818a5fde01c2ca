import type { OpenApiDocument } from '../document.ts';
import { isObject } from '../json-object.ts';
import { referenceTo } from '../json-pointer.ts';
import { componentOf, resolve } from '../references/resolve.ts';

/** One of the schemas between which a discriminator selects (OpenAPI 3.1, 4.8.25). */
export interface Alternative {
  /** The field that selects the schema. */
  readonly field: string;
  readonly value: string;
  /** Name of the schema in the components. */
  readonly name: string;
  /** A reference to the schema. */
  readonly schema: { readonly $ref: string };
}

/**
 * Lists the alternatives of a schema with a discriminator; an empty list for any other schema.
 *
 * The name of a schema that the mapping does not contain selects the schema. If its field does not allow this name,
 * each value that the field allows selects the schema.
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
  const others = names.flatMap((name) => {
    if (name === undefined || mapped.some((other) => other.name === name)) return [];
    return valuesOf(document, schemas[name] ?? {}, field, name).flatMap((value) => alternative(name, value));
  });
  // A value that selects several schemas does not show which one applies.
  const isUnique = ({ value }: Alternative) => [...mapped, ...others].filter((one) => one.value === value).length === 1;
  return [...mapped, ...others.filter(isUnique)];
}

const nameOf = (reference: unknown): string | undefined => componentOf(String(reference))?.name;

/** Returns the values of a field that select a schema: its name, or else the texts that the field allows. */
function valuesOf(document: OpenApiDocument, schema: object, field: string, name: string): string[] {
  const allowed = (allowedIn(document, schema, field) ?? []).filter((text) => typeof text === 'string');
  return allowed.length === 0 || allowed.includes(name) ? [name] : [...new Set(allowed)];
}

/** The keywords that decide which values a field of a schema can have. */
interface Part {
  readonly properties?: Readonly<Record<string, object>>;
  readonly allOf?: readonly object[];
  readonly oneOf?: readonly object[];
  readonly anyOf?: readonly object[];
}

/** Returns the values that a schema allows for a field; `undefined` if they are not listed. */
function allowedIn(
  document: OpenApiDocument,
  schema: object,
  field: string,
  seen: readonly object[] = [],
): readonly unknown[] | undefined {
  const { properties, allOf = [], oneOf, anyOf } = resolve<Part>(document, { ...schema }).value;
  const { const: only, enum: choices } = Object(resolve(document, properties?.[field]).value);
  const own: readonly unknown[] | undefined = only === undefined ? choices : [only];
  const inner = (part: object) => (seen.includes(part) ? undefined : allowedIn(document, part, field, [...seen, part]));
  const unions = [oneOf, anyOf].map((list) => {
    const lists = list?.map(inner);
    return lists?.every((one) => one !== undefined) ? lists.flat() : undefined;
  });
  const lists = [own, ...allOf.map(inner), ...unions].filter((one) => one !== undefined);
  return lists.length === 0 ? undefined : lists.reduce((all, one) => all.filter((value) => one.includes(value)));
}
