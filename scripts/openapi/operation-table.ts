import { listOperations, type OpenApiDocument, requiredScopes } from './document.ts';

/** The lines before and after the operation table in the README. */
export const TABLE_START = '<!-- operations: made by `npm run generate` -->';
export const TABLE_END = '<!-- /operations -->';

/** Escapes a text for a table cell. */
const inCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();

/** Writes the alternatives of `requiredScopes` as Markdown: "`a` and `b`, or `c`", "none" or "not shown". */
export function formatScopes(alternatives: readonly (readonly string[])[] | null): string {
  if (alternatives === null) return 'not shown';
  return alternatives.map((scopes) => allOf(scopes.map((scope) => `\`${scope}\``))).join(', or ');
}

function allOf(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  return names.length === 1 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Writes the operations of a document as a Markdown table. */
export function operationTable(document: OpenApiDocument): string {
  const rows = listOperations(document).map(({ id, method, path, operation }) => [
    operation.summary ?? id,
    `\`${method} ${path}\``,
    formatScopes(requiredScopes(document, operation)),
    operation['x-release-lifecycle'] ?? 'not shown',
    Object.keys(operation.responses ?? {})
      .map((status) => `\`${status}\``)
      .join(' '),
  ]);
  return [
    ['Operation', 'Call', 'Scopes', 'Lifecycle', 'Documented statuses'],
    ['---', '---', '---', '---', '---'],
    ...rows,
  ]
    .map((cells) => `| ${cells.map(inCell).join(' | ')} |`)
    .join('\n');
}
