import { listOperations, type OpenApiDocument, type Operation } from './document.ts';

/** Methods whose success has content unless the document says otherwise. */
export const METHODS_WITH_CONTENT = ['GET', 'POST', 'PUT', 'PATCH'];

/** Operations, such as `GET /ping`, whose documented success differs from what their method suggests. */
export function contentExceptions(document: OpenApiDocument): string[] {
  return listOperations(document)
    .filter(({ method, operation }) => {
      const documented = hasSuccessContent(operation);
      return documented !== undefined && documented !== METHODS_WITH_CONTENT.includes(method);
    })
    .map(({ method, path }) => `${method} ${path}`);
}

/** Whether the 2xx responses, or else `default`, have content; `undefined` if the operation has neither. */
function hasSuccessContent({ responses = {} }: Operation): boolean | undefined {
  const keys = Object.keys(responses).filter((key) => key.startsWith('2'));
  const successes = (keys.length > 0 ? keys : ['default']).flatMap((key) => responses[key] ?? []);
  return successes.length === 0 ? undefined : successes.some(({ content = {} }) => Object.keys(content).length > 0);
}
