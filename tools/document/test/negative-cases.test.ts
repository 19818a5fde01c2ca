// Tests the invalid requests that negativeCases() makes from a valid sample.
import { expect, test } from 'vitest';
import { negativeCases } from '../src/calls/negative-cases.ts';
import type { OpenApiDocument, Parameter } from '../src/openapi-document.ts';
import { listOperations } from '../src/operations.ts';
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
/** The titles of the cases that violate a keyword of the schema of the body. */
const titlesFor = (keyword: string, schema: object): string[] =>
  casesFor(schema)
    .filter((one) => one.keyword === keyword)
    .map(({ when }) => when);

const SCHEMA = {
  type: 'object',
  required: ['id', 'name', 'address'],
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 10,
  properties: {
    id: { type: 'string', readOnly: true },
    name: { type: 'string', minLength: 2, maxLength: 5, pattern: '^[a-z]+$' },
    site: { type: 'string', format: 'uri' },
    size: { allOf: [{ type: 'integer', minimum: 1 }, { maximum: 9 }, { multipleOf: 2 }] },
    share: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
    kind: { enum: ['a', 'b'] },
    version: { const: 1 },
    note: { type: ['string', 'null'] },
    tags: { type: 'array', minItems: 1, maxItems: 3, uniqueItems: true, items: { type: 'string' } },
    address: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
  },
};

test('negativeCases() returns additionalProperties as the keyword of a body with an undeclared property', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false };
  expect(casesFor(schema).filter(({ when }) => when.includes('undeclared'))).toMatchObject([
    { keyword: 'additionalProperties' },
  ]);
});

test('negativeCases() returns bodies that differ from the valid sample in one respect each', () => {
  expect(titlesOf(documentOf(SCHEMA))).toEqual([
    'a missing body',
    'a body that is not of type object',
    'a body whose name is missing',
    'a body whose address is missing',
    'a body whose undeclared_property is not declared',
    'a body that has fewer than 1 properties',
    'a body that has more than 10 properties',
    'a body whose name is not of type string',
    'a body whose name is shorter than 2 characters',
    'a body whose name is longer than 5 characters',
    'a body whose name does not match its pattern',
    'a body whose site is not of type string',
    'a body whose site is not a valid uri',
    'a body whose size is not of type integer',
    'a body whose size is below 1',
    'a body whose size is above 9',
    'a body whose size is not a multiple of 2',
    'a body whose share is not of type number',
    'a body whose share is not above 0',
    'a body whose share is not below 1',
    'a body whose kind is not an allowed value',
    'a body whose version is not an allowed value',
    'a body whose note is not of type string or null',
    'a body whose tags is not of type array',
    'a body whose tags has fewer than 1 items',
    'a body whose tags has more than 3 items',
    'a body whose tags has duplicate items',
    'a body whose address is not of type object',
    'a body whose address.city is missing',
  ]);
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
  const parameters: Parameter[] = [
    { name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 30, pattern: '^[a-z]+$' } },
    { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50 } },
    { name: 'sort', in: 'query', required: true, schema: { enum: ['asc', 'desc'] } },
    { name: 'words', in: 'query', schema: { type: 'string', minLength: 1 } },
    { name: 'fields', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
    { name: 'X-Trace', in: 'header', required: true, schema: { type: 'string', minLength: 3 } },
  ];
  expect(titlesOf(documentOf(undefined, parameters))).toEqual([
    'a path parameter id that is longer than 30 characters',
    'a path parameter id that does not match its pattern',
    'a query parameter limit that is not of type integer',
    'a query parameter limit that is below 1',
    'a query parameter limit that is above 50',
    'a missing query parameter sort',
    'a query parameter sort that is not an allowed value',
    'a query parameter words that is shorter than 1 characters',
    'a missing header parameter X-Trace',
    'a header parameter X-Trace that is shorter than 3 characters',
  ]);
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

test.for([
  [{ minLength: 3 }, 'a body that is shorter than 3 characters'],
  [{ maximum: 3 }, 'a body that is above 3'],
  [{ uniqueItems: true }, 'a body that has duplicate items'],
  [{ required: ['id'] }, 'a body whose id is missing'],
  [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, 'a body that matches none of its alternatives'],
  [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, 'a body that does not match exactly one of its alternatives'],
] as const)('negativeCases() violates the keywords of the schema %j, which has no type', ([schema, title]) => {
  expect(titlesOf(documentOf(schema))).toEqual(['a missing body', title]);
});

test('negativeCases() violates the alternatives of an object with an object, not with a value of another type', () => {
  const schema = { type: 'object', properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] };
  const alternatives = casesFor(schema).filter(({ keyword }) => keyword === 'anyOf');
  expect(alternatives.map(({ value }) => value)).toEqual([{ undeclared: 1 }]);
});

test.each([
  [
    'additionalProperties',
    { type: 'object', additionalProperties: { type: 'string' } },
    'has an invalid additional property',
  ],
  ['items', { type: 'array', items: { type: 'string' }, example: [] }, 'has an item that is not allowed'],
  [
    'contains',
    { type: 'array', contains: { type: 'string' }, minItems: 1 },
    'does not contain enough of the required items',
  ],
])('negativeCases() returns a body that violates %s', (keyword, schema, when) => {
  expect(titlesFor(keyword, schema)).toEqual([expect.stringContaining(when)]);
});

test('negativeCases() lists no body for additionalProperties if each changed value violates only another keyword', () => {
  const schema = { type: 'object', maxProperties: 1, additionalProperties: {} };
  expect(titlesFor('additionalProperties', schema)).toEqual([]);
});

test('negativeCases() lists no body that violates a pattern that can block the process', () => {
  expect(titlesFor('pattern', { type: 'string', pattern: '^[a-z]+$' })).toHaveLength(1);
  expect(titlesFor('pattern', { type: 'string', pattern: '^([a-z]+)+$' })).toEqual([]);
});
