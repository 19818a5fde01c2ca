import { listOperations, type OpenApiDocument, requiredScopes } from './document.ts';

/** The lines of the README between which the table stands. */
export const TABLE_START = '<!-- operations: made by `npm run generate` -->';
export const TABLE_END = '<!-- /operations -->';

/** A text that stays within its cell. */
const inCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();

/** Scopes as Markdown; none and not shown are different things. */
export function scopesInWords(scopes: readonly string[] | null): string {
  if (scopes === null) return 'not shown';
  return scopes.length > 0 ? scopes.map((scope) => `\`${scope}\``).join(', ') : 'none';
}

/** The operations of a document as a Markdown table. */
export function operationTable(document: OpenApiDocument): string {
  const rows = listOperations(document).map(({ id, method, path, operation }) => [
    operation.summary ?? id,
    `\`${method} ${path}\``,
    scopesInWords(requiredScopes(document, operation)),
    operation['x-release-lifecycle'] ?? 'not shown',
    Object.keys(operation.responses ?? {})
      .map((status) => `\`${status}\``)
      .join(' '),
  ]);
  return [
    ['Operation', 'Call', 'Scopes', 'Lifecycle', 'Documented answers'],
    ['---', '---', '---', '---', '---'],
    ...rows,
  ]
    .map((cells) => `| ${cells.map(inCell).join(' | ')} |`)
    .join('\n');
}
