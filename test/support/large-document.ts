import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Number of operations on each resource. */
const OPERATIONS_PER_RESOURCE = 6;

/**
 * Creates a document with many operations. It has query parameters, arrays, required header fields, JSON bodies, paths
 * with two parameters, several tags, `allOf`, `oneOf`, recursive schemas, and responses for 201, 202, 204 and ranges.
 *
 * @param operations Number of operations on resources, a multiple of six.
 * @param paths Path items to add.
 */
export function largeDocument(operations: number, paths: object = {}): object {
  const numbers = Array.from({ length: operations / OPERATIONS_PER_RESOURCE }, (_, index) => index + 1);
  const source = readFileSync(join(import.meta.dirname, 'large-document.yaml'), 'utf8');
  const { document, resource } = parse(source, { maxAliasCount: -1 });
  const template = JSON.stringify(resource);
  const pathItemsOf = (number: number) =>
    withTexts(JSON.parse(template.replaceAll('NUMBER', String(number))), number === 1 ? [1] : [number, 1]);
  const tags = numbers.map((number) => ({ name: `Resource ${number}`, description: 'One resource.' }));
  return {
    ...document,
    tags,
    paths: Object.assign({}, ...numbers.map(pathItemsOf), withTexts(document.paths, [1]), paths),
  };
}

/** Adds a summary and the tags of resources to each operation. */
function withTexts(pathItems: Readonly<Record<string, object>>, resources: readonly number[]) {
  const tags = resources.map((number) => `Resource ${number}`);
  for (const operation of Object.values(pathItems).flatMap<{ operationId?: string }>(Object.values))
    if (operation.operationId) Object.assign(operation, { summary: operation.operationId.replace('_', ' '), tags });
  return pathItems;
}
