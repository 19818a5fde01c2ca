import type { OpenApiDocument } from './openapi-document.ts';
import { listOperations, type OperationEntry } from './operations.ts';
import { parameterNames, templatePattern } from './path-template.ts';

/** Creates a function that finds the operation of a request by its method and its path below the server URL. */
export function operationFinder(
  document: OpenApiDocument,
): (method: string, path: string) => OperationEntry | undefined {
  const operations = listOperations(document)
    .map((operation) => ({
      operation,
      count: parameterNames(operation.path).length,
      pattern: new RegExp(`^${templatePattern(operation.path)}$`),
    }))
    // Paths with fewer parameters come first: `/users/me` is not the user "me" (OpenAPI 3.1, Paths Object).
    .sort((one, other) => one.count - other.count);
  return (method, path) =>
    operations.find(({ operation, pattern }) => operation.method === method && pattern.test(path))?.operation;
}
