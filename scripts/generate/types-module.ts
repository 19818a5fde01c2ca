import { listOperations, type OpenApiDocument } from 'tenant-management-document';
import { deprecatedPaths } from './deprecated-types.ts';
import { documentTypes } from './document-types.ts';
import { withMappingReferences } from './mapping-references.ts';
import { withNamedTargets } from './named-targets.ts';

/**
 * Returns the source of the types module: the types of a document, and the paths of its deprecated operations.
 */
export async function typesModule(document: OpenApiDocument): Promise<string> {
  const deprecated = listOperations(document).filter(({ operation }) => operation.deprecated);
  const mapped = withMappingReferences(document);
  const named = withNamedTargets(mapped ?? document) ?? mapped;
  const types = await documentTypes(JSON.stringify(named ?? document), new Set(deprecated.map(({ id }) => id)));
  return types + deprecatedPaths(deprecated);
}
