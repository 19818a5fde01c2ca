import type { OpenApiDocument } from '../document.ts';
import { keysOfReference, referenceTo } from '../json-pointer.ts';
import { componentAt, resolve } from './resolve.ts';
import { visitReferences } from './visit-references.ts';

/**
 * Returns a copy of a document in which every schema that is a target of a reference is a component. openapi-typescript
 * cannot name an item of a list, such as `#/components/schemas/Item/allOf/1`, and types that do not compile result from
 * a target in an optional part, such as a request body. Returns `undefined` if all targets are components.
 */
export function withNamedTargets(document: OpenApiDocument): OpenApiDocument | undefined {
  const schemas: Record<string, object> = { ...document.components?.schemas };
  const copy = structuredClone({ ...document, components: { ...document.components, schemas } });
  const names = new Map<string, string>();
  visitReferences(copy, { keys: [], group: 'document' }, new Set(), ({ node, group }) => {
    const keys = keysOfReference(node.$ref);
    if (group !== 'schemas' || keys === undefined || keys.length === 0 || componentAt(keys) !== undefined) return;
    const name = names.get(node.$ref) ?? freeName(keys, copy.components.schemas);
    names.set(node.$ref, name);
    copy.components.schemas[name] ??= resolve<object>(copy, { $ref: node.$ref }).value;
    // The cast is safe: the copy belongs to this function.
    (node as { $ref: string }).$ref = referenceTo(['components', 'schemas', name]);
  });
  return names.size === 0 ? undefined : copy;
}

/** Returns a name for the component of a target. A target in a component has the name of the component as a prefix. */
function freeName(keys: readonly string[], schemas: object): string {
  const words = keys.slice(keys[0] === 'components' ? 2 : 1).join('_');
  const wanted = words.replaceAll(/[^\w.-]+/g, '_').replace(/^_+/, '');
  let name = wanted;
  for (let count = 2; name in schemas; count += 1) name = `${wanted}_${count}`;
  return name;
}
