import type { OpenApiDocument } from 'tools-document/model';
import { documentChecks } from 'tools-document/validation';
import { expressionOf } from '../../common/formatting.ts';
import { compileSchemas, type NamedSchema } from '../../packages/sandbox/derive/validator-code.ts';

/**
 * Returns the source of a module that exports the checks of each operation: the validators and the declared fields of
 * its responses. A bundler removes the checks that a program does not import.
 */
export async function responseChecksModule(document: OpenApiDocument): Promise<string> {
  const schemas = new Map<object, NamedSchema>();
  const checks = documentChecks(document, (schema) => {
    const named = schemas.get(schema) ?? { name: `body${schemas.size}`, schema };
    schemas.set(schema, named);
    return named.name;
  });
  const constants = checks.map((check, index) => `const check${index} = ${expressionOf(check, 2)};`);
  const names = exportedNames(checks.map(({ id }) => id)).map((name, index) => `check${index} as ${name}`);
  const exported = `${constants.join('\n').replaceAll(/("validate": )"(\w+)"/g, '$1$2')}\nexport { ${names.join(', ')} };`;
  // A report contains the keyword of an error, and not its message.
  const options = { exported, minify: false, messages: false };
  const code = await compileSchemas(document, 'response', [...schemas.values()], options);
  const module = code
    // Without a type, TypeScript writes the type of each operation into the declarations, and fails for a large document.
    .replaceAll(/^var (check\d+) =/gm, 'var $1: CheckedOperation =')
    // A bundler removes an unused value only if a comment says that the call that creates it has no other effect.
    .replaceAll(/^var (\w+) = (?=__commonJS\(|func\d+\(|new RegExp\()/gm, 'var $1 = /* @__PURE__ */ ')
    .replaceAll(/^var (\w+) = ((?:strictFormats\()?require_\w+\(\).*);$/gm, 'var $1 = /* @__PURE__ */ (() => $2)();');
  const head = '// @ts-nocheck: ajv compiled these validators.';
  return `${head}\nimport type { CheckedOperation } from '../../common/response-checks.js';\n\n${module}`;
}

/** Returns the names under which the checks are exported: the operation ids in camel case, each of them only once. */
function exportedNames(ids: readonly string[]): string[] {
  const used = new Set<string>();
  return ids.map((id) => {
    const words = id.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
    const name = words
      .map((word, index) => (index === 0 ? word[0]?.toLowerCase() : word[0]?.toUpperCase()) + word.slice(1))
      .join('')
      .replace(/^(?=\d|$)/, 'operation');
    let unique = name;
    for (let suffix = 2; used.has(unique); suffix += 1) unique = `${name}${suffix}`;
    used.add(unique);
    return unique;
  });
}
