import { fieldTrees, isJsonType, jsonOf, listOperations, type OpenApiDocument } from 'tenant-management-document';
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
    trees: ${JSON.stringify(trees.list satisfies FieldTree[])},
  };`;
  // A report contains the keyword of an error, and not its message.
  const options = { exported, minify: false, messages: false };
  const code = await compileSchemas(document, 'response', [...bodies.values()], options);
  // Without a type, TypeScript writes the type of each operation into the declarations, and fails for a large document.
  const typed = code.replace('var responseChecks =', 'var responseChecks: ResponseChecks =');
  const head = '// @ts-nocheck: ajv compiled these validators.';
  return `${head}\nimport type { ResponseChecks } from '../drift/response-checks.js';\n\n${typed}`;
}
