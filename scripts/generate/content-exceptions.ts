import {
  documentedContent,
  listOperations,
  type OpenApiDocument,
  type OperationEntry,
} from 'tenant-management-document';
import { operationHash, type SuccessContent, suggestedContent } from '../../src/success-content.ts';

/** An operation whose documented success has a different kind of content than most operations with its method. */
export interface ContentException extends Pick<OperationEntry, 'method' | 'path'> {
  readonly hash: number;
  readonly content: SuccessContent;
}

/** Returns the exceptions of a document, and a modulus with which the hashes of all operations differ. */
export function contentExceptions(document: OpenApiDocument): { modulus: number; exceptions: ContentException[] } {
  const operations = listOperations(document);
  const hashesOf = (modulus: number) =>
    new Set(operations.map(({ method, path }) => operationHash(method, path, modulus)));
  let modulus = 1e9;
  while (hashesOf(modulus).size < operations.length) modulus += 1;
  const exceptions = operations.flatMap(({ method, path, operation }) => {
    const content = documentedContent(document, operation);
    if (content === undefined || content === suggestedContent(method)) return [];
    return [{ method, path, hash: operationHash(method, path, modulus), content }];
  });
  return { modulus, exceptions };
}

/**
 * Returns the source of the module `content-exceptions.ts`. Without exceptions, it imports only a type, so that bundles
 * do not contain the lookup.
 */
export function contentExceptionsModule(document: OpenApiDocument): string {
  const { modulus, exceptions } = contentExceptions(document);
  const entries = exceptions.map(
    ({ method, path, hash, content }) => `  ${hash}: '${content}', // ${method} ${path}\n`,
  );
  const [imports, lookup] =
    entries.length === 0
      ? ['type { ContentException }']
      : ['{ type ContentException, exceptionsByHash }', `exceptionsByHash(${modulus}, {\n${entries.join('')}})`];
  return `import ${imports} from '../success-content.js';

/** Content of successful responses that differs from what the method suggests. Keys are hashes of operations. */
export const contentException: ContentException | undefined = ${lookup};
`;
}
