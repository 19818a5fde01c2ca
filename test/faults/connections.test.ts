import { once } from 'node:events';
import type { Socket } from 'node:net';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientCredentials,
  createManagementClient,
  type ManagementClient,
  TokenError,
  type TokenSource,
} from '../../src/index.ts';
import { rejectionOf } from '../support/expected-errors.ts';
import { runPendingTasks, useFakeTime } from '../support/fake-time.ts';
import { deferred } from '../support/scripted-fetch.ts';
import { outcomeOf } from './call-outcome.ts';
import { CLIENT, GET_PATH, ID, TOKEN } from './cases/case.ts';
import { printed, SECRET_PATTERN, scriptedServer, skipBackoff, untypedCall } from './cases/run-case.ts';
import {
  head,
  issueToken,
  json,
  neverRespond,
  type Responder,
  raw,
  rawThenEnd,
  refusedOrigin,
  resetConnection,
} from './scripted-server.ts';

const path = { params: { path: { id: ID } } };
const profile = json(200, { id: ID });
/** A response whose body never ends. */
const endlessBody = (status: number): Responder =>
  raw(head(status, { 'Content-Type': 'application/json', 'Content-Length': '100000' }), '{"a":1,');

const connect = (origin: string, auth: TokenSource = TOKEN): ManagementClient =>
  createManagementClient({ baseUrl: `${origin}/api/v2`, auth });

beforeEach(() => {
  skipBackoff();
});

/** Wraps a responder; also returns a promise of the socket to which the responder writes. */
function withSocket(responder: Responder): { responder: Responder; socket: Promise<Socket> } {
  const { promise: socket, resolve } = deferred<Socket>();
  return {
    socket,
    responder: (context) => {
      resolve(context.socket);
      responder(context);
    },
  };
}

/** Waits until the client closes a connection; never resolves if the client keeps it open. */
async function waitUntilClosed(socket: Promise<Socket>): Promise<boolean> {
  const connection = await socket;
  if (!connection.destroyed) await once(connection, 'close');
  return connection.destroyed;
}

describe('connection refused', () => {
  test.each(['GET', 'DELETE', 'POST'])(
    'makes a %s reject with a NetworkError whose property `during` is "call"',
    async (method) => {
      const management = connect(await refusedOrigin());
      const error = await rejectionOf(untypedCall(management, method)(GET_PATH, path));
      expect(error).toMatchObject({ name: 'NetworkError', during: 'call', cause: { cause: { code: 'ECONNREFUSED' } } });
      expect(printed(error).join('\n')).not.toMatch(SECRET_PATTERN);
    },
  );

  test('by the token endpoint makes the call reject with a NetworkError whose property `during` is "token"', async () => {
    const { origin, apiRequests } = await scriptedServer();
    const auth = clientCredentials({ ...CLIENT, tokenUrl: `${await refusedOrigin()}/oauth/token/` });
    const error = await rejectionOf(connect(origin, auth).GET(GET_PATH, path));
    expect(error).toMatchObject({ name: 'NetworkError', during: 'token', cause: { cause: { code: 'ECONNREFUSED' } } });
    expect(apiRequests).toEqual([]);
  });
});

// The platform frees a connection shortly after the response has been read, so the tests run pending tasks between
// two calls.
describe('keep-alive connection', () => {
  const callAfterGet = async (management: ManagementClient, method: string) => {
    await management.GET(GET_PATH, path);
    await runPendingTasks();
    return (await outcomeOf(untypedCall(management, method)(GET_PATH, path))).outcome;
  };

  test('is reused by the next call', async () => {
    const { origin, apiRequests } = await scriptedServer({ api: [profile, profile] });
    expect(await callAfterGet(connect(origin), 'GET')).toEqual({ status: 200, data: { id: ID } });
    expect(apiRequests.map(({ connection }) => connection)).toEqual([0, 0]);
  });

  test.each(['GET', 'DELETE', 'POST'])(
    'that the server closes between calls does not make the next %s fail',
    async (method) => {
      const bytes = [head(200, { 'Content-Type': 'application/json', 'Content-Length': '2' }), '{}'];
      const { responder, socket } = withSocket(rawThenEnd(...bytes));
      const { origin, apiRequests } = await scriptedServer({ api: [responder, profile] });
      const management = connect(origin);
      await management.GET(GET_PATH, path);
      await waitUntilClosed(socket);
      const { outcome } = await outcomeOf(untypedCall(management, method)(GET_PATH, path));
      expect(outcome).toEqual({ status: 200, data: { id: ID } });
      expect(apiRequests.map(({ connection }) => connection)).toEqual([0, 1]);
    },
  );

  test.each(['GET', 'DELETE'])(
    'that the server closes during the next %s makes the client retry the request',
    async (method) => {
      const { origin, apiRequests } = await scriptedServer({ api: [profile, resetConnection, profile] });
      expect(await callAfterGet(connect(origin), method)).toEqual({ status: 200, data: { id: ID } });
      expect(apiRequests.map(({ connection }) => connection)).toEqual([0, 0, 1]);
    },
  );

  test('that the server closes during a POST makes the POST reject without a retry, since the server may have performed it', async () => {
    const { origin, apiRequests } = await scriptedServer({ api: [profile, resetConnection] });
    expect(await callAfterGet(connect(origin), 'POST')).toEqual({ thrown: 'NetworkError' });
    expect(apiRequests).toHaveLength(2);
  });

  test('is reused after a response without a body', async () => {
    const { origin, apiRequests } = await scriptedServer({
      api: [raw(head(204)), raw(head(404, { 'Content-Length': '0' })), profile],
    });
    const management = connect(origin);
    await management.DELETE(GET_PATH, path);
    await runPendingTasks();
    await management.DELETE(GET_PATH, path);
    await runPendingTasks();
    await management.GET(GET_PATH, path);
    expect(apiRequests.map(({ connection }) => connection)).toEqual([0, 0, 0]);
  });

  test('with extra bytes after a 204 response does not make the next call fail', async () => {
    const api = [raw(head(204, { 'Content-Length': '7' }), '{"a":1}'), profile];
    const { origin } = await scriptedServer({ api });
    const management = connect(origin);
    await management.DELETE(GET_PATH, path);
    await runPendingTasks();
    expect((await management.GET(GET_PATH, path)).data).toEqual({ id: ID });
  });
});

describe('client closes the connection of an incomplete response', () => {
  const unreadResponses: [string, number, Responder[]][] = [
    ['before a retry after 503', 503, []],
    ['before the request with a new token after 401', 401, [issueToken(`${TOKEN}-2`)]],
  ];
  test.each(unreadResponses)('%s', async (_name, status, token) => {
    const { responder, socket } = withSocket(endlessBody(status));
    const { origin } = await scriptedServer({ api: [responder, profile], token: [issueToken(`${TOKEN}-1`), ...token] });
    const { data } = await connect(origin, clientCredentials(CLIENT)).GET(GET_PATH, path);
    expect(data).toEqual({ id: ID });
    expect(await waitUntilClosed(socket)).toBe(true);
  });

  test('when the token request after a 401 fails', async () => {
    const { responder, socket } = withSocket(endlessBody(401));
    const token = [issueToken(TOKEN), json(403, { error: 'access_denied' })];
    const { origin } = await scriptedServer({ api: [responder], token });
    const error = await rejectionOf(connect(origin, clientCredentials(CLIENT)).GET(GET_PATH, path));
    expect(error).toBeInstanceOf(TokenError);
    expect(await waitUntilClosed(socket)).toBe(true);
  });

  test.each([
    ['body of a 200 response', 'api', endlessBody(200)],
    ['body of a 500 response', 'api', endlessBody(500)],
    ['wait for a token response', 'token', neverRespond],
    ['header fields of a token response', 'token', raw('HTTP/1.1 200 OK\r\nContent-')],
    ['body of a token response', 'token', endlessBody(200)],
  ] as const)('when the call times out during the %s', async (_phase, endpoint, incomplete) => {
    const { responder, socket } = withSocket(incomplete);
    const { origin } = await scriptedServer({ [endpoint]: [responder] });
    useFakeTime();
    const auth = endpoint === 'token' ? clientCredentials(CLIENT) : TOKEN;
    const call = rejectionOf(connect(origin, auth).GET(GET_PATH, { ...path, timeout: 1_000 }));
    await socket;
    await runPendingTasks();
    vi.advanceTimersByTime(1_000);
    expect((await call).name).toBe('TimeoutError');
    expect(await waitUntilClosed(socket)).toBe(true);
  });
});
