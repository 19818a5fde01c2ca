import type { OpenApiDocument } from '../model/openapi-document.ts';
import type { OperationEntry } from './operations.ts';
import { requiredScopes } from './security.ts';

/** Returns the entry of an operation in the catalogue, as the generated interface `CatalogueEntry` describes it. */
export const catalogueEntry = (document: OpenApiDocument, { method, path, operation }: OperationEntry) => ({
  method,
  path,
  summary: operation.summary ?? '',
  scopes: requiredScopes(document, operation),
  lifecycle: operation['x-release-lifecycle'] ?? null,
  deprecated: operation.deprecated ?? false,
  statuses: Object.fromEntries(
    // A document that does not pass lint can lack a description.
    Object.entries(operation.responses ?? {}).map(([status, { description = '' }]) => [status, description.trim()]),
  ),
  notShown: operation['x-not-shown'] ?? [],
});
