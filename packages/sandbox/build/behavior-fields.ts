import { isObject, type JsonObject, type OperationBehavior } from 'tenant-management-document';
import type { View } from '../src/built-document.ts';

/**
 * Returns examples of the objects that the behavior of the operations of a resource describes.
 *
 * @param described Names of the fields of items in the document. An initial item does not add them to other responses.
 */
export function behaviorItems(behaviors: readonly OperationBehavior[], described: readonly string[]): JsonObject[] {
  const paths = behaviors.flatMap(({ sets, accepts }) => [
    ...(sets?.rules.flatMap(({ fields }) => Object.entries(fields)) ?? []),
    ...(accepts?.fields?.map((path): [string, unknown] => [path, true]) ?? []),
  ]);
  const initial = behaviors.flatMap(({ seed }) => seed?.items ?? []);
  const undescribed = initial.map((item) =>
    Object.fromEntries(Object.entries(item).filter(([name, value]) => isObject(value) || !described.includes(name))),
  );
  return [...undescribed, ...paths.map(([path, value]) => nested(path, value))];
}

const nested = (path: string, value: unknown): JsonObject =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name.replace('[]', '')]: inner }), value) as JsonObject;

/** Shows the fields of items that the behavior file describes, even if the schema of the response does not allow them. */
export function withBehaviorFields(view: View, items: readonly JsonObject[]): View {
  if (items.length === 0) return view;
  const names = new Set(items.flatMap((item) => Object.keys(item)));
  const inner = Object.entries(view.nested ?? {}).map(([name, one]): [string, View] => [
    name,
    withBehaviorFields(
      one,
      items.flatMap((item) => [item[name]].flat().filter(isObject)),
    ),
  ]);
  return {
    ...view,
    ...(view.allowed && { allowed: [...new Set([...view.allowed, ...names])] }),
    ...(view.nested && { nested: Object.fromEntries(inner) }),
  };
}
