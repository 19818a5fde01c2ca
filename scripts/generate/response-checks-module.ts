import {
  composedSchemas,
  type FieldSchema,
  isExcluded,
  isJsonType,
  jsonOf,
  listOperations,
  type OpenApiDocument,
  resolve,
} from 'tenant-management-document';
import { compileSchemas, type NamedSchema } from '../../packages/sandbox/build/validator-code.ts';
import type { FieldTree } from '../../src/drift/response-checks.ts';

/**
 * Returns the source of a module that exports `responseChecks`: the validators and the declared fields of the responses
 * of each operation. The types of its parts are in src/drift/response-checks.ts.
 */
export async function responseChecksModule(document: OpenApiDocument): Promise<string> {
  const trees = fieldTrees(document);
  const bodies = new Map<string, NamedSchema & { readonly fields: number }>();
  const bodyOf = (schema: object): string => {
    const key = JSON.stringify(schema);
    const { name, fields } = bodies.get(key) ?? { name: `body${bodies.size}`, fields: trees.add(schema) };
    bodies.set(key, { name, fields, schema });
    return `{ validate: ${name}, fields: ${fields} }`;
  };
  const operations = listOperations(document).map(({ id, method, path, operation }) => {
    const responses = Object.entries(operation.responses ?? {}).map(([key, { content = {} }]) => {
      const types = Object.entries(content).map(([type, media]) => {
        const { schema } = isJsonType(type) ? media : (jsonOf(content) ?? {});
        return `${JSON.stringify(type)}: ${schema === undefined ? '{}' : bodyOf(schema)}`;
      });
      return `${JSON.stringify(key)}: { ${types.join(', ')} }`;
    });
    return `${JSON.stringify(`${method} ${path}`)}: { id: ${JSON.stringify(id)}, responses: { ${responses.join(', ')} } }`;
  });
  const exported = `export const responseChecks = {
    operations: { ${operations.join(',\n')} },
    trees: ${JSON.stringify(trees.list)},
  };`;
  const code = await compileSchemas(document, 'response', [...bodies.values()], { exported, minify: false });
  // Without a type, TypeScript writes the type of each operation into the declarations, and fails for a large document.
  const typed = code.replace('var responseChecks =', 'var responseChecks: ResponseChecks =');
  const head = '// @ts-nocheck: ajv compiled these validators.';
  return `${head}\nimport type { ResponseChecks } from '../drift/response-checks.js';\n\n${typed}`;
}

/** Collects the trees of declared fields. A tree refers to others by their index, because schemas can be recursive. */
function fieldTrees(document: OpenApiDocument) {
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
