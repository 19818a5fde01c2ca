// Tests of the calls that a service must reject. They use a synthetic document and simulated responses.

import { createServer } from 'node:http';
import type { OpenApiDocument } from 'tools-document/model';
import { deriveOperations, listOperations } from 'tools-document/operations';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../../../scripts/process/listen.ts';
import { createManagementClient, type Fetch } from '../../../src/index.ts';
import { withoutSignature } from '../../../tools/contract/src/invalid-tokens.ts';
import type { ContractTest } from '../../../tools/contract/src/suite/call-rules.ts';
import { deletionProbes, lateReads } from '../../../tools/contract/src/suite/deletion-probes.ts';
import {
  idProbes,
  methodProbes,
  type ProbedCall,
  tokenProbes,
  withoutToken,
} from '../../../tools/contract/src/suite/probes.ts';
import { traceProbes } from '../../../tools/contract/src/suite/trace-probes.ts';
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

/** Runs tests, and returns the messages of those that fail. */
async function failuresOf(tests: readonly ContractTest[]): Promise<string[]> {
  const failed: string[] = [];
  for (const { run } of tests) await run?.().catch(({ message }: Error) => failed.push(message));
  return failed;
}

describe('tokenProbes()', () => {
  test('send calls without a token, with an unsigned token and with another audience, and fail if the service accepts them', async () => {
    const { requests, management, anonymous } = serviceWith(() => 200);
    const tests = tokenProbes(library, [BOOK], async (token) => (token === 'missing' ? anonymous : management));
    expect(await failuresOf(tests)).toEqual([
      'GET /books/{book_id} with no token: the document (#/security) requires a valid token; 200 came',
      'GET /books/{book_id} with a token with the algorithm none: the document (#/security) requires a valid token; 200 came',
      'GET /books/{book_id} with a token of another audience: RFC 7519 (section 4.1.3) requires to reject a token whose `aud` does not identify the API; 200 came',
    ]);
    expect(requests).toEqual(['GET /books/bok_1', 'GET /books/bok_1 Bearer token', 'GET /books/bok_1 Bearer token']);
  });

  test.each([
    [401, 'pass', 0, 0],
    [403, 'report an open row', 0, 1],
    [302, 'fail', 1, 0],
    [501, 'fail', 1, 0],
  ])('for a service that returns %i without a token %s', async (status, _outcome, failures, rows) => {
    const { anonymous } = serviceWith(() => status);
    const observe = vi.fn();
    const [missing] = tokenProbes(library, [BOOK], async () => anonymous, observe);
    expect(await failuresOf(missing === undefined ? [] : [missing])).toHaveLength(failures);
    expect(observe).toHaveBeenCalledTimes(rows);
  });

  test('require 401 from a target that must have the behavior of its file', async () => {
    const { anonymous } = serviceWith(() => 403);
    expect(await failuresOf(tokenProbes(library, [BOOK], async () => anonymous).slice(0, 1))).toEqual([
      'GET /books/{book_id} with no token: the expected behavior, which is not documented, is 401; 403 came',
    ]);
  });

  test('send nothing to an operation without security', () => {
    const { anonymous } = serviceWith(() => 200);
    expect(tokenProbes(library, [callOf('closeLibrary', {})], async () => anonymous)).toEqual([]);
  });
});

describe('idProbes()', () => {
  test('send ids that begin with the id of an item', async () => {
    const { requests, management } = serviceWith(() => 404);
    expect(await failuresOf(idProbes([BOOK], management))).toEqual([]);
    expect(requests).toEqual([
      `GET /books/bok_1${'0'.repeat(300)} Bearer token`,
      `GET /books/bok_1'"<%é漢 Bearer token`,
    ]);
  });

  test.each([200, 302, 500])('fail for the status %i if the document shows 404', async (status) => {
    const { management } = serviceWith(() => status);
    const source = 'the document (#/paths/~1books~1{book_id}/get/responses/404) shows 404';
    expect(await failuresOf(idProbes([BOOK], management))).toEqual([
      `GET /books/{book_id} with a long id: ${source}; ${status} came`,
      `GET /books/{book_id} with an id with special characters: ${source}; ${status} came`,
    ]);
  });

  test('send nothing to an operation without a path parameter', () => {
    const { management } = serviceWith(() => 404);
    expect(idProbes([callOf('listBooks', {})], management)).toEqual([]);
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
    [404, 0, 0],
    [501, 0, 0],
    [200, 0, 1],
    [303, 0, 1],
    [500, 1, 0],
  ])('for a service that returns %i for POST have %i failures and %i rows per path', async (status, failures, rows) => {
    const { management } = serviceWith(({ method }) => (method === 'POST' ? status : 405));
    const observe = vi.fn();
    const tests = methodProbes(document, calls, management, observe);
    expect(await failuresOf(tests)).toHaveLength(2 * failures);
    expect(observe).toHaveBeenCalledTimes(2 * rows);
    // Without rows, the same statuses fail.
    expect(await failuresOf(methodProbes(document, calls, management))).toHaveLength(2 * (failures + rows));
  });
});

test('deletionProbes() send a part of the id only to a disposable server', async () => {
  const { requests, management } = serviceWith(() => 404);
  const deletion = callOf('deleteBook', { book_id: 'bok_1' });
  const overrides = Array(3).fill('GET /books/bok_1 Bearer token');
  for (const { send } of deletionProbes(library, deletion, management, {})) await send();
  expect(requests).toEqual(overrides);
  for (const { send } of deletionProbes(library, deletion, management, { isDisposable: true })) await send();
  expect(requests).toEqual([...overrides, ...overrides, 'DELETE /books/bok_ Bearer token']);
});

test('lateReads() are skipped if no read has returned 404 before', async () => {
  const derived = deriveOperations(library).find(({ id }) => id === 'readBook') ?? expect.fail('no operation');
  const steps = [{ kind: 'readDeleted' as const, operation: { entry: BOOK.entry, derived } }];
  const [late] = lateReads([{ title: '', steps, path: ['bok_1'] }], serviceWith(() => 200).management, [], undefined);
  await expect(late?.run?.()).rejects.toMatchObject({ name: 'FollowUp' });
});

test('traceProbes() fail if a server does not end the response to TRACE within the timeout of a call', async () => {
  const server = createServer((_request, response) => response.write('TRACE'));
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  expect(await failuresOf(traceProbes(await listen(server), [BOOK], undefined, 50))).toEqual([
    'TRACE /books/{book_id} with an invalid token: a call must get a response; the call failed: timed out after 50 ms',
  ]);
});

test('withoutSignature() keeps the claims of a token', () => {
  const [header = '', ...others] = withoutSignature('a.b.c').split('.');
  expect(Buffer.from(header, 'base64url').toString()).toBe('{"alg":"none","typ":"JWT"}');
  expect(others).toEqual(['b', '']);
});
