import { describe, expect, test } from 'vitest';
import {
  documentedKey,
  jsonOf,
  listOperations,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  requiredScopes,
} from '../../scripts/openapi/document.ts';

type Security = Operation['security'];

const securitySchemes = {
  bearer: { type: 'http' },
  service: { type: 'oauth2' },
  user: { type: 'oauth2' },
  openId: { type: 'openIdConnect' },
};

/** Scopes of an operation with this `security`, in a document whose own `security` is the second argument. */
const scopesOf = (security: Security, ofDocument?: Security) =>
  requiredScopes(
    { components: { securitySchemes }, ...(ofDocument && { security: ofDocument }) },
    { ...(security && { security }) },
  );

describe('requiredScopes', () => {
  test.for<{ what: string; security: Security; scopes: string[][] | null }>([
    { what: 'one oauth2 requirement is one list', security: [{ service: ['a', 'b'] }], scopes: [['a', 'b']] },
    {
      what: 'alternative oauth2 requirements stay apart',
      security: [{ service: ['a', 'b'] }, { user: ['c'] }],
      scopes: [['a', 'b'], ['c']],
    },
    {
      what: 'alternatives of one scheme stay apart',
      security: [{ service: ['a'] }, { service: ['b'] }],
      scopes: [['a'], ['b']],
    },
    {
      what: 'two schemes within one requirement are needed together',
      security: [{ service: ['a'], user: ['b', 'a'] }],
      scopes: [['a', 'b']],
    },
    {
      what: 'alternatives with the same scopes in another order are one list',
      security: [{ service: ['a', 'b'] }, { user: ['b', 'a'] }],
      scopes: [['b', 'a']],
    },
    { what: 'openIdConnect has scopes too', security: [{ openId: ['a'] }], scopes: [['a']] },
    { what: 'a bearer alternative adds no list', security: [{ bearer: [] }, { service: ['a'] }], scopes: [['a']] },
    {
      what: 'a bearer scheme next to oauth2 adds no scope',
      security: [{ bearer: ['r'], user: ['a'] }],
      scopes: [['a']],
    },
    { what: 'a role of a bearer alternative is not a scope', security: [{ bearer: ['role'] }], scopes: null },
    { what: 'a bearer alternative by itself shows no scopes', security: [{ bearer: [] }], scopes: null },
    { what: 'oauth2 without scopes shows no scopes', security: [{ bearer: [] }, { service: [] }], scopes: null },
    { what: '{} is an empty list: no token is needed', security: [{}], scopes: [[]] },
    { what: '{} next to scopes stays an alternative', security: [{}, { service: ['a'] }], scopes: [[], ['a']] },
    { what: '{} after a bearer alternative stays', security: [{ bearer: [] }, {}], scopes: [[]] },
    { what: 'an empty security needs no token', security: [], scopes: [[]] },
    { what: 'no security anywhere needs no token', security: undefined, scopes: [[]] },
  ])('$what', ({ security, scopes }) => {
    expect(scopesOf(security)).toEqual(scopes);
  });

  test("an operation without security takes the document's", () => {
    expect(scopesOf(undefined, [{ service: ['a'] }])).toEqual([['a']]);
  });

  test("an operation's empty security replaces the document's", () => {
    expect(scopesOf([], [{ service: ['a'] }])).toEqual([[]]);
  });

  test('a scheme that is not declared counts as one with scopes, so that a reference to another file does', () => {
    expect(requiredScopes({}, { security: [{ elsewhere: ['a'] }] })).toEqual([['a']]);
  });
});

describe('listOperations', () => {
  const list = (paths: OpenApiDocument['paths']) => listOperations({ info: { title: 'API', version: '1' }, paths });
  const id: Parameter = { name: 'id', in: 'path', required: true };

  test('names an operation without operationId by its method and path', () => {
    expect(
      list({ '/things': { get: {}, post: { operationId: 'addThing' } } }).map((operation) => operation.id),
    ).toEqual(['GET /things', 'addThing']);
  });

  test('lists every method of OpenAPI in upper case, with its path', () => {
    const item = { get: {}, put: {}, post: {}, delete: {}, options: {}, head: {}, patch: {}, trace: {} };
    expect(list({ '/things': item }).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /things',
      'PUT /things',
      'POST /things',
      'DELETE /things',
      'OPTIONS /things',
      'HEAD /things',
      'PATCH /things',
      'TRACE /things',
    ]);
  });

  test('a parameter of the operation replaces one of the path item with the same name and place', () => {
    const own: Parameter = { ...id, example: 'thing_1' };
    expect(list({ '/things/{id}': { parameters: [id], get: { parameters: [own] } } })[0]?.parameters).toEqual([own]);
  });

  test('parameters with the same name in another place are both kept', () => {
    const query: Parameter = { name: 'id', in: 'query' };
    expect(list({ '/things/{id}': { parameters: [id], get: { parameters: [query] } } })[0]?.parameters).toEqual([
      id,
      query,
    ]);
  });

  test('parameters with another name in the same place are both kept', () => {
    const part: Parameter = { ...id, name: 'part_id' };
    expect(
      list({ '/things/{id}/{part_id}': { parameters: [id], get: { parameters: [part] } } })[0]?.parameters,
    ).toEqual([id, part]);
  });
});

describe('jsonOf', () => {
  test.for([
    'application/json',
    'application/json; charset=utf-8',
    'application/problem+json',
    'application/merge-patch+json;v=1',
    'Application/JSON',
  ])('%s is JSON', (type) => {
    const media = { example: 1 };
    expect(jsonOf({ 'text/plain': {}, [type]: media })).toBe(media);
  });

  test.for(['text/plain', 'application/json-seq', 'application/jsonl', 'application/x-json', 'json'])(
    '%s is not JSON',
    (type) => {
      expect(jsonOf({ [type]: {} })).toBeUndefined();
    },
  );

  test('jsonOf returns undefined without content', () => {
    expect(jsonOf()).toBeUndefined();
  });
});

describe('documentedKey', () => {
  test.for([
    { documented: ['200', '2XX', 'default'], status: 200, key: '200' },
    { documented: ['2XX', 'default'], status: 204, key: '2XX' },
    { documented: ['200', '4XX', 'default'], status: 503, key: 'default' },
    { documented: ['200', '4XX'], status: 503, key: undefined },
  ])('$status is documented by $key, of $documented', ({ documented, status, key }) => {
    const responses = Object.fromEntries(documented.map((name) => [name, {}]));
    expect(documentedKey({ responses }, status)).toBe(key);
  });

  test('an operation without responses documents no status', () => {
    expect(documentedKey({}, 200)).toBeUndefined();
  });
});
