import { requiredScopes } from '../access.ts';
import type { OpenApiDocument } from '../openapi-document.ts';
import type { OperationEntry } from '../operations.ts';

/** One operation of a document, with the facts that callers of the API need. */
export interface CatalogueEntry {
  readonly method: string;
  /** Path template, relative to the base URL. */
  readonly path: string;
  readonly summary: string;
  /**
   * Alternative lists of scopes: the token needs all scopes of at least one list. An empty list means that no token is
   * needed. `null` if the document does not show the scopes.
   */
  readonly scopes: readonly (readonly string[])[] | null;
  /** Release lifecycle; `null` if the document does not show it. */
  readonly lifecycle: string | null;
  /** Whether the document declares the operation deprecated: callers should no longer use it. */
  readonly deprecated: boolean;
  /** Meaning of each documented status code, range (`2XX`) and `default`. */
  readonly statuses: Readonly<Record<string, string>>;
  /** Facts about the operation that the source of the document does not show. */
  readonly notShown: readonly string[];
}

/** Returns the entry of an operation. */
export const catalogueEntry = (
  document: OpenApiDocument,
  { method, path, operation }: OperationEntry,
): CatalogueEntry => ({
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
