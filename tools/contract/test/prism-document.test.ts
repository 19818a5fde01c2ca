// Tests the copy of a document that Prism reads.

import type { OpenApiDocument, Parameter } from 'tools-document';
import { expect, test } from 'vitest';
import { MOCK_TEXT, prismDocument, unicodePattern } from '../src/prism/prism-document.ts';

const Name = { type: 'string', pattern: '^[a-z]{3}$', properties: { pattern: { type: 'string' } } };
const schema = { type: 'object', required: ['name'], properties: { name: { $ref: '#/components/schemas/Name' } } };

/** Returns the copy for Prism of a document that has one operation with one response. */
function copyOf(content: object): object {
  const document: OpenApiDocument = {
    info: { title: 'Things', version: '1' },
    paths: { '/things': { get: { responses: { 200: { description: 'Things.', content: { ...content } } } } } },
    components: { schemas: { Name } },
  };
  return prismDocument(document);
}
const withContent = (content: object) => ({ paths: { '/things': { get: { responses: { 200: { content } } } } } });

test('prismDocument() adds a valid example to a JSON response without an example', () => {
  const copy = copyOf({ 'application/json': { schema } });
  const content = { 'application/json': { example: { name: expect.stringMatching(/^[a-z]{3}$/) } } };
  expect(copy).toMatchObject(withContent(content));
});

test('prismDocument() keeps an example of the document, even if it violates the schema', () => {
  const copy = copyOf({ 'application/json': { schema, examples: { first: { value: { name: 'too long' } } } } });
  expect(copy).toMatchObject(
    withContent({ 'application/json': { examples: { first: { value: { name: 'too long' } } } } }),
  );
  expect(JSON.stringify(copy)).not.toContain('"example"');
});

test('prismDocument() adds a text example to a response that is not JSON, and removes its schema', () => {
  expect(copyOf({ 'text/event-stream': { schema } })).toEqual(
    expect.objectContaining(withContentOnly({ 'text/event-stream': { example: MOCK_TEXT } })),
  );
});
const withContentOnly = (content: object) => ({
  paths: { '/things': { get: { parameters: [], responses: { 200: { description: 'Things.', content } } } } },
});

test('prismDocument() refers to component schemas with $ref instead of copying them into each place', () => {
  expect(copyOf({ 'application/json': { schema } })).toMatchObject(
    withContent({ 'application/json': { schema: { properties: { name: { $ref: '#/components/schemas/Name' } } } } }),
  );
});

test('prismDocument() removes patterns that are invalid with the u flag, and keeps properties that are named pattern', () => {
  const invalid = { type: 'string', pattern: '^[\\w-\\.]+$', properties: { pattern: { pattern: '^a$' } } };
  expect(copyOf({ 'application/json': { schema: invalid } })).toMatchObject(
    withContent({ 'application/json': { schema: { type: 'string', properties: { pattern: { pattern: '^a$' } } } } }),
  );
  expect(JSON.stringify(copyOf({ 'application/json': { schema: invalid } }))).not.toContain('w-');
});

test('prismDocument() replaces a wildcard with application/json, unless the content has this type', () => {
  expect(copyOf({ '*/*': { example: 1 } })).toMatchObject(withContentOnly({ 'application/json': { example: 1 } }));
  const content = { 'application/*': { example: 1 }, 'application/json': { example: 2 } };
  expect(copyOf(content)).toMatchObject(withContentOnly({ 'application/json': { example: 2 } }));
});

test('prismDocument() removes the schemas of lists and objects in header fields, because Prism would end', () => {
  const schema = { type: 'array' };
  const header = { name: 'X-Ids', in: 'header' as const, schema };
  const responses = { 200: { description: 'Things.', headers: { 'X-Ids': { schema } } } };
  const document: OpenApiDocument = {
    info: { title: 'Things', version: '1' },
    paths: { '/things': { get: { parameters: [header, { ...header, in: 'query' }], responses } } },
  };
  const copied = { 200: { description: 'Things.', headers: { 'X-Ids': { schema: {} } } } };
  const parameters = [
    { ...header, schema: {} },
    { ...header, in: 'query' },
  ];
  expect(prismDocument(document)).toMatchObject({ paths: { '/things': { get: { parameters, responses: copied } } } });
});

test.each<[object, string]>([
  [{ schema: { type: 'integer', maximum: 0 } }, '0'],
  [{ schema: { type: 'boolean', enum: [false] } }, 'false'],
  [{ schema: { type: 'string', format: 'ipv4' } }, '192.168.0.1'],
  [{ schema: { type: 'integer' }, example: 0 }, '0'],
  [{ schema: { const: 7 }, examples: { first: { value: 8 } } }, '8'],
])(
  'prismDocument() gives the header field %j the example %j, because Prism sends no 0 and no boolean',
  (header, text) => {
    const responses = { 200: { description: 'Things.', headers: { 'X-Size': header } } };
    const document: OpenApiDocument = {
      info: { title: 'Things', version: '1' },
      paths: { '/a': { get: { responses } } },
    };
    const copied = { 200: { headers: { 'X-Size': { example: text } } } };
    expect(prismDocument(document)).toMatchObject({ paths: { '/a': { get: { responses: copied } } } });
  },
);

test('prismDocument() removes the format int64, because Prism would reject large integers', () => {
  const copy = JSON.stringify(copyOf({ 'application/json': { schema: { format: 'int64', minimum: -(2 ** 63) } } }));
  expect(copy).toContain('"minimum":-9223372036854776000');
  expect(copy).not.toContain('int64');
});

test('prismDocument() removes the schemas of lists and objects in forms and of texts, which Prism would reject', () => {
  const properties = { name: { $ref: '#/components/schemas/Name' }, tags: { type: 'array' }, any: { allOf: [] } };
  const form = { schema: { properties }, encoding: { tags: {} } };
  const requestBody = { content: { 'multipart/form-data': form, 'text/plain': { schema: { type: 'boolean' } } } };
  const document: OpenApiDocument = {
    info: { title: 'Things', version: '1' },
    paths: { '/things': { post: { requestBody } } },
    components: { schemas: { Name } },
  };
  const content = { 'multipart/form-data': { schema: { properties: { ...properties, tags: {}, any: {} } } } };
  expect(prismDocument(document)).toMatchObject({ paths: { '/things': { post: { requestBody: { content } } } } });
  expect(JSON.stringify(prismDocument(document))).not.toMatch(/array|boolean/);
});

test('prismDocument() requires no read-only fields, which Prism would require in requests', () => {
  const properties = { id: { readOnly: true }, name: {} };
  const copy = copyOf({ 'application/json': { schema: { anyOf: [{ properties, required: ['id', 'name'] }] } } });
  expect(JSON.stringify(copy)).toContain('"required":["name"]');
});

test('prismDocument() removes extensions, because Prism ends if a reference in an extension has no target', () => {
  const missing = { $ref: './missing.md' };
  const properties = { 'x-name': { type: 'string' }, example: { type: 'string', 'x-source': missing } };
  const example = { 'x-name': 'kept', pattern: '(' };
  const copy = copyOf({ 'application/json': { 'x-topic': missing, schema: { properties, 'x-a': missing }, example } });
  expect(copy).toMatchObject(
    withContent({ 'application/json': { schema: { properties: { 'x-name': { type: 'string' } } }, example } }),
  );
  expect(JSON.stringify(copy)).not.toContain('missing');
});

test('prismDocument() keeps components whose names start with x-, such as x-trace', () => {
  const parameters = { 'x-trace': { name: 'x-trace', in: 'header', schema: { type: 'string' } } };
  const document = { info: { title: 'Things', version: '1' }, paths: {}, components: { parameters } };
  expect(prismDocument(document as unknown as OpenApiDocument)).toMatchObject({ components: { parameters } });
});

test('prismDocument() requires no credentials if one alternative of the security is empty, because Prism rejects tokens', () => {
  const get = (security?: object[]) => ({ get: { ...(security && { security }), responses: {} } });
  const document = {
    info: { title: 'Things', version: '1' },
    security: [{}],
    paths: { '/a': get([{ key: [] }, {}]), '/b': get([{ key: [] }]) },
  };
  expect(prismDocument(document as unknown as OpenApiDocument)).toMatchObject({
    security: [],
    paths: { '/a': get([]), '/b': get([{ key: [] }]) },
  });
});

test.each([
  ['^(?:[a-z-]|{id})*$', '^(?:[a-z-]|\\{id\\})*$'],
  ['^[{}]{2,3}{a}\\d{1}$', '^[{}]{2,3}\\{a\\}\\d{1}$'],
  ['^\\p{L}{1,}$', '^\\p{L}{1,}$'],
  ['^[\\w-\\.]{a}$', undefined],
])(
  'unicodePattern() makes %s valid with the u flag, or returns undefined if this is not possible: %s',
  (pattern, expected) => {
    expect(unicodePattern(pattern)).toBe(expected);
  },
);

test('prismDocument() removes the header parameters that OpenAPI ignores', () => {
  const parameterOf = (name: string): Parameter => ({ name, in: 'header', required: true, schema: { type: 'string' } });
  const documentWith = (...names: string[]): OpenApiDocument => ({
    info: { title: 'Things', version: '1' },
    paths: { '/things': { get: { parameters: names.map(parameterOf) } } },
  });
  expect(prismDocument(documentWith('Content-Type', 'Accept', 'Authorization', 'X-Trace'))).toMatchObject({
    paths: documentWith('X-Trace').paths,
  });
});
