import type { OpenApiDocument } from '../document.ts';
import { isObject } from '../json-object.ts';
import { referenceTo } from '../json-pointer.ts';

/**
 * Returns a copy of a document in which the mappings of discriminators contain references. A mapping can also contain
 * the name of a schema (OpenAPI 3.1, 4.8.25), which openapi-typescript cannot read. Returns `undefined` if no mapping
 * contains a name.
 */
export function withMappingReferences(document: OpenApiDocument): OpenApiDocument | undefined {
  const schemas = document.components?.schemas ?? {};
  const copy = structuredClone(document);
  const seen = new Set<unknown>();
  let isChanged = false;
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const { mapping } = Object((value as { readonly discriminator?: unknown }).discriminator);
    for (const [key, target] of Object.entries(isObject(mapping) ? mapping : {})) {
      if (typeof target !== 'string' || !Object.hasOwn(schemas, target)) continue;
      Object.assign(mapping, { [key]: referenceTo(['components', 'schemas', target]) });
      isChanged = true;
    }
    for (const part of Object.values(value)) visit(part);
  };
  visit(copy);
  return isChanged ? copy : undefined;
}
