import { listOperations, type OpenApiDocument, withoutIgnoredParameters } from 'tenant-management-document';
import { deprecatedPaths } from './deprecated-types.ts';
import { documentTypes } from './document-types.ts';

/**
 * Returns the source of the types module: the types of a document, and the paths of its deprecated operations.
 */
export async function typesModule(document: OpenApiDocument): Promise<string> {
  const deprecated = listOperations(document).filter(({ operation }) => operation.deprecated);
  const callable = withoutIgnoredParameters(document);
  const types = await documentTypes(JSON.stringify(callable), new Set(deprecated.map(({ id }) => id)));
  return types + deprecatedPaths(deprecated);
}
