import type { OpenApiDocument } from '../document.ts';
import { isObject } from '../json-object.ts';
import { isIgnored } from '../samples/sample.ts';
import { resolve } from './resolve.ts';

/**
 * Returns a copy of a document without the header parameters that OpenAPI ignores, such as `Authorization` (OpenAPI 3.1,
 * 4.8.12.2). Callers cannot be required to pass these parameters, because the client sets their header fields.
 */
export function withoutIgnoredParameters(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  const { pathItems = {} } = (copy.components ?? {}) as { readonly pathItems?: object };
  for (const item of [...Object.values(copy.paths ?? {}), ...Object.values(pathItems)]) {
    if (isObject(item)) for (const part of [item, ...Object.values(item)]) removeIgnored(copy, part);
  }
  return copy;
}

function removeIgnored(document: OpenApiDocument, part: unknown): void {
  if (!isObject(part) || !Array.isArray(part['parameters'])) return;
  const parameters = part['parameters'].filter((parameter) => !isIgnored(resolve(document, parameter).value));
  Object.assign(part, { parameters });
}
