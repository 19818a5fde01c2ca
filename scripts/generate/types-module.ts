import { type OpenApiDocument, resolve } from 'tools-document/model';
import { listOperations, withoutIgnoredParameters } from 'tools-document/operations';
import { deprecatedPaths } from './deprecated-types.ts';
import { documentTypes } from './document-types.ts';
import { withoutWriteOnly } from './response-schemas.ts';

/**
 * Returns the source of the types module: the types of a document, and the paths of its deprecated operations.
 */
export async function typesModule(document: OpenApiDocument): Promise<string> {
  const deprecated = listOperations(document).filter(({ operation }) => operation.deprecated);
  const callable = withoutIgnoredParameters(document);
  // openapi-typescript would give components that only refer to other components the type `never` or `unknown`.
  for (const group of ['requestBodies', 'responses', 'parameters', 'headers', 'pathItems']) {
    const members: Record<string, unknown> = Object(Object(callable.components)[group]);
    for (const [name, member] of Object.entries(members)) members[name] = resolve(callable, member).value;
  }
  const types = await documentTypes(
    JSON.stringify(withoutWriteOnly(callable)),
    new Set(deprecated.map(({ id }) => id)),
  );
  return types + deprecatedPaths(deprecated);
}
