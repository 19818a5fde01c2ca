// Tests of the functions that derive the expectations of the contract suite from the document.

import { listOperations, type OpenApiDocument } from 'tools-document';
import { describe, expect, test } from 'vitest';
import { createManagementClient } from '../../src/index.js';
import { callOperation, expectNoViolation } from './call-operation.ts';
import { acceptsBody, documentedResponses, responseFor } from './cases.ts';
import { contractTests } from './suite.ts';
import { prismTarget } from './targets/prism-target.ts';
import { allowsStatus } from './targets/target.ts';
import { undocumentedCalls } from './undocumented-calls.ts';

const document: OpenApiDocument = {
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      get: {
        responses: {
          '200': {
            description: 'The books.',
            headers: { 'X-Total': { required: true }, 'X-Page': {} },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Books' }, example: ['A', 'B'] } },
          },
          '204': { description: 'No books.' },
          '4XX': { description: 'A failure of the caller.' },
          default: {
            description: 'Any failure.',
            content: { 'application/problem+json': { schema: { type: 'object' } } },
          },
        },
      },
    },
  },
  components: { schemas: { Books: { type: 'array', items: { type: 'string' } } } },
};
const responses = listOperations(document).flatMap((operation) => documentedResponses(document, operation));

test('documentedResponses() returns the header fields that the document requires', () => {
  expect(responses.map(({ documented, headers }) => [documented, headers])).toEqual([
    ['200', ['X-Total']],
    ['204', []],
    ['4XX', []],
    ['default', []],
  ]);
});

test('documentedResponses() returns the example of the document, or else a sample', () => {
  expect(responses.map(({ sample }) => sample)).toEqual([['A', 'B'], undefined, undefined, {}]);
});

test('documentedResponses() states how an example violates its schema', () => {
  const content = { 'application/json': { schema: { type: 'array', items: { type: 'string' } }, example: ['A', 1] } };
  const operation = { responses: { 200: { description: 'The books.', content } } };
  const [response] = documentedResponses(document, { id: 'a', method: 'GET', path: '/', operation, parameters: [] });
  expect(response?.exampleProblem).toBe('[1]: must be string');
});

test.each([
  ['200', '200'],
  ['404', '4XX'],
  ['500', 'default'],
])('responseFor() returns for status %s the response that is documented as %s', (status, documented) => {
  expect(responseFor(status, responses)?.documented).toBe(documented);
});

test('responseFor() returns undefined for an undocumented status', () => {
  expect(responseFor('500', responses.slice(0, 3))).toBeUndefined();
});

describe('acceptsBody()', () => {
  test.each<[string, number, unknown, boolean]>([
    ['accepts a body that matches its schema, including through $ref', 200, ['A'], true],
    ['rejects a body that violates its schema', 200, [1], false],
    ['rejects a missing body', 200, undefined, false],
    ['accepts undefined for a 204 response', 204, undefined, true],
    ['rejects a body for a 204 response', 204, {}, false],
    ['accepts any body if the document shows no body', 404, 'any', true],
    ['rejects a body that violates the schema of a +json media type', 500, 'any', false],
  ])('%s', (_title, status, body, isAccepted) => {
    expect(acceptsBody(responses, status, body)).toBe(isAccepted);
  });

  test('rejects a body for an undocumented status', () => {
    expect(acceptsBody(responses.slice(0, 3), 500, {})).toBe(false);
  });
});

test.each<[boolean, number, string, string | undefined]>([
  [true, 401, '401', undefined],
  [false, 400, '401', undefined],
  [true, 400, '401', '400'],
  [false, 403, '401', '400'],
  [true, 204, '2XX', undefined],
  [false, 307, '2XX', undefined],
])(
  'allowsStatus() returns %s for a response with status %i in a situation with the status %s and the otherStatus %s',
  (isAllowed, actual, status, otherStatus) => {
    const [response] = responses;
    if (response === undefined) throw new Error('the document has no response');
    const situation = { when: 'always', status, response, ...(otherStatus === undefined ? {} : { otherStatus }) };
    expect(allowsStatus(situation, actual)).toBe(isAllowed);
  },
);

describe('callOperation()', () => {
  /** Calls an operation whose request body can have these media types, and returns the Content-Type of the request. */
  async function sentType(mediaTypes: readonly string[], init: object): Promise<string | null> {
    let sent: string | null = null;
    const fetch = async (request: Request) => {
      sent = request.headers.get('content-type');
      return new Response('{}');
    };
    const management = createManagementClient({ baseUrl: 'https://api.example.com', auth: 'token', fetch });
    const content = Object.fromEntries(mediaTypes.map((type) => [type, {}]));
    await callOperation(management, { method: 'POST', path: '/books', operation: { requestBody: { content } } }, init);
    return sent;
  }

  test.for<[mediaTypes: string[], init: object, sent: string | null]>([
    [['application/merge-patch+json'], { body: {} }, 'application/merge-patch+json'],
    [['application/merge-patch+json'], {}, null],
    [['application/vnd.a+json', 'application/json'], { body: {} }, 'application/json'],
    [['text/csv'], { body: new Blob(['a'], { type: 'text/csv' }) }, 'text/csv'],
  ])(
    'for an operation with the media types %j and the call options %j sends the Content-Type %s',
    async ([types, init, sent]) => {
      expect(await sentType(types, init)).toBe(sent);
    },
  );
});

test('undocumentedCalls() omits the methods of another template that the sample path matches', () => {
  const users: OpenApiDocument = {
    info: { title: 'Users', version: '1' },
    paths: { '/users/{id}': { put: {}, delete: {} }, '/users/me': { get: {}, post: {} }, '/all': { get: {} } },
  };
  const calls = undocumentedCalls(users, [
    { path: '/users/me', sample: '/users/me' },
    { path: '/users/me', sample: '/users/me' },
    { path: '/all', sample: '/all' },
  ]);
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['PATCH /users/me', 'PUT /all']);
});

describe('prismTarget()', () => {
  const response = { description: 'A response.' };
  const parameter = { name: 'Prefer', in: 'header' as const, schema: { type: 'string', enum: ['return=minimal'] } };
  const orders: OpenApiDocument = {
    info: { title: 'Orders', version: '1' },
    paths: {
      '/orders': {
        get: { responses: { 200: response, 400: response, 404: response, 500: response, default: response } },
        post: { parameters: [parameter], responses: { 200: response } },
      },
    },
  };
  const situations = listOperations(orders).map((operation) =>
    prismTarget(orders, 'http://127.0.0.1:1').situations(operation, documentedResponses(orders, operation)),
  );

  test('requests an undocumented status for the response default if the usual statuses are documented', () => {
    expect(situations[0]?.map(({ status }) => status)).toEqual(['200', '400', '404', '500', '401']);
  });

  test('selects a response with Prefer also for an operation that has a header parameter Prefer', async () => {
    const call = await situations[1]?.[0]?.arrange?.();
    expect(call?.init).toMatchObject({ params: { header: {} }, headers: { Prefer: 'code=200' } });
  });
});

test('contractTests() skips informational responses and 407 and 421, because fetch does not return them', () => {
  const statuses = ['101', '1XX', '407', '421', '404'];
  const sockets: OpenApiDocument = {
    info: { title: 'Sockets', version: '1' },
    paths: { '/a': { get: { responses: Object.fromEntries(statuses.map((one) => [one, { description: '' }])) } } },
  };
  const tests = contractTests(sockets, prismTarget(sockets, 'http://127.0.0.1:1'));
  expect(tests.flatMap(({ title, run }) => (run === undefined ? [] : title))).toEqual([
    'returns 404 for Prefer: code=404',
  ]);
  expect(tests.map(({ title }) => title)).toContain(
    'returns 407 for Prefer: code=407: skipped: fetch returns a network error for 407',
  );
});

test('contractTests() reports why the client cannot read a successful response', async () => {
  const content = { 'application/json': { schema: { type: 'object' } } };
  const pages: OpenApiDocument = {
    info: { title: 'Pages', version: '1' },
    paths: { '/a': { get: { responses: { 200: { description: 'A page.', content } } } } },
  };
  const fetch = async () => new Response('{', { headers: { 'Content-Type': 'application/json' } });
  const management = createManagementClient({ baseUrl: 'https://api.example.com', auth: 'token', fetch });
  const arrange = async () => ({ management, init: {} });
  const [returned] = contractTests(pages, {
    situations: (_entry, [response]) =>
      response === undefined ? [] : [{ when: 'a call', status: '200', response, arrange }],
    stop: async () => {},
  });
  await expect(returned?.run?.()).rejects.toThrow('is not JSON');
});

describe('expectNoViolation()', () => {
  const result = (violation: object) => ({
    data: {},
    error: undefined,
    response: new Response('{}', { headers: { 'sl-violations': JSON.stringify([violation]) } }),
  });

  test.each([
    [{ error: { code: 'internal_server_error', message: 'Internal Server Error' } }, 'Internal Server Error'],
    [
      {
        type: 'https://stoplight.io/prism/errors#UNPROCESSABLE_ENTITY',
        title: 'Invalid request',
        validation: [{ message: 'Request body must be object' }],
      },
      'Invalid request: Request body must be object',
    ],
  ])('throws an error with the reason if Prism sends %j', (body, reason) => {
    const failed = { error: { body }, response: new Response('{}') } as never;
    expect(() => expectNoViolation(failed)).toThrow(`Prism: the mock failed: ${reason}`);
  });

  test('ignores the hint that a parameter is deprecated, and reports other violations', () => {
    const location = ['request', 'query', 'limit'];
    expect(() =>
      expectNoViolation(result({ location, severity: 'Warning', code: 'deprecated' }) as never),
    ).not.toThrow();
    expect(() => expectNoViolation(result({ location, severity: 'Error', code: 'type' }) as never)).toThrow('type');
  });
});
