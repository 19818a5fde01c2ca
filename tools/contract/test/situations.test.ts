// Tests of the situations that are derived from a synthetic document. They start no server.

import { type Behavior, parseBehavior } from 'tools-document/behavior';
import type { OpenApiDocument } from 'tools-document/model';
import { deriveOperations, listOperations } from 'tools-document/operations';
import { createAjv } from 'tools-document/validation';
import { describe, expect, test } from 'vitest';
import { library } from '../../../test/support/library-document.ts';
import { directRequest } from '../src/request-parts.ts';
import { documentedResponses } from '../src/suite/documented-responses.ts';
import { type Candidate, planSituations } from '../src/suite/situations.ts';
import { liveSituations } from '../src/suite/targets/live-situations.ts';
import { sandboxSituations } from '../src/suite/targets/sandbox-situations.ts';
import { unknownId, unknownIdLike } from '../src/suite/unknown-id.ts';

const entries = listOperations(library);
const entryOf = (id: string) => entries.find((entry) => entry.id === id) ?? expect.fail(`no operation ${id}`);

/** Plans the situations of an operation, and returns each as `<kind> <status> (<documented as>)`. */
function planned(id: string, candidates: readonly Candidate[]): string[] {
  const responses = documentedResponses(library, entryOf(id));
  return planSituations(candidates, responses).map(({ kind, status, otherStatus, response: { documented } }) =>
    [kind, [status, otherStatus].filter(Boolean).join('|'), documented === status ? '' : `(${documented})`]
      .join(' ')
      .trim(),
  );
}

describe('planSituations()', () => {
  const candidate = (...statuses: string[]): Candidate => ({
    kind: 'expiredToken',
    when: 'an expired token',
    statuses,
  });

  test('plans a situation with two statuses if the target can send two documented statuses', () => {
    expect(planned('readBook', [candidate('401', '403')])[0]).toBe('expiredToken 401|403');
  });

  test('plans 500 for the response default if the document has a response for all statuses of 4XX', () => {
    const operation = { responses: { default: { description: '' }, '4XX': { description: '' } } };
    const responses = documentedResponses(library, { ...entryOf('readBook'), operation });
    expect(planSituations([], responses).map(({ status }) => status)).toEqual(['500', '400']);
  });

  test('plans a situation whose status the document shows as a range or as default', () => {
    expect(planned('updateHours', [candidate('401')])).toEqual(['expiredToken 401 (4XX)', 'other 200']);
    expect(planned('deleteBook', [candidate('401')])).toEqual(['expiredToken 401 (default)', 'other 200 (2XX)']);
  });

  test('omits a situation whose status is not documented', () => {
    expect(planned('listBooks', [candidate('429')])).toEqual(['other 200', 'other 401']);
  });

  test('plans an additional situation for each documented response that no other situation produces', () => {
    expect(planned('deleteBook', [])).toEqual(['other 200 (2XX)', 'other 400 (default)']);
    expect(planned('updateHours', [])).toEqual(['other 200', 'other 400 (4XX)']);
  });
});

/** The failures of an operation with an id that both targets can cause. */
const TOKEN_FAILURES = ['notJwt 401', 'invalidSignature 401', 'notGlobal 401', 'expiredToken 401'];
const FAILURES = [...TOKEN_FAILURES, 'withoutScope 403', 'unknownId 404'];

describe('sandboxSituations()', async () => {
  const { api } = await parseBehavior('library.behavior.yaml', '', library);
  const all = deriveOperations(library);

  function situationsOf(
    id: string,
    operations: Behavior['operations'] = {},
    path: object = { book_id: 'bok_1', name: 'a' },
    body?: unknown,
    document = library,
  ): string[] {
    const derived = all.find((one) => one.id === id) ?? expect.fail(`no operation ${id}`);
    const behavior = { aliases: {}, operations, api } as unknown as Behavior;
    const call = { params: { path: { ...path }, query: {}, header: {} }, body };
    const operation = { document, entry: entryOf(id), derived, all, behavior, call };
    return planned(id, sandboxSituations(operation));
  }

  test('plans the situations of an operation that reads an item', () => {
    expect(situationsOf('readBook')).toEqual([
      'bearerToken 200',
      'clientCredentials 200',
      ...FAILURES,
      'deletedId 404',
      'rateLimit 429',
    ]);
  });

  test('uses the statuses of the behavior file', () => {
    const behavior = {
      deleteBook: {
        success: { status: 202, source: 'assumed' },
        missing: { status: 410, source: 'assumed' },
      },
    };
    const document = situationsOf('deleteBook', behavior);
    expect(document).toContain('bearerToken 202 (2XX)');
    expect(document).toContain('unknownId 410 (default)');
    expect(document).toContain('deletedId 410 (default)');
  });

  test('does not plan unknownId if the schema allows only one id, and does not plan deletedId without a DELETE', () => {
    expect(situationsOf('readSection')).toEqual(['bearerToken 200', 'clientCredentials 200', 'other 404']);
  });

  test.each([
    ['', false],
    ['/users/{id}', true],
  ])('plans unknownId for a singleton only if an operation is about the items above it: %j', (outer, isPlanned) => {
    const parameters = [{ name: 'id', in: 'path' as const, required: true, schema: { type: 'string' } }];
    const responses = { 200: { description: '' }, 404: { description: '' } };
    const page = { parameters, get: { responses }, patch: { responses } };
    const paths = { '/users/{id}/page': page, ...(outer && { [outer]: { parameters, delete: { responses } } }) };
    const document = { ...library, paths };
    const [[entry], all] = [listOperations(document), deriveOperations(document)];
    const [derived] = all;
    if (entry === undefined || derived === undefined) return expect.fail('no operation');
    const behavior = { aliases: {}, operations: {}, api } as unknown as Behavior;
    const call = { params: { path: { id: 'u1' }, query: {}, header: {} } };
    const candidates = sandboxSituations({ document, entry, derived, all, behavior, call });
    expect(candidates.some(({ kind }) => kind === 'unknownId')).toBe(isPlanned);
  });

  test('does not plan unknownId for a PUT that creates an item with an unknown id', () => {
    expect(situationsOf('replaceSection')).toEqual(['bearerToken 200', 'clientCredentials 200']);
  });

  test('plans a success for each further field of the body, each invalid request, and a conflict if the behavior file names a unique field of the body', () => {
    const behavior = { createBook: { unique: { fields: ['title'], source: 'assumed' } } };
    const situations = situationsOf('createBook', behavior, {}, { title: 'AB', genre: 'essay' });
    // The fields `tags` and `secret` are not in the body.
    expect(situations.filter((situation) => situation === 'bearerToken 201')).toHaveLength(3);
    expect(situations).toContain('conflict 409');
    expect(situations.filter((situation) => situation === 'invalidRequest 400').length).toBeGreaterThan(1);
    expect(situationsOf('createBook', {}, {}, { title: 'A' })).toContain('other 409');
  });

  test.each([
    ['invalid tokens for a bearer scheme', { type: 'http', scheme: 'bearer' }, 4],
    ['no invalid tokens for an API key', { type: 'apiKey', in: 'header', name: 'X-Key' }, 0],
  ])('plans %s without a client credentials flow', (_title, token, count) => {
    const document = { ...library, components: { securitySchemes: { token } } };
    const situations = situationsOf('readBook', {}, undefined, undefined, document);
    const rejected = situations.filter((situation) => /40[13]/.test(situation) && !situation.startsWith('other'));
    expect(rejected).toHaveLength(count);
  });

  test('plans no invalid token and no missing scope for an operation without security', () => {
    expect(situationsOf('closeLibrary')).toEqual(['bearerToken 200', 'other 202', 'other 503']);
  });
});

describe('directRequest()', () => {
  const requestOf = (call: Parameters<typeof directRequest>[1]) =>
    directRequest({ baseUrl: 'http://localhost:1/api', token: 't' }, call, entryOf('updateBook'));
  const params = { path: { book_id: 'b/1' }, query: {}, header: {} };

  test('sends header parameters, and repeats a query parameter for each value of an array', async () => {
    const query = { field: ['a', 'b'], limit: 2 };
    const request = requestOf({ params: { ...params, query, header: { 'X-Shelf': 3 } }, body: { title: 'A' } });
    expect(request.url).toBe('http://localhost:1/api/books/b%2F1?field=a&field=b&limit=2');
    expect(request.method).toBe('PATCH');
    expect(Object.fromEntries(request.headers)).toEqual({
      authorization: 'Bearer t',
      'content-type': 'application/json',
      'x-shelf': '3',
    });
    expect(await request.json()).toEqual({ title: 'A' });
  });

  test('sends URLSearchParams as a form', async () => {
    const request = requestOf({ params, body: new URLSearchParams({ title: 'A B' }) });
    expect(request.headers.get('Content-Type')).toBe('application/x-www-form-urlencoded;charset=UTF-8');
    expect(await request.text()).toBe('title=A+B');
  });
});

describe('liveSituations()', () => {
  const situationsOf = (id: string) => planned(id, liveSituations(library, entryOf(id)));

  test('plans errors and two successes for GET: with a bearer token and with clientCredentials', () => {
    expect(situationsOf('readBook')).toEqual([
      ...FAILURES,
      'rateLimit 429',
      'bearerToken 200',
      'clientCredentials 200',
    ]);
  });

  test('accepts an ignored unknown query parameter, and requires no 400 that the document does not show', () => {
    const entry = entryOf('readBook');
    const responses = { ...entry.operation.responses, 400: { description: 'Invalid query.' } };
    const withStatus = { ...entry, operation: { ...entry.operation, responses } };
    const statusesOf = (one: typeof entry) =>
      liveSituations(library, one).flatMap(({ kind, statuses }) =>
        kind === 'unknownQueryParameter' ? [statuses] : [],
      );
    expect(statusesOf(withStatus)).toEqual([['400', '200']]);
    expect(statusesOf(entry)).toEqual([]);
  });

  const statement = 'The API rejects a token with\n401 if its signature is invalid.';
  test.each<[what: string, scheme: string, description: string, open: string[], source: string]>([
    ['scheme of the operation states it', 'token', statement, [], '/token/description) says "rejects a token with 401'],
    ['scheme of another operation states it', 'other', statement, ['4XX'], '(#/security) requires a valid token'],
    ['scheme only contains the digits 401', 'token', 'See page 401.', ['4XX'], '(#/security) requires a valid token'],
  ])(
    'requires 401 for an invalid signature only if a scheme of the operation says it: the %s',
    (_what, scheme, description, open, source) => {
      const securitySchemes = { [scheme]: { type: 'oauth2', description } };
      const document = { ...library, components: { securitySchemes } } as OpenApiDocument;
      const found = liveSituations(document, entryOf('deleteBook')).find(({ kind }) => kind === 'invalidSignature');
      expect(found).toMatchObject({ open, source: expect.stringContaining(source) });
    },
  );

  test('plans only one success for DELETE, because a live tenant can delete an item only once', () => {
    expect(situationsOf('removeRoles').filter((situation) => situation.includes('204'))).toEqual([
      'clientCredentials 204',
    ]);
  });

  test('accepts every documented success status if the document shows several', () => {
    expect(situationsOf('closeLibrary')).toEqual(['clientCredentials 200|202', 'other 202', 'other 503']);
  });
});

describe('unknownId()', () => {
  const ajv = createAjv();

  test.each([
    ['keeps the format of the known id', { type: 'string' }, 'book_a1B2', 'book_0000'],
    ['keeps the length that the schema requires', { type: 'string', minLength: 3, maxLength: 3 }, 'abc', '000'],
    ['adds a digit if the schema allows no other change', { type: 'string', pattern: '^bk' }, 'bk', 'bk0'],
    ['returns a number for a number', { type: 'integer' }, 7, 8],
    ['returns a number below a maximum', { type: 'integer', maximum: 7 }, 7, 6],
    ['returns "unknown" if the known id contains only zeros', { type: 'string' }, '0', 'unknown'],
    ['returns undefined if the schema allows no other id', { enum: ['a'] }, 'a', undefined],
  ])('%s', (_title, schema, id, expected) => {
    expect(unknownId(id, (one) => ajv.validate(schema, one))).toBe(expected);
  });
});

test('unknownIdLike() changes only the last part of an id', () => {
  expect(unknownIdLike('isbn|book_a1')).toBe('isbn|book_00');
});
