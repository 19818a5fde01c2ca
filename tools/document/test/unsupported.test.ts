import { describe, expect, test } from 'vitest';
import type { OpenApiDocument } from '../src/openapi-document.ts';
import { listOperations } from '../src/operations.ts';
import { listUnwritable, uncallable } from '../src/unsupported.ts';

const SERVERS = [{ url: 'https://{host}/v1' }];

/** Creates a document with one operation `read`. The operation can have keywords that `Operation` does not declare. */
const documentOf = (operation: object, rest: object = {}): OpenApiDocument => ({
  info: { title: 'API', version: '1' },
  servers: SERVERS,
  paths: {
    '/a/{p}': { parameters: [{ name: 'p', in: 'path', required: true }], post: { operationId: 'read', ...operation } },
  },
  ...rest,
});

/** Returns why the client cannot call the only operation of a document. */
const reasonOf = (document: OpenApiDocument) => listOperations(document).map((entry) => uncallable(document, entry))[0];

const ARRAY = { type: 'array', items: { type: 'string' } };
const OBJECT = { type: 'object', properties: { a: { type: 'string' } } };

describe('uncallable() for a required parameter', () => {
  test.for<[what: string, parameter: object]>([
    ['a query parameter that is a string', { in: 'query', schema: { type: 'string' } }],
    ['a repeated query parameter', { in: 'query', schema: ARRAY }],
    ['a text in a query, which is the same in all styles', { in: 'query', explode: false, schema: { type: 'string' } }],
    ['a path parameter that is a number', { in: 'path', schema: { type: ['integer', 'null'] } }],
    ['a header parameter without a schema', { in: 'header' }],
  ])('returns undefined for %s', ([, parameter]) => {
    const parameters = [{ name: 'p', required: true, ...parameter }];
    expect(reasonOf(documentOf({ parameters }))).toBeUndefined();
  });

  test.for<[feature: string, parameter: object]>([
    ['header parameters with invalid names', { in: 'header', name: 'a name', schema: { type: 'string' } }],
    ['cookie parameters', { in: 'cookie', schema: { type: 'string' } }],
    ['query parameters with content', { in: 'query', content: { 'application/json': {} } }],
    [
      'query parameters of type array with style deepObject, explode true',
      { in: 'query', style: 'deepObject', explode: true, schema: { anyOf: [{ type: 'string' }, ARRAY] } },
    ],
    [
      'query parameters of type object with style pipeDelimited, explode true',
      { in: 'query', style: 'pipeDelimited', explode: true, schema: { allOf: [OBJECT] } },
    ],
    [
      'query parameters whose items are objects or lists',
      { in: 'query', schema: { type: 'array', items: { allOf: [], type: 'object' } } },
    ],
    [
      'path parameters of type scalar with style label, explode false',
      { in: 'path', style: 'label', schema: { type: 'string' } },
    ],
    ['header parameters of type array with style simple, explode false', { in: 'header', schema: ARRAY }],
    ['query parameters of type object with style form, explode true', { in: 'query', schema: OBJECT }],
    ['query parameters of type array with style form, explode false', { in: 'query', explode: false, schema: ARRAY }],
    [
      'query parameters of type array with style pipeDelimited, explode true',
      { in: 'query', style: 'pipeDelimited', explode: true, schema: ARRAY },
    ],
  ])('rejects %s', ([feature, parameter]) => {
    const parameters = [{ name: 'p', required: true, ...parameter }];
    expect(reasonOf(documentOf({ parameters }))).toBe(`the client does not support ${feature}`);
  });
});

describe('uncallable() for the security of an operation', () => {
  const securitySchemes = {
    bearer: { type: 'http', scheme: 'Bearer' },
    oauth: { type: 'oauth2' },
    basic: { type: 'http', scheme: 'basic' },
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    openId: { type: 'openIdConnect' },
    certificate: { type: 'mutualTLS' },
  };
  test.for<[security: object[], feature?: string]>([
    [[{ bearer: [] }]],
    [[{ oauth: ['read'] }]],
    [[]],
    [[{ basic: [] }, {}]],
    [[{ basic: [] }, { bearer: [] }]],
    [[{ basic: [] }], 'the security scheme http basic'],
    [[{ bearer: [], key: [] }], 'the security scheme apiKey'],
    [[{ openId: [] }]],
    [[{ certificate: [] }], 'the security scheme mutualTLS'],
    [[{ unknown: [] }]],
    [[{ basic: [], oauth: [] }, { key: [] }], 'the security scheme http basic'],
  ])('for %j returns the unsupported feature %s', ([security, feature]) => {
    const reason = feature && `the client does not support ${feature}`;
    expect(reasonOf(documentOf({ security }, { components: { securitySchemes } }))).toBe(reason);
    expect(reasonOf(documentOf({}, { security, components: { securitySchemes } }))).toBe(reason);
  });
});

test('listUnwritable() lists the parameters and bodies that the client cannot write, with their places, and no cookies', () => {
  const parameters = [
    { name: 'ids', in: 'query' as const, schema: ARRAY, explode: false },
    { name: 'tags', in: 'query' as const, schema: ARRAY },
    { name: 'session', in: 'cookie' as const },
  ];
  const requestBody = { content: { 'application/json': {} } };
  const paths = { '/a': { get: { requestBody }, post: { requestBody, parameters } } };
  expect(listUnwritable({ info: { title: 'API', version: '1' }, paths })).toEqual([
    'GET /a, request body: no request bodies of GET operations; use POST or remove the body: `fetch` cannot send it',
    'POST /a, query parameter ids: no query parameters of type array with style form, explode false; describe a string, or a list in the query with the default style',
  ]);
});

describe('uncallable()', () => {
  const cookie = { name: 'session', in: 'cookie', schema: { type: 'string' } };

  test('returns the reason for a required request body of a GET operation', () => {
    expect(reasonOf(documentOf({}, { paths: { '/a': { get: { requestBody: { required: true } } } } }))).toBe(
      'the client does not support request bodies of GET operations',
    );
  });

  test('returns the reason for TRACE, and for a required parameter that the client cannot send', () => {
    expect(reasonOf(documentOf({}, { paths: { '/a': { trace: {} } } }))).toBe(
      'the client does not support TRACE operations',
    );
    expect(reasonOf(documentOf({ parameters: [{ ...cookie, required: true }] }))).toBe(
      'the client does not support cookie parameters',
    );
  });

  test.each(['/notes#archived', '/notes?state=archived'])('returns the reason for the path %s', (path) => {
    expect(reasonOf(documentOf({}, { paths: { [path]: { get: {} } } }))).toBe(
      'the client does not support paths with # or ?',
    );
  });

  test('returns the reason for a path whose parameter is not declared', () => {
    expect(reasonOf(documentOf({}, { paths: { '/notes/{id}': { get: {} } } }))).toBe(
      'the client does not support paths with parameters that are not declared',
    );
  });

  test('returns the reason for a path parameter that the path does not contain', () => {
    expect(reasonOf(documentOf({ parameters: [{ name: 'id', in: 'path', required: true }] }))).toBe(
      'the client does not support path parameters that the path does not contain',
    );
  });

  test('returns undefined for an optional parameter that the client cannot send, and for servers of an operation', () => {
    expect(reasonOf(documentOf({ parameters: [cookie], servers: SERVERS }))).toBeUndefined();
  });
});
