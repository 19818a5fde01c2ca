// Tests of the calls that a service must reject. They use a synthetic document and simulated responses.
import { listOperations, type OpenApiDocument } from 'tools-document';
import { describe, expect, test } from 'vitest';
import { createManagementClient, type Fetch } from '../../../src/index.ts';
import { withoutSignature } from '../../../tools/contract/src/calls/changed-token.ts';
import {
  idProbes,
  methodProbes,
  type ProbedCall,
  tokenProbes,
  withoutToken,
} from '../../../tools/contract/src/suite/probes.ts';
import type { ContractTest } from '../../../tools/contract/src/suite/target.ts';
import { library } from '../../support/library-document.ts';

/** Creates a client for a service, and a list of the requests that the client sent. */
function serviceWith(statusOf: (request: Request) => number) {
  const requests: string[] = [];
  const fetch = async (request: Request) => {
    const { method, headers } = request;
    const path = decodeURIComponent(new URL(request.url).pathname);
    requests.push([method, path, headers.get('Authorization')].filter((part) => part !== null).join(' '));
    return Response.json({}, { status: statusOf(request) });
  };
  const connect = (auth: string, send: Fetch = fetch) =>
    createManagementClient({ baseUrl: 'https://api.example.com', auth, fetch: send, retry: 0 });
  return { requests, management: connect('token'), anonymous: connect('token', withoutToken(fetch)) };
}

const callOf = (
  id: string,
  path: Readonly<Record<string, string>>,
  document: OpenApiDocument = library,
): ProbedCall => ({
  entry: listOperations(document).find((entry) => entry.id === id) ?? expect.fail(`no operation ${id}`),
  init: { params: { path } },
});
const BOOK = callOf('readBook', { book_id: 'bok_1' });

/** Runs tests, and returns the titles of those that fail. */
async function failuresOf(tests: readonly ContractTest[]): Promise<string[]> {
  const failed: string[] = [];
  for (const { title, run } of tests) await run?.().catch(() => failed.push(title));
  return failed;
}

describe('tokenProbes()', () => {
  test('send a call without a token and a call with an unsigned token, and fail if the service accepts them', async () => {
    const { requests, management, anonymous } = serviceWith(() => 200);
    const tests = tokenProbes(library, [BOOK], async (token) => (token === 'missing' ? anonymous : management));
    expect(await failuresOf(tests)).toEqual([
      'returns 401 without a token',
      'returns 401 for a token with the algorithm none',
    ]);
    expect(requests).toEqual(['GET /books/bok_1', 'GET /books/bok_1 Bearer token']);
  });

  test.each([
    [401, []],
    [403, ['returns 401 without a token']],
    [500, ['returns 401 without a token']],
  ])('for a service that returns %i without a token fail as %j', async (status, failures) => {
    const { anonymous } = serviceWith(() => status);
    const [missing] = tokenProbes(library, [BOOK], async () => anonymous);
    expect(await failuresOf(missing === undefined ? [] : [missing])).toEqual(failures);
  });

  test.each([
    [403, []],
    [404, []],
    [200, ['returns 4XX without a token', 'returns 4XX for a token with the algorithm none']],
    [302, ['returns 4XX without a token', 'returns 4XX for a token with the algorithm none']],
  ])('accept any 4XX status if the document shows no 401: %i', async (status, failures) => {
    const { anonymous } = serviceWith(() => status);
    const call = callOf('replaceBook', { book_id: 'bok_1' });
    expect(await failuresOf(tokenProbes(library, [call], async () => anonymous))).toEqual(failures);
  });

  test('accept 401 if the document shows 400 and no 401', async () => {
    const document = structuredClone(library);
    const { put } = document.paths['/books/{book_id}'] ?? {};
    if (put?.responses !== undefined) put.responses = { ...put.responses, 400: { description: 'Invalid.' } };
    const call = callOf('replaceBook', { book_id: 'bok_1' }, document);
    expect(Object.keys(call.entry.operation.responses ?? {})).toEqual(['200', '400']);
    const { anonymous } = serviceWith(() => 401);
    expect(await failuresOf(tokenProbes(document, [call], async () => anonymous))).toEqual([]);
  });

  test('send nothing to an operation without security', () => {
    const { anonymous } = serviceWith(() => 200);
    expect(tokenProbes(library, [callOf('closeLibrary', {})], async () => anonymous)).toEqual([]);
  });
});

describe('idProbes()', () => {
  test('send ids that begin with the id of an item', async () => {
    const { requests, management } = serviceWith(() => 404);
    expect(await failuresOf(idProbes(library, [BOOK], management))).toEqual([]);
    expect(requests).toEqual([
      `GET /books/bok_1${'0'.repeat(300)} Bearer token`,
      `GET /books/bok_1'"<%é漢 Bearer token`,
    ]);
  });

  test.each([200, 302, 400, 500])('fail for the status %i, which is undocumented or a success', async (status) => {
    const { management } = serviceWith(() => status);
    expect(await failuresOf(idProbes(library, [BOOK], management))).toEqual([
      'returns a documented 4XX status for a long id',
      'returns a documented 4XX status for an id with special characters',
    ]);
  });

  test('send nothing to an operation without a path parameter', () => {
    const { management } = serviceWith(() => 404);
    expect(idProbes(library, [callOf('listBooks', {})], management)).toEqual([]);
  });
});

describe('methodProbes()', () => {
  const document: OpenApiDocument = {
    info: { title: 'Users', version: '1' },
    paths: {
      '/users/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'readUser', responses: {} },
        delete: { operationId: 'deleteUser', responses: {} },
      },
      '/users/me': { put: { operationId: 'replaceMe', responses: {} } },
    },
  };
  const calls = [callOf('readUser', { id: 'usr_1' }, document)];

  test('send each method that the document has neither for the path nor for another path of the same URL', async () => {
    const { requests, management } = serviceWith(() => 405);
    expect(await failuresOf(methodProbes(document, calls, management))).toEqual([]);
    expect(requests.map((request) => request.replace(' Bearer token', ''))).toEqual([
      'PUT /users/usr_1',
      'POST /users/usr_1',
      'PATCH /users/usr_1',
      'POST /users/me',
      'PATCH /users/me',
    ]);
  });

  test('send nothing to a path whose parameter is not declared', () => {
    const paths = { '/users/{id}': { get: { operationId: 'readUser', responses: {} } } };
    expect(methodProbes({ ...document, paths }, [], serviceWith(() => 405).management)).toEqual([]);
  });

  test.each([
    [404, 0],
    [501, 0],
    [200, 1],
    [303, 1],
    [500, 1],
  ])('for a service that returns %i for POST have %i failures per path', async (status, count) => {
    const { management } = serviceWith(({ method }) => (method === 'POST' ? status : 405));
    expect(await failuresOf(methodProbes(document, calls, management))).toHaveLength(2 * count);
  });
});

test('withoutSignature() keeps the claims of a token', () => {
  const [header = '', ...others] = withoutSignature('a.b.c').split('.');
  expect(Buffer.from(header, 'base64url').toString()).toBe('{"alg":"none","typ":"JWT"}');
  expect(others).toEqual(['b', '']);
});
