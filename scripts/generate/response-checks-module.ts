import { documentChecks, expressionOf, type OpenApiDocument } from 'tools-document';
import { compileSchemas, type NamedSchema } from '../../packages/sandbox/derive/validator-code.ts';

/**
 * Returns the source of a module that exports `responseChecks`: the validators and the declared fields of the responses
 * of each operation.
 */
export async function responseChecksModule(document: OpenApiDocument): Promise<string> {
  const schemas = new Map<object, NamedSchema>();
  const checks = documentChecks(document, (schema) => {
    const named = schemas.get(schema) ?? { name: `body${schemas.size}`, schema };
    schemas.set(schema, named);
    return named.name;
  });
  const exported = `export const responseChecks = ${expressionOf(checks, 2).replaceAll(/("validate": )"(\w+)"/g, '$1$2')};`;
  // A report contains the keyword of an error, and not its message.
  const options = { exported, minify: false, messages: false };
  const code = await compileSchemas(document, 'response', [...schemas.values()], options);
  // Without a type, TypeScript writes the type of each operation into the declarations, and fails for a large document.
  const typed = code.replace('var responseChecks =', 'var responseChecks: ResponseChecks =');
  const head = '// @ts-nocheck: ajv compiled these validators.';
  return `${head}\nimport type { ResponseChecks } from '../../tools/document/src/run-time/response-checks.js';\n\n${typed}`;
}
