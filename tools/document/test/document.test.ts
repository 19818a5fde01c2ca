import { describe, expect, test } from 'vitest';
import type { OpenApiDocument, OperationObject, Parameter } from '../src/model/openapi-document.ts';
import { documentedKey } from '../src/operations/documented-content.ts';
import { jsonOf } from '../src/operations/media-type.ts';
import { listOperations } from '../src/operations/operations.ts';
import { requiredScopes } from '../src/operations/security.ts';

type Security = OperationObject['security'];

const securitySchemes = {
  bearer: { type: 'http' },
  service: { type: 'oauth2' },
  user: { type: 'oauth2' },
  openId: { type: 'openIdConnect' },
};

/** Returns the required scopes of an operation with `security`, in a document whose own security is `ofDocument`. */
const scopesOf = (security: Security, ofDocument?: Security) =>
  requiredScopes(
    { components: { securitySchemes }, ...(ofDocument && { security: ofDocument }) },
    { ...(security && { security }) },
  );

describe('requiredScopes()', () => {
  test.for<[what: string, security: Security, scopes: string[][] | null]>([
    ['one list for one oauth2 requirement', [{ service: ['a', 'b'] }], [['a', 'b']]],
    ['one list for each alternative', [{ service: ['a', 'b'] }, { user: ['c'] }], [['a', 'b'], ['c']]],
    ['one list for each alternative of one scheme', [{ service: ['a'] }, { service: ['b'] }], [['a'], ['b']]],
    ['the joined scopes of two schemes in one requirement', [{ service: ['a'], user: ['b', 'a'] }], [['a', 'b']]],
    ['one list for the same scopes in another order', [{ service: ['a', 'b'] }, { user: ['b', 'a'] }], [['b', 'a']]],
    ['the scopes of openIdConnect', [{ openId: ['a'] }], [['a']]],
    ['no list for a bearer alternative', [{ bearer: [] }, { service: ['a'] }], [['a']]],
    ['no roles of a bearer scheme next to oauth2', [{ bearer: ['r'], user: ['a'] }], [['a']]],
    ['null if the only alternative is a bearer scheme with roles', [{ bearer: ['role'] }], null],
    ['null if the only alternative is a bearer scheme without roles', [{ bearer: [] }], null],
    ['null if oauth2 lists no scopes', [{ bearer: [] }, { service: [] }], null],
    ['a list without scopes for {}, which needs no token', [{}], [[]]],
    ['an empty list and a list of scopes for {} and a requirement with scopes', [{}, { service: ['a'] }], [[], ['a']]],
    ['a list without scopes for {} after a bearer alternative', [{ bearer: [] }, {}], [[]]],
    ['one list without scopes if the security of the operation is []', [], [[]]],
    ['one list without scopes if neither the operation nor the document has security', undefined, [[]]],
  ])('returns %s', ([, security, scopes]) => {
    expect(scopesOf(security)).toEqual(scopes);
  });

  test('returns the scopes of a security scheme that the document does not declare', () => {
    expect(requiredScopes({}, { security: [{ elsewhere: ['a'] }] })).toEqual([['a']]);
  });
});

describe('listOperations()', () => {
  const list = (paths: OpenApiDocument['paths']) => listOperations({ info: { title: 'API', version: '1' }, paths });
  const id: Parameter = { name: 'id', in: 'path', required: true };

  test('uses method and path as the id of an operation without operationId', () => {
    const things = list({ '/things': { get: {}, post: { operationId: 'addThing' } } });
    expect(things.map((operation) => operation.id)).toEqual(['GET /things', 'addThing']);
  });

  test('replaces a parameter of the path item with the parameter of the operation that has the same name and location', () => {
    const own: Parameter = { ...id, example: 'thing_1' };
    expect(list({ '/things/{id}': { parameters: [id], get: { parameters: [own] } } })[0]?.parameters).toEqual([own]);
  });

  test('keeps parameters that differ in name or location', () => {
    const query: Parameter = { name: 'id', in: 'query' };
    const part: Parameter = { ...id, name: 'part_id' };
    const paths = { '/things/{id}/{part_id}': { parameters: [id], get: { parameters: [query, part] } } };
    expect(list(paths)[0]?.parameters).toEqual([id, query, part]);
  });
});

test('listOperations() omits extensions in responses, such as x-errors', () => {
  const responses = { 200: { description: 'The things.' }, 'x-errors': 'all' };
  const document = { info: { title: 'API', version: '1' }, paths: { '/things': { get: { responses } } } };
  const [entry] = listOperations(document as unknown as OpenApiDocument);
  expect(Object.keys(entry?.operation.responses ?? {})).toEqual(['200']);
});

test('listOperations() returns an empty content for a request body without content', () => {
  const paths = { '/things': { post: { requestBody: { description: 'A thing.' } } } };
  const document = { info: { title: 'API', version: '1' }, paths };
  const [entry] = listOperations(document as unknown as OpenApiDocument);
  expect(entry?.operation.requestBody).toEqual({ description: 'A thing.', content: {} });
});

describe('jsonOf()', () => {
  test.for(['text/plain', 'application/json-seq', 'application/jsonl', 'application/x-json', 'json'])(
    'does not return the media type %s, which is not JSON',
    (type) => {
      expect(jsonOf({ [type]: {} })).toBeUndefined();
    },
  );

  test('returns a wildcard, whose schema describes JSON, unless the content has a JSON type', () => {
    const [wildcard, json] = [{ schema: {} }, { schema: { type: 'object' } }];
    expect(jsonOf({ 'text/csv': {}, '*/*': wildcard })).toBe(wildcard);
    expect(jsonOf({ 'application/*': wildcard, 'application/json': json })).toBe(json);
  });
});

describe('documentedKey()', () => {
  test.for([
    { documented: ['200', '2XX', 'default'], status: 200, key: '200' },
    { documented: ['2XX', 'default'], status: 204, key: '2XX' },
    { documented: ['200', '4XX', 'default'], status: 503, key: 'default' },
    { documented: ['200', '4XX'], status: 503, key: undefined },
  ])('returns $key for status $status if the document has the responses $documented', ({ documented, status, key }) => {
    const responses = Object.fromEntries(documented.map((name) => [name, {}]));
    expect(documentedKey({ responses }, status)).toBe(key);
  });
});
