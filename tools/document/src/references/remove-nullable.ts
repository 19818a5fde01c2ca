import { visitObjects } from './visit-references.ts';

/** Removes `nullable` from schemas: it has no meaning in OpenAPI 3.1, but ajv and openapi-typescript read it. */
export function removeNullable(document: unknown): void {
  visitObjects(document, (value, _keys, isMap) => {
    // The cast is safe: the document is changed in place.
    if (!isMap && typeof value['nullable'] === 'boolean') delete (value as Record<string, unknown>)['nullable'];
  });
}
