import { describe, expect, test } from 'vitest';
import { listOperations, type OpenApiDocument } from '../src/document.ts';
import { listUnsupported, listUnwritable, uncallable, uncallableWithFetch } from '../src/unsupported.ts';

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

/** Returns the unsupported features of a document with one operation. */
const featuresOf = (operation: object, rest?: object): string[] =>
  listUnsupported(documentOf(operation, rest)).map(({ feature }) => feature);

const ARRAY = { type: 'array', items: { type: 'string' } };
const OBJECT = { type: 'object', properties: { a: { type: 'string' } } };

describe('listUnsupported()', () => {
  test.for<[what: string, parameter: object]>([
    ['a query parameter that is a string', { in: 'query', schema: { type: 'string' } }],
    ['a repeated query parameter', { in: 'query', schema: ARRAY }],
    ['a text in a query, which is the same in all styles', { in: 'query', explode: false, schema: { type: 'string' } }],
    ['a path parameter that is a number', { in: 'path', schema: { type: ['integer', 'null'] } }],
    ['a header parameter without a schema', { in: 'header' }],
  ])('lists nothing for %s', ([, parameter]) => {
    expect(featuresOf({ parameters: [{ name: 'p', ...parameter }] })).toEqual([]);
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
  ])('lists %s', ([feature, parameter]) => {
    expect(featuresOf({ parameters: [{ name: 'p', ...parameter }] })).toEqual([feature]);
  });

  test('lists a pattern that is not a JavaScript regular expression, and no other pattern', () => {
    const properties = { a: { pattern: '(?i)^[a-z]+$' }, b: { pattern: '[\\w-.]' } };
    const responses = { 200: { description: '', content: { 'application/json': { schema: { properties } } } } };
    expect(featuresOf({ responses })).toEqual(['pattern (?i)^[a-z]+$, which is not a JavaScript regular expression']);
  });

  test('lists a pattern of a circular schema', () => {
    const Node = { properties: { next: { $ref: '#/components/schemas/Node' }, a: { pattern: '(?i)a' } } };
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } };
    expect(featuresOf({ requestBody: { content } }, { components: { schemas: { Node } } })).toEqual([
      'pattern (?i)a, which is not a JavaScript regular expression',
    ]);
  });

  const securitySchemes = {
    bearer: { type: 'http', scheme: 'Bearer' },
    oauth: { type: 'oauth2' },
    basic: { type: 'http', scheme: 'basic' },
    headerKey: { type: 'apiKey', in: 'header', name: 'X-Key' },
    queryKey: { type: 'apiKey', in: 'query', name: 'key' },
    openId: { type: 'openIdConnect' },
    certificate: { type: 'mutualTLS' },
  };
  test.for<[security: object[], features: string[]]>([
    [[{ bearer: [] }], []],
    [[{ oauth: ['read'] }], []],
    [[], []],
    [[{ basic: [] }, {}], []],
    [[{ basic: [] }, { bearer: [] }], []],
    [[{ basic: [] }], ['security scheme http basic']],
    [[{ bearer: [], headerKey: [] }], ['security scheme apiKey in a header field']],
    [[{ queryKey: [] }], ['security scheme apiKey in a query']],
    [[{ openId: [] }], ['security scheme openIdConnect']],
    [[{ certificate: [] }], ['security scheme mutualTLS']],
    [[{ unknown: [] }], ['an undeclared security scheme']],
    [[{ basic: [], oauth: [] }], ['HTTP basic authentication together with a bearer token']],
    [[{ basic: [], bearer: [] }, { queryKey: [] }], ['security scheme apiKey in a query']],
  ])('for the security %j lists the unsupported schemes %j', ([security, features]) => {
    expect(featuresOf({ security }, { components: { securitySchemes } })).toEqual(features);
    expect(featuresOf({}, { security, components: { securitySchemes } })).toEqual(features);
  });

  test('lists required read-only fields in request bodies, because the types require these fields', () => {
    const bodyOf = (required: string[]) => {
      const item = { type: 'object', required, properties: { id: { type: 'string', readOnly: true } } };
      return { requestBody: { content: { 'application/json': { schema: { type: 'array', items: item } } } } };
    };
    expect(featuresOf(bodyOf(['id']))).toEqual(['required read-only fields in request bodies']);
    expect(featuresOf(bodyOf([]))).toEqual([]);
  });

  test.for<[mediaTypes: string[], features: string[]]>([
    [['application/merge-patch+json'], ['request bodies of type application/merge-patch+json']],
    [['application/merge-patch+json', 'application/json; charset=utf-8'], []],
    [['text/plain', 'application/vnd.a+json'], ['request bodies of type application/vnd.a+json']],
    [['application/*'], []],
    [['multipart/form-data'], []],
  ])('for a request body with the media types %j lists the unsupported features %j', ([mediaTypes, features]) => {
    const content = Object.fromEntries(mediaTypes.map((type) => [type, { schema: OBJECT }]));
    expect(featuresOf({ requestBody: { content } })).toEqual(features);
  });

  test('lists callbacks and the servers of an operation', () => {
    expect(featuresOf({ callbacks: { done: {} }, servers: SERVERS })).toEqual([
      'servers of a path or an operation',
      'callbacks',
    ]);
  });

  test('lists webhooks, TRACE operations and the servers of a path', () => {
    const paths = { '/a': { servers: SERVERS, trace: { operationId: 'trace' } } };
    expect(listUnsupported(documentOf({}, { paths, webhooks: { done: {} } }))).toMatchObject([
      { feature: 'TRACE operations', operations: ['trace'] },
      { feature: 'servers of a path or an operation', operations: ['trace'] },
      { feature: 'webhooks', operations: [] },
    ]);
  });

  test.each([
    [50, []],
    [51, ['more than 50 subtypes of the schema Media in the types']],
  ])('lists %i subtypes of a schema with a discriminator only if the types do not allow them', (count, features) => {
    const part = { $ref: '#/components/schemas/Media' };
    const subtypes = Array.from({ length: count }, (_, index) => [`Media${index}`, { allOf: [part] }]);
    const Media = { type: 'object', discriminator: { propertyName: 'kind' } };
    const components = { schemas: { Media, ...Object.fromEntries(subtypes) } };
    const found = listUnsupported(documentOf({}, { components })).map(({ feature }) => feature);
    expect(found.filter((feature) => feature.includes('subtypes'))).toEqual(features);
  });

  test.for([undefined, [], [{ url: '/v1' }], [{ url: 'https://api.example.com' }]])(
    'lists for all operations that the first server is not https://{host}/path if the servers of the document are %j',
    (servers) => {
      expect(listUnsupported(documentOf({}, { servers }))).toEqual([
        {
          feature: 'a first server other than https://{host}/path',
          remedy: 'pass `baseUrl` instead of `tenantDomain`',
          operations: ['read'],
        },
      ]);
    },
  );

  test('lists a feature only once, and each operation of the feature only once', () => {
    const parameters = [
      { name: 'a', in: 'cookie' },
      { name: 'b', in: 'cookie' },
    ];
    const paths = { '/a': { parameters, get: { operationId: 'read' }, delete: { operationId: 'remove' } } };
    expect(listUnsupported(documentOf({}, { paths }))).toMatchObject([{ operations: ['read', 'remove'] }]);
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
    'GET /a, request body: no request bodies of GET operations; `fetch` cannot send them',
    'POST /a, query parameter ids: no query parameters of type array with style form, explode false; describe a string, or a list in the query with the default style',
  ]);
});

test('listUnsupported() returns the body of a GET operation, which fetch cannot send', () => {
  const requestBody = { required: true, content: { 'application/json': {} } };
  const document: OpenApiDocument = { info: { title: 'API', version: '1' }, paths: { '/a': { get: { requestBody } } } };
  expect(listUnsupported(document).map(({ feature }) => feature)).toContain('request bodies of GET operations');
  expect(listOperations(document).map((entry) => uncallableWithFetch(document, entry))).toEqual([
    'the client does not support request bodies of GET operations',
  ]);
});

test('uncallableWithFetch() returns undefined for credentials that a fetch function can add', () => {
  for (const scheme of [
    { type: 'http', scheme: 'basic' },
    { type: 'apiKey', in: 'query', name: 'key' },
  ]) {
    const document: OpenApiDocument = {
      info: { title: 'API', version: '1' },
      security: [{ account: [] }],
      paths: { '/a': { get: {} } },
      components: { securitySchemes: { account: scheme } },
    };
    const [entry] = listOperations(document);
    if (entry === undefined) throw new Error('the document has an operation');
    expect(uncallable(document, entry)).toMatch(/^the client does not support security scheme /);
    expect(uncallableWithFetch(document, entry)).toBeUndefined();
  }
});

test('uncallableWithFetch() returns a reason for HTTP basic authentication together with a bearer token', () => {
  const securitySchemes = { password: { type: 'http', scheme: 'basic' }, token: { type: 'oauth2' } };
  const reasonOf = (...security: object[]) => {
    const document = documentOf({ security }, { components: { securitySchemes } });
    return listOperations(document).map((entry) => uncallableWithFetch(document, entry));
  };
  expect(reasonOf({ password: [], token: [] })).toEqual([
    'the client does not support HTTP basic authentication together with a bearer token',
  ]);
  expect(reasonOf({ password: [], token: [] }, { password: [] })).toEqual([undefined]);
});

describe('uncallable()', () => {
  /** Returns the reason why the client cannot call the only operation of a document. */
  const reasonOf = (document: OpenApiDocument) =>
    listOperations(document).map((entry) => uncallable(document, entry))[0];
  const cookie = { name: 'session', in: 'cookie', schema: { type: 'string' } };

  test('returns the reason for TRACE, and for a required parameter that the client cannot send', () => {
    expect(reasonOf(documentOf({}, { paths: { '/a': { trace: {} } } }))).toBe(
      'the client does not support TRACE operations',
    );
    expect(reasonOf(documentOf({ parameters: [{ ...cookie, required: true }] }))).toBe(
      'the client does not support cookie parameters',
    );
  });

  test.for([
    ['http', 'the client does not support security scheme http basic'],
    ['openIdConnect', undefined],
    ['apiKey', undefined],
  ])('for a security scheme of type %s returns %j', ([type, reason]) => {
    const key = { type, in: 'header', name: 'X-Key', ...(type === 'http' && { scheme: 'basic' }) };
    expect(reasonOf(documentOf({ security: [{ key: [] }] }, { components: { securitySchemes: { key } } }))).toBe(
      reason,
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
