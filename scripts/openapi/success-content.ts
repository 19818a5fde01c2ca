import { listOperations, type OpenApiDocument, type Operation } from './document.ts';

/** Methods whose success responses have content. {@link contentExceptions} lists the exceptions. */
export const METHODS_WITH_CONTENT = ['GET', 'POST', 'PUT', 'PATCH'];

/** Lists the operations, such as `GET /ping`, whose success responses differ from {@link METHODS_WITH_CONTENT}. */
export function contentExceptions(document: OpenApiDocument): string[] {
  return listOperations(document)
    .filter(({ method, operation }) => {
      const documented = hasSuccessContent(operation);
      return documented !== undefined && documented !== METHODS_WITH_CONTENT.includes(method);
    })
    .map(({ method, path }) => `${method} ${path}`);
}

/** Returns whether a 2xx response, or else `default`, has content. Returns `undefined` without these responses. */
function hasSuccessContent({ responses = {} }: Operation): boolean | undefined {
  const keys = Object.keys(responses).filter((key) => key.startsWith('2'));
  const successes = (keys.length > 0 ? keys : ['default']).flatMap((key) => responses[key] ?? []);
  return successes.length === 0 ? undefined : successes.some(({ content = {} }) => Object.keys(content).length > 0);
}
