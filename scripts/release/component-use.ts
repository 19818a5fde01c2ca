import {
  hasMembers,
  isObject,
  type JsonObject,
  type OpenApiDocument,
  type OperationEntry,
} from 'tenant-management-document';

/**
 * Returns whether an operation refers to a component, directly or through other components.
 *
 * @param document The document of the operation, with every `$ref` resolved except circular references.
 * @param group Group of the component, such as `schemas`.
 */
export function refersToComponent(
  document: OpenApiDocument,
  { operation, parameters }: OperationEntry,
  group: string,
  name: string,
): boolean {
  const components: JsonObject = document.components ?? {};
  const members = components[group];
  const component = isObject(members) ? members[name] : undefined;
  if (!isObject(component)) return false;
  // A resolved `$ref` is the component itself. If there are members next to the `$ref`, the result is
  // a copy that shares the objects of the component.
  const isComponent = (node: JsonObject) =>
    node === component ||
    node['$ref'] === `#/components/${group}/${name}` ||
    Object.entries(component).some(([key, value]) => isObject(value) && node[key] === value);
  const seen = new Set<unknown>();
  const refers = (value: unknown): boolean => {
    if (!hasMembers(value) || seen.has(value)) return false;
    seen.add(value);
    return isComponent(value) || Object.values(value).some(refers);
  };
  return refers(operation) || refers(parameters);
}
