import type { OpenApiDocument } from 'tools-document/model';
import { documentedContent, listOperations, type OperationEntry } from 'tools-document/operations';
import { type SuccessContent, suggestedContent } from '../../common/success-content.ts';

/** An operation whose documented success has a different kind of content than most operations with its method. */
export interface ContentException extends Pick<OperationEntry, 'method' | 'path'> {
  readonly content: SuccessContent;
}

export const contentExceptions = (document: OpenApiDocument): ContentException[] =>
  listOperations(document).flatMap(({ method, path, operation }) => {
    const suggested = suggestedContent(method);
    // If the document shows no success, the type of `data` is `unknown`, so the success can also be an array.
    const content = documentedContent(document, operation) ?? (suggested === 'object' ? 'json' : suggested);
    return content === suggested ? [] : [{ method, path, content }];
  });

/** Returns the source of the module `content-exceptions.ts`. */
export function contentExceptionsModule(document: OpenApiDocument): string {
  const entries = contentExceptions(document).map(
    ({ method, path, content }) => `  ${JSON.stringify(`${method} ${path}`)}: '${content}',\n`,
  );
  return `import type { SuccessContent } from '../../common/success-content.js';

/** Content of successful responses that differs from what the method suggests, by method and path of the operation. */
export const contentExceptions: Readonly<Record<string, SuccessContent>> = {${entries.length === 0 ? '' : `\n${entries.join('')}`}};
`;
}
