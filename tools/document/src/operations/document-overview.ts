import { codeSpan, joined } from '../../../../common/formatting.ts';
import { groupBy } from '../../../../common/group-by.ts';
import type { OpenApiDocument } from '../model/openapi-document.ts';
import { listOperations, type OperationEntry } from './operations.ts';
import { clientCredentialsOf, requiredScopes } from './security.ts';

/**
 * Returns paragraphs of Markdown about the operations of a document and its client credentials flows. If the table of
 * the operations would be long, only the number of operations is shown, because a menu lists the operations too.
 *
 * @param addressOf Returns the address of an operation.
 */
export function overviewOf(document: OpenApiDocument, addressOf: (entry: OperationEntry) => string): string[] {
  const { length } = listOperations(document);
  const operations =
    length > MAX_ROWS
      ? [`**Operations:** ${length}; the menu lists them by tag.`]
      : ['**Operations**', operationTable(document, addressOf)];
  return [...operations, ...describeFlows(document)];
}

/** Writes paragraphs about each client credentials flow. */
function describeFlows(document: OpenApiDocument): string[] {
  return clientCredentialsOf(document).flatMap((flow) => {
    const parameters = Object.entries(flow['x-form-parameters'] ?? {}).map(
      ([name, value]) => `, ${codeSpan(name)} ${codeSpan(value)}`,
    );
    const start = `**Client credentials:** token URL ${codeSpan(flow.tokenUrl)}${parameters.join('')}`;
    const scopes = Object.keys(flow.scopes);
    if (scopes.length > MAX_ROWS) return [`${start}, ${scopes.length} scopes; each operation lists its scopes.`];
    return [`${start}, scopes:`, scopes.map((scope) => `- ${codeSpan(scope)}`).join('\n')];
  });
}

/** The lines before and after a generated table: the operations in the README, the commands in that of the command line. */
export const TABLE_START = '<!-- operations: made by `npm run generate` -->';
export const TABLE_END = '<!-- /operations -->';

/** A table with more rows is split and folded, because a reader cannot scan it. */
export const MAX_ROWS = 30;

/** Escapes a text for a table cell. */
const inCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();

/** Writes the alternatives of `requiredScopes` as Markdown: "`a` and `b`, or `c`", "none" or "not documented". */
export function formatScopes(alternatives: readonly (readonly string[])[] | null): string {
  if (alternatives === null) return 'not documented';
  return alternatives.map((scopes) => allOf(scopes.map(codeSpan))).join(', or ');
}

function allOf(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  return joined(names, 'and');
}

/**
 * Writes the operations of a document as a Markdown table. If there are more than 30 operations, writes a folded table
 * for each tag.
 *
 * @param addressOf Returns the address to which the name of an operation links; without this function, the names are
 *   plain text.
 */
export function operationTable(document: OpenApiDocument, addressOf?: (entry: OperationEntry) => string): string {
  return foldedTable(
    ['Operation', 'Call', 'Scopes', 'Lifecycle', 'Documented statuses'],
    listOperations(document),
    ({ operation }) => operation.tags?.[0] ?? 'without a tag',
    (entry) => operationRow(document, entry, addressOf),
  );
}

/** Writes a table with a row for each item. If there are more than 30 items, writes a folded table for each group. */
export function foldedTable<Item>(
  head: readonly string[],
  items: readonly Item[],
  groupOf: (item: Item) => string,
  rowOf: (item: Item) => readonly string[],
): string {
  const tableOf = (group: readonly Item[]) =>
    [head, head.map(() => '---'), ...group.map(rowOf)]
      .map((cells) => `| ${cells.map(inCell).join(' | ')} |`)
      .join('\n');
  if (items.length <= MAX_ROWS) return tableOf(items);
  return [...groupBy(items, groupOf)]
    .map(([name, group]) => `${summaryOf(name, group.length)}\n\n${tableOf(group)}\n\n</details>`)
    .join('\n\n');
}

/** Returns the start of a section that GitHub and npm show folded. */
function summaryOf(tag: string, count: number): string {
  const text = inCell(tag).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<details>\n<summary>${text} (${count})</summary>`;
}

function operationRow(
  document: OpenApiDocument,
  entry: OperationEntry,
  addressOf?: (entry: OperationEntry) => string,
): string[] {
  const { id, method, path, operation } = entry;
  const title = operation.summary ?? id;
  const name = addressOf === undefined ? title : `[${title}](${addressOf(entry)})`;
  return [
    operation.deprecated ? `~~${name}~~ (deprecated)` : name,
    codeSpan(`${method} ${path}`),
    formatScopes(requiredScopes(document, operation)),
    operation['x-release-lifecycle'] ?? 'not documented',
    Object.keys(operation.responses ?? {})
      .map(codeSpan)
      .join(' '),
  ];
}
