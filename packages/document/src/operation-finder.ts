import { listOperations, type OpenApiDocument, type OperationEntry } from './document.ts';

/** Creates a function that finds the operation of a request by its method and its path below the server URL. */
export function operationFinder(
  document: OpenApiDocument,
): (method: string, path: string) => OperationEntry | undefined {
  const operations = listOperations(document)
    .map((operation) => ({ operation, parts: operation.path.split(/\{.+?\}/) }))
    // Paths with fewer parameters come first: `/users/me` is not the user "me" (OpenAPI 3.1, Paths Object).
    .sort((one, other) => one.parts.length - other.parts.length)
    .map(({ operation, parts }) => ({
      operation,
      pattern: new RegExp(`^${parts.map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')).join('[^/]+')}$`),
    }));
  return (method, path) =>
    operations.find(({ operation, pattern }) => operation.method === method && pattern.test(path))?.operation;
}
