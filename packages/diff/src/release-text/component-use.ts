import { type OpenApiDocument, type OperationEntry, resolve, usedComponents } from 'tenant-management-document';

/**
 * Returns whether an operation refers to a component, directly or through other components.
 *
 * @param document The document of the operation.
 * @param group Group of the component, such as `schemas`.
 */
export function refersToComponent(
  document: OpenApiDocument,
  { path, method }: OperationEntry,
  group: string,
  name: string,
): boolean {
  // The references of an OperationEntry are resolved, so the operation is read from the document.
  const entries = Object.entries(resolve(document, document.paths[path] ?? {}).value);
  const own = Object.fromEntries(entries.filter(([key]) => key === 'parameters' || key === method.toLowerCase()));
  return usedComponents(document, own, 'pathItems').some((one) => one.group === group && one.name === name);
}
