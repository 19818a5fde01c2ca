import type { OpenApiDocument } from 'tools-document/model';
import { catalogueEntry, listOperations } from 'tools-document/operations';
import { expressionOf } from '../../common/formatting.ts';

export function catalogueModule(document: OpenApiDocument): string {
  const entries = listOperations(document).map((entry) => [entry.id, catalogueEntry(document, entry)]);
  return `/** One operation of the OpenAPI document. */
export interface CatalogueEntry {
  /** HTTP method in upper case. */
  readonly method: string;
  /** Path template, relative to the base URL. */
  readonly path: string;
  /** Summary in the document. */
  readonly summary: string;
  /**
   * Alternative lists of scopes: the token needs all scopes of one list, and none if it is empty. \`null\` if the
   * document does not show the scopes.
   */
  readonly scopes: readonly (readonly string[])[] | null;
  /** Release lifecycle; \`null\` if the document does not show it. */
  readonly lifecycle: string | null;
  /** Whether the document declares the operation deprecated. */
  readonly deprecated: boolean;
  /** Meaning of each documented status code, range (\`2XX\`) and \`default\`. */
  readonly statuses: Readonly<Record<string, string>>;
  /** Facts that are not documented by the API. */
  readonly notShown: readonly string[];
}

/** All operations of the OpenAPI document, by operation id. */
export const catalogue = ${expressionOf(Object.fromEntries(entries), 2)} as const satisfies Record<string, CatalogueEntry>;
`;
}
