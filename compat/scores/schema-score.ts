import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { isObject, negativeCases, type OpenApiDocument, samplerOf } from 'tenant-management-document';

/** Path of the tests in `json-schema-org/JSON-Schema-Test-Suite`, without the folder `optional`. */
export const SCHEMAS = 'tests/draft2020-12';

/** A schema with valid and invalid values. */
interface Group {
  readonly schema: object;
  readonly tests: readonly { readonly data: unknown; readonly valid: boolean }[];
}

/**
 * Creates a sample of each schema, and compares the sample with ajv. A schema that accepts no value of its tests must
 * have no sample.
 */
export const scoreSamples = (folder: string): (string | undefined)[] =>
  readGroups(folder).map(({ schema, tests }) => {
    const value = sampleOf(schema);
    if (value !== undefined) return accepts(schema, value) ? undefined : 'The sample is not valid.';
    if (tests.every(({ valid }) => !valid)) return undefined;
    const keywords = Object.keys(schema).filter((keyword) => !keyword.startsWith('$'));
    return `No sample is found, although the schema accepts a value. Its keywords: ${keywords.map(code).join(', ')}.`;
  });

/** Lists the invalid values of each schema that rejects a value of its tests, and compares the values with ajv. */
export const scoreInvalidValues = (folder: string): (string | undefined)[] =>
  readGroups(folder)
    .filter(({ tests }) => tests.some(({ valid }) => !valid))
    .map(({ schema, tests }) => {
      const operation = { operationId: 'call', requestBody: { content: { 'application/json': { schema } } } };
      const entry = { id: 'call', method: 'POST', path: '/', operation, parameters: [] };
      const cases = negativeCases(documentOf(schema), entry);
      if (cases.some(({ value }) => accepts(schema, value))) return 'A value is valid.';
      return cases.length > 0
        ? undefined
        : reasonOf(
            schema,
            tests.filter(({ valid }) => !valid),
          );
    });

/** Returns why a schema has no invalid value. */
function reasonOf(schema: object, rejected: Group['tests']): string {
  const sample = sampleOf(schema);
  if (sample === undefined)
    return 'The schema has no sample, or accepts no value: invalid values are changes of a sample.';
  if (rejected.every(({ data }) => typeOf(data) !== typeOf(sample)))
    return 'The schema has no `type`, and its sample has another type than the values that it rejects.';
  const validate = validatorOf(schema);
  validate?.(rejected[0]?.data);
  const keyword = validate?.errors?.at(-1)?.keyword;
  return keyword === undefined
    ? 'ajv accepts a value that the suite calls invalid.'
    : `No change of the sample violates ${code(keyword.replace(' schema', ''))}.`;
}

const sampleOf = (schema: object): unknown => samplerOf(documentOf(schema), 'request').valueOf(schema);

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

const code = (keyword: string): string => `\`${keyword}\``;

/**
 * Returns the groups whose schema has no reference and no `$id`, because OpenAPI resolves references differently, and
 * that ajv can compile.
 */
const readGroups = (folder: string): Group[] =>
  globSync('*.json', { cwd: join(folder, SCHEMAS) })
    .toSorted()
    // The cast is safe: the suite has a schema of its files.
    .flatMap((file) => JSON.parse(readFileSync(join(folder, SCHEMAS, file), 'utf8')) as Group[])
    .filter(({ schema }) => isObject(schema) && !/"\$(ref|dynamicRef|id)"/.test(JSON.stringify(schema)))
    .filter(({ schema }) => validatorOf(schema) !== undefined);

const documentOf = (schema: object): OpenApiDocument => ({
  info: { title: 'API', version: '1' },
  paths: {},
  components: { schemas: { Schema: schema } },
});

/** Compiles a schema with ajv, without the code of this project. Returns `undefined` if ajv rejects the schema. */
function validatorOf(schema: object): ValidateFunction | undefined {
  try {
    return new Ajv2020({ strict: false, logger: false, validateFormats: false }).compile(schema);
  } catch {
    return undefined;
  }
}

const accepts = (schema: object, value: unknown): boolean => validatorOf(schema)?.(value) === true;
