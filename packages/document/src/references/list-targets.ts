import type { OpenApiDocument } from '../document.ts';
import { keysOf, referenceTo } from '../json-pointer.ts';
import { resolve } from './resolve.ts';
import { visitReferences } from './visit-references.ts';

/**
 * Returns a copy of a document in which every schema that is a target of a reference has a name. openapi-typescript
 * cannot name an item of a list, such as `#/components/schemas/Item/allOf/1`, so each of these targets becomes a
 * component. Returns `undefined` if no reference has such a target.
 */
export function withNamedListTargets(document: OpenApiDocument): OpenApiDocument | undefined {
  const copy = structuredClone(document);
  const schemas: Record<string, object> = { ...copy.components?.schemas };
  const names = new Map<string, string>();
  visitReferences(copy, { keys: [], group: 'document' }, new Set(), ({ node, group }) => {
    const keys = keysOf(decodeURIComponent(node.$ref));
    if (group !== 'schemas' || !node.$ref.startsWith('#/') || !keys.some((key) => /^\d+$/.test(key))) return;
    const name =
      names.get(node.$ref) ??
      freeName(
        keys
          .slice(2)
          .join('_')
          .replaceAll(/[^\w.-]+/g, '_'),
        schemas,
      );
    names.set(node.$ref, name);
    schemas[name] ??= resolve<object>(document, { $ref: node.$ref }).value;
    // The cast is safe: the copy belongs to this function.
    (node as { $ref: string }).$ref = referenceTo(['components', 'schemas', name]);
  });
  return names.size === 0 ? undefined : { ...copy, components: { ...copy.components, schemas } };
}

function freeName(wanted: string, schemas: object): string {
  let name = wanted;
  for (let count = 2; Object.hasOwn(schemas, name); count += 1) name = `${wanted}_${count}`;
  return name;
}
