import { clientCredentialsOf } from '../access.ts';
import { codeSpan } from '../formatting.ts';
import type { OpenApiDocument } from '../openapi-document.ts';
import { listOperations, type OperationEntry } from '../operations.ts';
import { MAX_ROWS, operationTable } from './operation-table.ts';

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
