import { visitObjects } from './references/visit-references.ts';

/** Removes `nullable` from schemas: it has no meaning in OpenAPI 3.1, but ajv and openapi-typescript read it. */
export function removeNullable(file: unknown): void {
  visitObjects(file, (value, _keys, isMap) => {
    // The cast is safe: the file is changed in place.
    if (!isMap && typeof value['nullable'] === 'boolean') delete (value as Record<string, unknown>)['nullable'];
  });
}
