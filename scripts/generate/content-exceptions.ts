import {
  documentedContent,
  listOperations,
  type OpenApiDocument,
  type OperationEntry,
} from 'tenant-management-document';
import { operationHash } from '../../src/operation-hash.ts';
import { type SuccessContent, suggestedContent } from '../../src/success-content.ts';
import { operationModulus } from './operation-modulus.ts';

/** An operation whose documented success has a different kind of content than most operations with its method. */
export interface ContentException extends Pick<OperationEntry, 'method' | 'path'> {
  readonly hash: number;
  readonly content: SuccessContent;
}

/** Returns the exceptions of a document, and a modulus with which the hashes of all operations differ. */
export function contentExceptions(document: OpenApiDocument): { modulus: number; exceptions: ContentException[] } {
  const modulus = operationModulus(document);
  const exceptions = listOperations(document).flatMap(({ method, path, operation }) => {
    const suggested = suggestedContent(method);
    // If the document shows no success, the type of `data` is `unknown`, so the success can also be an array.
    const content = documentedContent(document, operation) ?? (suggested === 'object' ? 'json' : suggested);
    if (content === suggested) return [];
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
      ? ['type { ByOperation }']
      : ['{ type ByOperation, byHash }', `byHash(${modulus}, {\n${entries.join('')}})`];
  return `import ${imports} from '../operation-hash.js';
import type { SuccessContent } from '../success-content.js';

/** Content of successful responses that differs from what the method suggests. Keys are hashes of operations. */
export const contentException: ByOperation<SuccessContent> | undefined = ${lookup};
`;
}
