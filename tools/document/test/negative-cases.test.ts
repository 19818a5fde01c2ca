// Tests the invalid requests that negativeCases() makes from a valid sample.
import { expect, test } from 'vitest';
import { readYaml } from '../../../test/support/read-yaml.ts';
import type { OpenApiDocument, Parameter } from '../src/model/openapi-document.ts';
import { listOperations } from '../src/operations/operations.ts';
import { negativeCases } from '../src/samples/negative-cases.ts';
import { createAjv } from '../src/validation/ajv.ts';

/** A document of one operation. */
function documentOf(schema: object | undefined, parameters: Parameter[] = []): OpenApiDocument {
  const requestBody = { required: true, content: { 'application/json': { ...(schema && { schema }) } } };
  const post = { operationId: 'create', parameters, ...(schema && { requestBody }), responses: {} };
  return { info: { title: 'Things', version: '1' }, paths: { '/things/{id}': { post } } };
}

/** The titles of the cases of the operation. */
const titlesOf = (document: OpenApiDocument): string[] =>
  listOperations(document).flatMap((operation) => negativeCases(document, operation).map(({ when }) => when));

/** The cases for a schema of the body. */
const casesFor = (schema: object) => {
  const document = documentOf(schema);
  return listOperations(document).flatMap((operation) => negativeCases(document, operation));
};
interface Tables {
  readonly schema: object;
  readonly titles: string[];
  readonly parameters: Parameter[];
  readonly parameterTitles: string[];
  readonly withoutType: { schema: object; title: string }[];
  readonly keywords: { keyword: string; schema: object; titles: string[] }[];
}
const TABLES: Tables = readYaml(import.meta.dirname, 'negative-cases.yaml');
const SCHEMA = TABLES.schema;

test('negativeCases() returns bodies that differ from the valid sample in one respect each', () => {
  expect(titlesOf(documentOf(SCHEMA))).toEqual(TABLES.titles);
});

test('negativeCases() returns only bodies that the schema rejects', () => {
  const validate = createAjv().compile({ ...SCHEMA, required: ['name', 'address'] });
  const bodies = casesFor(SCHEMA).map(({ call }) => call.body);
  expect(bodies.length).toBeGreaterThan(20);
  expect(bodies.filter((body) => body !== undefined && validate(body))).toEqual([]);
});

test.each([
  [['string', 'number', 'boolean', 'object'], [{ undeclared: 1 }]],
  [['string', 'number', 'boolean', 'array'], { undeclared: 1 }],
  [['string', 'number', 'boolean', 'object', 'array'], null],
])('negativeCases() returns for a field with the types %j the value %j', (type, expected) => {
  const cases = casesFor({ type: 'object', required: ['field'], properties: { field: { type } } });
  const found = cases.find(({ when }) => when.startsWith('a body whose field is not of type'));
  expect(found?.value).toMatchObject({ field: expected });
});

test.for([
  [{ type: 'string', minLength: 3 }, 2],
  [{ type: 'string', maxLength: 3 }, 4],
  [{ type: 'array', minItems: 3, items: {} }, 2],
  [{ type: 'array', maxItems: 3, items: {} }, 4],
] as const)('negativeCases() violates the length in the schema %j by one', ([schema, length]) => {
  expect(casesFor(schema).find(({ when }) => / 3 (characters|items)$/.test(when))?.value).toHaveLength(length);
});

test('negativeCases() drops a change that the schema accepts, such as any text for an unknown format', () => {
  const schema = { type: 'object', properties: { code: { type: 'string', format: 'house-code' } } };
  expect(titlesOf(documentOf(schema))).toEqual([
    'a missing body',
    'a body that is not of type object',
    'a body whose code is not of type string',
  ]);
});

test('negativeCases() changes path, query and header parameters, but not the type of a string parameter', () => {
  expect(titlesOf(documentOf(undefined, TABLES.parameters))).toEqual(TABLES.parameterTitles);
});

test('negativeCases() keeps the other arguments of the sample call', () => {
  const parameters: Parameter[] = [
    { name: 'id', in: 'path', required: true, example: 'thing_1' },
    { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 4 } },
  ];
  const document = documentOf({ type: 'object', required: ['a'], properties: { a: { const: 'x' } } }, parameters);
  const [operation] = listOperations(document);
  const cases = operation === undefined ? [] : negativeCases(document, operation);
  expect(cases.find(({ when }) => when.includes('below 4'))?.call).toMatchObject({
    params: { path: { id: 'thing_1' }, query: { limit: 3 } },
    body: { a: 'x' },
  });
  expect(cases.find(({ when }) => when === 'a body whose a is missing')?.call).toMatchObject({
    params: { path: { id: 'thing_1' }, query: { limit: 4 } },
    body: {},
  });
});

test('negativeCases() returns an empty list for an operation without a valid sample', () => {
  expect(titlesOf(documentOf({ not: {} }))).toEqual([]);
});

test.for(TABLES.withoutType)(
  'negativeCases() violates the keywords of the schema $schema, which has no type',
  ({ schema, title }) => {
    expect(titlesOf(documentOf(schema))).toEqual(['a missing body', title]);
  },
);

test('negativeCases() violates the alternatives of an object with an object, not with a value of another type', () => {
  const schema = { type: 'object', properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] };
  const alternatives = casesFor(schema).filter(({ keyword }) => keyword === 'anyOf');
  expect(alternatives.map(({ value }) => value)).toEqual([{ undeclared: 1 }]);
});

test.for(TABLES.keywords)(
  'negativeCases() returns for the keyword $keyword of the schema $schema: $titles',
  ({ keyword, schema, titles }) => {
    const found = casesFor(schema).filter((one) => one.keyword === keyword);
    expect(found.map(({ when }) => when)).toEqual(titles);
  },
);
