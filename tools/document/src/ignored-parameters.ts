import { isObject } from './json.ts';
import type { OpenApiDocument, Parameter } from './openapi-document.ts';
import { resolve } from './references/resolve.ts';

/** Header fields that OpenAPI ignores as parameters: media types and security schemes describe them (3.1, 4.8.12.2). */
const IGNORED_HEADERS = ['accept', 'content-type', 'authorization'];

/** Whether OpenAPI ignores a parameter, because other parts of the document describe its header field. */
export const isIgnored = ({ name, in: place }: Parameter): boolean =>
  place === 'header' && IGNORED_HEADERS.includes(name.toLowerCase());

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
