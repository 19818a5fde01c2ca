// Tests `npm run coverage:document`, which fails if the contract suite does not exercise every part of the document.
import { listOperations, type OpenApiDocument, type Operation } from 'tools-document';
import { describe, expect, test } from 'vitest';
import { coverageTable, measureCoverage, requireFullCoverage } from '../src/document-coverage.ts';
import type { RecordedCall } from '../src/recorder.ts';

const RATE_LIMITED = { description: 'Too many requests.', headers: { 'X-RateLimit-Reset': {}, 'Retry-After': {} } };
const DOCUMENT: OpenApiDocument = {
  info: { title: 'Users', version: '1' },
  security: [{ bearer: [] }],
  paths: {
    '/users/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true }],
      get: {
        operationId: 'readUser',
        security: [{ bearer: [] }, { grant: ['read:users'] }, { key: [] }],
        responses: { 200: { description: 'A user.' }, 429: RATE_LIMITED },
      },
      delete: { operationId: 'deleteUser', responses: { '2XX': { description: 'Deleted.' }, default: RATE_LIMITED } },
    },
    // The client cannot call this operation.
    '/keys': {
      get: { operationId: 'readKeys', security: [{ key: [] }], responses: { 200: { description: 'Keys.' } } },
    },
    '/ping': { get: { operationId: 'ping', security: [], responses: {} } },
  },
  components: {
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer' },
      grant: { type: 'oauth2' },
      key: { type: 'apiKey' },
    },
  },
};
const [readUser, deleteUser] = listOperations(DOCUMENT);
const BEARER = 'caller';
const GRANT = 'token endpoint';

const callsOf = (...calls: Partial<RecordedCall>[]): RecordedCall[] =>
  calls.map((changes) => ({
    requestLine: '',
    query: '',
    sentHeaders: [],
    parameters: {},
    isUtf8: true,
    sentText: '',
    operation: readUser,
    status: 200,
    headers: {},
    text: '',
    tokenSource: BEARER,
    error: undefined,
    ...changes,
  }));

describe('measureCoverage() counts as response headers', () => {
  const READ = ['GET /users/{id} 429 X-RateLimit-Reset', 'GET /users/{id} 429 Retry-After'];
  const DELETE = ['DELETE /users/{id} default X-RateLimit-Reset', 'DELETE /users/{id} default Retry-After'];
  const headers = { 'x-ratelimit-reset': '1', 'retry-after': '1' };

  const ALL = [...READ, ...DELETE];
  const retry = { 'retry-after': '1' };
  const unknown = { operation: undefined };
  const deleted = { operation: deleteUser };

  test.each<[what: string, calls: Partial<RecordedCall>[], missing: string[]]>([
    ['no header field without a call', [], ALL],
    ['both header fields of a response', [{ status: 429, headers }], DELETE],
    ['only the header field that a response has', [{ status: 429, headers: retry }], [READ[0] ?? '', ...DELETE]],
    ['no header field if the document shows none for the status', [{ status: 200, headers }], ALL],
    ['no header field of an undocumented operation', [{ ...unknown, status: 429, headers }], ALL],
    ['header fields of the default response', [{ ...deleted, status: 503, headers }], READ],
    ['no header field of default if the status is documented as 2XX', [{ ...deleted, status: 204, headers }], ALL],
  ])('%s', (_what, calls, missing) => {
    const expected = { kind: 'response headers', total: 4, missing };
    expect(measureCoverage(DOCUMENT, callsOf(...calls))).toContainEqual(expected);
  });
});

describe('measureCoverage() counts as security schemes', () => {
  const READ_BEARER = 'GET /users/{id} bearer';
  const READ_GRANT = 'GET /users/{id} grant';
  const DELETE_BEARER = 'DELETE /users/{id} bearer';

  const ALL = [READ_BEARER, READ_GRANT, DELETE_BEARER];
  const deleted = { operation: deleteUser, status: 204 };

  test.each<[what: string, calls: Partial<RecordedCall>[], missing: string[]]>([
    ['no security scheme without a call', [], ALL],
    ['the bearer scheme for a successful call with the token of the caller', [{}], [READ_GRANT, DELETE_BEARER]],
    ['the OAuth scheme for a token of the token endpoint', [{ tokenSource: GRANT }], [READ_BEARER, DELETE_BEARER]],
    ['the scheme of the document if the operation lists no schemes', [deleted], [READ_BEARER, READ_GRANT]],
    ['no security scheme for a 401 response', [{ status: 401 }], ALL],
    ['no security scheme for a 403 response', [{ status: 403, tokenSource: GRANT }], ALL],
    ['no security scheme for a redirect', [{ status: 302 }], ALL],
    ['no security scheme for a call without a response', [{ status: 0 }], ALL],
    ['no security scheme for a call of an undocumented operation', [{ operation: undefined }], ALL],
  ])('%s', (_what, calls, missing) => {
    const expected = { kind: 'security schemes, by operation', total: 3, missing };
    expect(measureCoverage(DOCUMENT, callsOf(...calls))).toContainEqual(expected);
  });
});

describe('measureCoverage() counts', () => {
  const schema = (properties: object) => ({
    content: { 'application/json': { schema: { type: 'object', properties } } },
  });
  const [id, page, filter, trace] = ['id', 'page', 'filter', 'X-Trace'];
  const query = [page, filter].map((name) => ({ name, in: 'query' }));
  const parameters = [{ name: id, in: 'path' }, ...query, { name: trace, in: 'header' }];
  const update = {
    operationId: 'updateUser',
    parameters,
    requestBody: schema({ name: {}, id: { readOnly: true } }),
    responses: {
      200: { description: 'A user.', ...schema({ id: {}, address: { properties: { city: {} } } }) },
      429: { description: 'Too many requests.' },
    },
  } as Operation;
  const document: OpenApiDocument = { ...DOCUMENT, security: [], paths: { '/users/{id}': { put: update } } };
  const [operation] = listOperations(document);
  const headers = { 'content-type': 'application/json' };

  test.each<[what: string, changes: Partial<RecordedCall>[], missing: Record<string, string[]>]>([
    [
      'operations, parameters and responses without a call',
      [],
      {
        operations: ['PUT /users/{id}'],
        parameters: ['id', 'page', 'filter', 'X-Trace'].map((name) => `PUT /users/{id} ${name}`),
        responses: ['PUT /users/{id} 200', 'PUT /users/{id} 429'],
      },
    ],
    [
      'the fields that no request and no response has',
      [{ headers, sentText: '{}', text: '{"id":"u1","address":{}}' }],
      {
        parameters: ['page', 'filter', 'X-Trace'].map((name) => `PUT /users/{id} ${name}`),
        properties: ['PUT /users/{id} request name', 'PUT /users/{id} 200 address.city'],
        responses: ['PUT /users/{id} 429'],
      },
    ],
    [
      'nothing if the calls together exercise every part',
      [
        { headers, sentText: '{"name":"a"}', text: '{"id":"u1"}', query: 'page=1&filter%5Ba%5D=1' },
        { headers, sentText: '{}', text: '{"address":{"city":"Ulm"}}', sentHeaders: ['x-trace'] },
        { status: 429 },
      ],
      {},
    ],
  ])('%s', (_what, changes, missing) => {
    const calls = callsOf(...changes.map((change) => ({ operation, ...change })));
    const found = measureCoverage(document, calls).filter((row) => row.missing.length > 0);
    expect(Object.fromEntries(found.map((row) => [row.kind, row.missing]))).toEqual(missing);
  });
});

describe('for npm run coverage:document,', () => {
  const ROWS = [
    { kind: 'responses', total: 3, missing: ['GET /users/{id} 429'] },
    { kind: 'properties', total: 8, missing: ['GET /users/{id} 200 nickname'] },
    { kind: 'response headers', total: 0, missing: [] },
  ];

  test('coverageTable() rounds percentages down, and writes 100 % if the document has no part of a kind', () => {
    expect(coverageTable(ROWS)).toBe(
      [
        '| Part of the document | Exercised | Percentage |',
        '| --- | ---: | ---: |',
        '| responses | 2 of 3 | 66 % |',
        '| properties | 7 of 8 | 87 % |',
        '| response headers | 0 of 0 | 100 % |',
      ].join('\n'),
    );
  });

  test('requireFullCoverage() throws an error that lists the missing parts', () => {
    const sent = { kind: 'properties', total: 1, missing: ['PUT /users/{id} request name'] };
    expect(() => requireFullCoverage([...ROWS, sent])).toThrow(
      /^The contract suite did not exercise:\nresponses: GET \/users\/\{id\} 429\nproperties: PUT \/users\/\{id\} request name$/,
    );
  });

  test('requireFullCoverage() does not throw if only properties of responses are missing', () => {
    expect(() => requireFullCoverage(ROWS.slice(1))).not.toThrow();
  });
});
