import {
  alternativesOf,
  composedSchemas,
  type FieldSchema,
  type OpenApiDocument,
  resolve,
  type ShapeSchema,
} from 'tenant-management-document';
import type { View } from '../src/built-document.ts';

/** Largest depth of nested objects in which fields are hidden. */
const MAX_DEPTH = 4;

/** The schemas of the items of a resource in its requests and in its responses. */
export interface ResourceSchemas {
  readonly requested: readonly ShapeSchema[];
  readonly shown: readonly ShapeSchema[];
}

/**
 * Hides the fields and the values that only request bodies have, such as a password or a short code of a country. Hides
 * nothing in an object whose fields no response shows.
 */
export function withoutRequestOnly(
  document: OpenApiDocument,
  view: View,
  { requested, shown }: ResourceSchemas,
  depth = 0,
): View {
  const inRequests = schemasByField(document, requested);
  const inResponses = schemasByField(document, shown);
  if (inResponses.size === 0) return view;
  const required = requiredFields(document, shown);
  const hidden = [...inRequests].flatMap(([name, sent]) => {
    const answered = inResponses.get(name);
    const isHidden = answered ? haveOtherTypes(document, sent, answered) : !required.includes(name);
    return isHidden ? [name] : [];
  });
  const values = [...inResponses].flatMap(([name, schemas]) => {
    const only = choicesOf(document, schemas);
    const sent = inRequests.get(name);
    const canDiffer = only && sent && !choicesOf(document, sent)?.every((value) => only.includes(value));
    return canDiffer ? [[name, only] as const] : [];
  });
  const nested = new Map(Object.entries(view.nested ?? {}));
  for (const [name, schemas] of depth < MAX_DEPTH ? inRequests : []) {
    const inner = { requested: schemas, shown: inResponses.get(name) ?? [] };
    const before = nested.get(name) ?? { hidden: [], required: {} };
    const after = withoutRequestOnly(document, before, inner, depth + 1);
    if (after.hidden.length > 0 || after.values !== undefined || after.nested !== undefined) nested.set(name, after);
  }
  return {
    ...view,
    hidden: [...new Set([...view.hidden, ...hidden])],
    ...(values.length > 0 && { values: Object.fromEntries(values) }),
    ...(nested.size > 0 && { nested: Object.fromEntries(nested) }),
  };
}

/**
 * Returns the schemas of each field in several schemas and all their alternatives. For a list, these are the schemas of
 * the items. The result is empty if one of the schemas declares no fields, because it can then have any field.
 */
function schemasByField(document: OpenApiDocument, schemas: readonly ShapeSchema[]): Map<string, ShapeSchema[]> {
  const fields = new Map<string, ShapeSchema[]>();
  for (const schema of schemas.flatMap((one) => alternativesOf(document, one))) {
    const objects = schema.items === undefined ? [schema] : alternativesOf(document, schema.items);
    for (const object of objects) {
      const parts = composedSchemas(document, object as FieldSchema) as readonly ShapeSchema[];
      const properties = parts.flatMap((part) => Object.entries(part.properties ?? {}));
      if (properties.length === 0 && !isNull(object)) return new Map();
      for (const [name, property] of properties) {
        fields.set(name, [...(fields.get(name) ?? []), resolve(document, property).value]);
      }
    }
  }
  return fields;
}

/** Returns the fields that the schemas and their alternatives require. A schema can require a field that it does not describe. */
function requiredFields(document: OpenApiDocument, schemas: readonly ShapeSchema[]): readonly string[] {
  const parts = schemas.flatMap((schema) => composedSchemas(document, schema as FieldSchema));
  return parts.flatMap(({ required = [] }: FieldSchema & { readonly required?: readonly string[] }) => required);
}

/** Whether no value of one group of schemas has the type of another group, such as an id in requests and an object in responses. */
function haveOtherTypes(
  document: OpenApiDocument,
  requested: readonly ShapeSchema[],
  shown: readonly ShapeSchema[],
): boolean {
  const first = typesOf(document, requested);
  const second = typesOf(document, shown);
  return first !== undefined && second !== undefined && !first.some((type) => second.includes(type));
}

/** Returns the types of the values of schemas, such as `string` and `array of object`; nothing if a schema declares no type. */
function typesOf(document: OpenApiDocument, schemas: readonly ShapeSchema[], depth = 0): string[] | undefined {
  const types = schemas.flatMap((schema) =>
    alternativesOf(document, schema).flatMap((one) => {
      const own = composedSchemas(document, one as FieldSchema) as readonly ShapeSchema[];
      const type = own.find((part) => part.type !== undefined)?.type;
      if (type === undefined) return own.some((part) => part.properties !== undefined) ? ['object'] : [undefined];
      return [type].flat().map((name) => {
        const items = own.find((part) => part.items !== undefined)?.items;
        const inner =
          name === 'array' && items && depth < MAX_DEPTH ? typesOf(document, [items], depth + 1) : undefined;
        if (name === 'array') return inner && `array of ${inner.join(' or ')}`;
        return name === 'integer' ? 'number' : name;
      });
    }),
  );
  const known = types.filter((type) => type !== undefined);
  return known.length < types.length ? undefined : known.filter((type) => type !== 'null');
}

/** Returns the values of the `enum` of each alternative of the schemas; nothing if one has no `enum`, or if there are no values. */
function choicesOf(document: OpenApiDocument, schemas: readonly ShapeSchema[]): unknown[] | undefined {
  const alternatives = schemas.flatMap((schema) => alternativesOf(document, schema));
  const choices = alternatives.map((one) => (isNull(one) ? [null] : (one as { enum?: unknown[] }).enum));
  return choices.includes(undefined) || choices.length === 0 ? undefined : choices.flat();
}

const isNull = ({ type }: ShapeSchema): boolean => type === 'null';
