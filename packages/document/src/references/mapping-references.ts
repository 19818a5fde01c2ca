import type { OpenApiDocument } from '../document.ts';
import { isObject } from '../json-object.ts';
import { referenceTo } from '../json-pointer.ts';
import { discriminated } from '../samples/discriminator.ts';
import { subtypesOf } from './subtypes.ts';
import { visitObjects } from './visit-references.ts';

/**
 * Returns a copy of a document in which the mappings of discriminators contain references. A mapping can also contain
 * the name of a schema (OpenAPI 3.1, 4.8.25), which openapi-typescript cannot read. For a schema without a mapping,
 * openapi-typescript allows only the name of the schema in the field: if the field does not allow this name, the values
 * that it allows are added to the mapping. A discriminator without a mapping is omitted if one of the subtypes that
 * extend its schema by `allOf` has no value or several: openapi-typescript would allow only one. Returns `undefined` if
 * nothing changes.
 */
export function withMappingReferences(document: OpenApiDocument): OpenApiDocument | undefined {
  const schemas = document.components?.schemas ?? {};
  const copy = structuredClone(document);
  const subtypes = new Map([...subtypesOf(copy)].map(([name, names]) => [copy.components?.schemas?.[name], names]));
  let isChanged = false;
  const addReferences = (schema: object, discriminator: object): void => {
    const { mapping = {} } = discriminator as { readonly mapping?: unknown };
    if (!isObject(mapping)) return;
    const names = subtypes.get(schema) ?? [];
    const alternatives = discriminated(document, schema, names);
    const hasOneValue = (name: string) => alternatives.filter((one) => one.name === name).length === 1;
    if (Object.keys(mapping).length === 0 && !names.every(hasOneValue)) {
      // The cast is safe: the copy belongs to this function.
      delete (schema as { discriminator?: object }).discriminator;
      isChanged = true;
      return;
    }
    const named = Object.entries(mapping).flatMap(([key, target]): [string, string][] =>
      typeof target === 'string' && Object.hasOwn(schemas, target)
        ? [[key, referenceTo(['components', 'schemas', target])]]
        : [],
    );
    const added = alternatives
      .filter(({ value, name }) => !Object.hasOwn(mapping, value) && value !== name)
      .map(({ value, schema: { $ref } }): [string, string] => [value, $ref]);
    if (named.length + added.length === 0) return;
    Object.assign(discriminator, { mapping: { ...mapping, ...Object.fromEntries([...named, ...added]) } });
    isChanged = true;
  };
  visitObjects(copy, (value, _, isMap) => {
    if (!isMap && isObject(value['discriminator'])) addReferences(value, value['discriminator']);
  });
  return isChanged ? copy : undefined;
}
