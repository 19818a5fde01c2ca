import type { OpenApiDocument } from '../document.ts';
import type { FieldTree } from '../drift/response-checks.ts';
import { resolve } from '../references/resolve.ts';
import { composedSchemas, type FieldSchema } from './schema-fields.ts';
import { isExcluded } from './validators.ts';

/** Collects the trees of declared fields. A tree refers to others by their index, because schemas can be recursive. */
export function fieldTrees(document: OpenApiDocument) {
  const list: FieldTree[] = [];
  const indexes = new Map<object, number>();
  const add = (schema: FieldSchema): number => {
    const known = indexes.get(schema);
    if (known !== undefined) return known;
    const tree: FieldTree = {};
    const index = list.push(tree) - 1;
    indexes.set(schema, index);
    const parts = composedSchemas(document, schema);
    const properties = new Map(parts.flatMap((part) => Object.entries(part.properties ?? {})));
    const items = parts.find((part) => part.items !== undefined)?.items;
    const others = parts.map((part) => part.additionalProperties).find((one) => typeof one === 'object');
    const names = [...properties].filter(([, field]) => !isExcluded(resolve(document, field).value, 'response'));
    if (names.length > 0) tree.properties = Object.fromEntries(names.map(([name, field]) => [name, add(field)]));
    if (items !== undefined) tree.items = add(items);
    if (others !== undefined) tree.others = add(others);
    return index;
  };
  return { list, add };
}
