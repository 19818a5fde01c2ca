import { _ } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import type { OpenApiDocument } from 'tools-document/model';
import { isJsonType, type OperationEntry, sentType } from 'tools-document/operations';
import { projectRoot } from 'tools-document/read';
import { createValidators, withPlaces } from 'tools-document/validation';
import { type SeedResource, seedSchema } from '../src/seed/seed-schema.ts';
import { readableParameters } from './derive-request.ts';

/** A schema, and the name under which its validator is exported. */
export interface NamedSchema {
  readonly name: string;
  readonly schema: object;
}

/** Options of ajv for code that runs without ajv. */
const formats = _`strictFormats(require("ajv-formats/dist/formats").fullFormats)`;
const STANDALONE = { verbose: false, code: { source: true, esm: true, formats } };
/** The strict formats, from the root of the project. */
const IMPORT = "import { strictFormats } from './tools/document/src/validation/formats.ts';";

/**
 * Compiles schemas of a document to a module with a validator function for each schema. The validators do not check
 * patterns that can block a process.
 *
 * @param direction Whether the schemas describe requests or responses.
 * @param exported Source code that exports the functions in another way, for example as a group.
 */
export async function compileSchemas(
  document: OpenApiDocument,
  direction: 'request' | 'response',
  schemas: readonly NamedSchema[],
  { allErrors = false, messages = true, exported = '', minify = true } = {},
): Promise<string> {
  const options = { ...STANDALONE, allErrors, messages };
  const { ajv, copy } = createValidators(document, direction, options, 'unchecked');
  for (const { name, schema } of schemas) ajv.addSchema(copy(schema), `validator:${name}`);
  const names = Object.fromEntries(schemas.map(({ name }) => [name, `validator:${name}`]));
  const code = schemas.length === 0 ? '' : withPlaces(document, () => standalone.default(ajv, names));
  const contents =
    exported === '' ? code : `${code.replaceAll(/\bexport (?=const \w+ = validate\d+;)/g, '')}\n${exported}`;
  const stdin = { contents: `${IMPORT}\n${contents}`, resolveDir: projectRoot };
  const { outputFiles } = await build({
    stdin,
    bundle: true,
    format: 'esm',
    minify,
    treeShaking: true,
    write: false,
    logLevel: 'error',
    // The comments of the generated code name the folder in `node_modules`, also if it is a link.
    preserveSymlinks: true,
  });
  return outputFiles[0]?.text ?? '';
}

/** Creates a module that exports the request validators of all operations as `validators`, by operation id. */
export async function requestValidators(
  document: OpenApiDocument,
  entries: readonly OperationEntry[],
): Promise<string> {
  const schemas: NamedSchema[] = [];
  const named = entries.map((entry, index) => {
    const parts = Object.entries(requestSchemas(entry)).map(([part, schema]) => {
      const name = `${part}${index}`;
      schemas.push({ name, schema });
      return `${part}: ${name}`;
    });
    return `[${JSON.stringify(entry.id)}]: { ${parts.join(', ')} }`;
  });
  const exported = `export const validators = { ${named.join(', ')} };`;
  return await compileSchemas(document, 'request', schemas, { exported });
}

/** Returns the schemas of the parts of a request. */
function requestSchemas({ operation, parameters }: OperationEntry): Record<string, object> {
  const schemas: Record<string, object> = {};
  for (const place of ['path', 'query', 'header'] as const) {
    const declared = readableParameters(parameters).filter((parameter) => parameter.in === place);
    if (declared.length === 0) continue;
    schemas[place] = {
      type: 'object',
      required: declared.filter(({ required }) => required).map(({ name }) => name),
      properties: Object.fromEntries(declared.map(({ name, schema = {} }) => [name, schema])),
    };
  }
  const bodies = Object.entries(operation.requestBody?.content ?? {}).filter(([type]) => isValidated(type));
  const [body] = bodies.flatMap(([, { schema }]) => schema ?? []);
  if (body !== undefined) schemas['body'] = body;
  return schemas;
}

/** Whether the sandbox reads bodies of a media type: it reads only JSON and forms. */
const isValidated = (type: string): boolean =>
  isJsonType(sentType(type)) || /^application\/x-www-form-urlencoded/i.test(type);

/** Creates a module that exports the validator of seeds as `validateSeed`. */
export async function seedValidator(
  document: OpenApiDocument,
  resources: readonly SeedResource[],
  aliases: Readonly<Record<string, string>>,
): Promise<string> {
  const schema = seedSchema(resources, aliases);
  return await compileSchemas(document, 'response', [{ name: 'validateSeed', schema }], { allErrors: true });
}
