import type { CatalogueEntry } from 'tenant-management-client/catalogue';

/** Lists the operations of a catalogue as text: call, summary, whether the operation is deprecated, lifecycle, scopes,
 * and what the API does not document. */
export const describeOperations = (catalogue: Readonly<Record<string, CatalogueEntry>>): string =>
  Object.values(catalogue)
    .flatMap(({ method, path, summary, deprecated, lifecycle, scopes, notShown }) => [
      `  ${method} ${path}: ${summary}${deprecated ? ' (deprecated)' : ''}`,
      `    lifecycle: ${lifecycle ?? 'not documented'} · scopes: ${formatScopes(scopes)}`,
      ...(notShown.length === 0 ? [] : [`    not documented: ${notShown.join('; ')}`]),
    ])
    .join('\n');

/** Writes alternative lists of scopes as "a and b, or c", "none" or "not documented". */
function formatScopes(alternatives: CatalogueEntry['scopes']): string {
  if (alternatives === null) return 'not documented';
  return alternatives.map((scopes) => (scopes.length === 0 ? 'none' : scopes.join(' and '))).join(', or ');
}
