import type { OpenApiDocument } from '../document.ts';
import { isObject } from '../json-object.ts';
import { keysOf, referenceTo } from '../json-pointer.ts';
import { componentAt, resolve } from '../references/resolve.ts';

/** One of the schemas between which a discriminator selects (OpenAPI 3.1, 4.8.25). */
interface Alternative {
  /** The field that selects the schema. */
  readonly field: string;
  readonly value: string;
  /** A reference to the schema. */
  readonly schema: object;
}

/** Lists the alternatives of a schema whose discriminator has a mapping; an empty list for any other schema. */
export function discriminated(document: OpenApiDocument, schema: object): Alternative[] {
  const { discriminator, oneOf, anyOf } = resolve<Readonly<Record<string, unknown>>>(document, { ...schema }).value;
  if (!isObject(discriminator) || !isObject(discriminator['mapping']) || (oneOf ?? anyOf) === undefined) return [];
  const schemas = document.components?.schemas ?? {};
  const field = String(discriminator['propertyName']);
  // The target is the name of a schema, or a reference. The lint run reports a target that does not exist.
  return Object.entries(discriminator['mapping']).flatMap(([value, target]) => {
    const name = componentAt(keysOf(decodeURIComponent(String(target))))?.name ?? String(target);
    if (!Object.hasOwn(schemas, name)) return [];
    return [{ field, value, schema: { $ref: referenceTo(['components', 'schemas', name]) } }];
  });
}
