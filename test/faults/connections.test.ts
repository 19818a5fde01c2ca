import { once } from 'node:events';
import type { Socket } from 'node:net';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clientCredentials,
  createManagementClient,
  type ManagementClient,
  TokenError,
  type TokenSource,
} from '../../src/index.js';
import { rejectionOf } from '../support/expected-errors.ts';
import { runPendingTasks, useFakeTime } from '../support/fake-time.ts';
import { CLIENT, GET_PATH, ID, loose, outcome, TOKEN } from './case.ts';
import { faultServer, type Reply, refusedOrigin } from './fault-server.ts';
import { head, issue, json, raw, rawThenEnd, reset, stall } from './replies.ts';

const path = { params: { path: { id: ID } } };
const profile = json(200, { id: ID });
/** Bodies that promise more than will ever come. */
const unending = (status: number): Reply =>
  raw(head(status, { 'Content-Type': 'application/json', 'Content-Length': '100000' }), '{"a":1,');

const connect = (origin: string, auth: TokenSource = TOKEN): ManagementClient =>
  createManagementClient({ baseUrl: `${origin}/api/v2`, auth });

// Every backoff ends at once.
beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  return () => vi.restoreAllMocks();
});

/** A reply, and the connection that it went over. */
function overConnection(reply: Reply): { reply: Reply; socket: Promise<Socket> } {
  let give: (socket: Socket) => void = () => undefined;
  const socket = new Promise<Socket>((resolve) => {
    give = resolve;
  });
  return {
    socket,
    reply: (exchange) => {
      give(exchange.socket);
      reply(exchange);
    },
  };
}

/** Ends when a connection is closed, which a client that holds it never does. */
async function closed(socket: Promise<Socket>): Promise<boolean> {
  const connection = await socket;
  if (!connection.destroyed) await once(connection, 'close');
  return connection.destroyed;
}

describe('a connection that is refused', () => {
  test.each(['GET', 'DELETE', 'POST'])('fails a %s', async (method) => {
    const management = connect(await refusedOrigin());
    const error = await rejectionOf(loose(management, method)(GET_PATH, path));
    expect(error).toMatchObject({ name: 'NetworkError', during: 'call', cause: { cause: { code: 'ECONNREFUSED' } } });
  });

  test('fails a call at its token request', async () => {
    const { origin, arrived } = await faultServer();
    const auth = clientCredentials({ ...CLIENT, tokenUrl: `${await refusedOrigin()}/oauth/token/` });
    const error = await rejectionOf(connect(origin, auth).GET(GET_PATH, path));
    expect(error).toMatchObject({ name: 'NetworkError', during: 'token', cause: { cause: { code: 'ECONNREFUSED' } } });
    expect(arrived).toEqual([]);
  });
});

// The platform gives a connection free a moment after the response was read: hence each turn between two calls.
describe('a kept-alive connection', () => {
  const twice = async (management: ManagementClient, method: string) => {
    await management.GET(GET_PATH, path);
    await runPendingTasks();
    return (await outcome(loose(management, method)(GET_PATH, path))).seen;
  };

  test('serves several calls', async () => {
    const { origin, arrived } = await faultServer({ api: [profile, profile] });
    expect(await twice(connect(origin), 'GET')).toEqual({ status: 200, data: { id: ID } });
    expect(arrived.map(({ connection }) => connection)).toEqual([0, 0]);
  });

  test.each(['GET', 'DELETE', 'POST'])('that the server closes between calls does not fail a %s', async (method) => {
    const bytes = [head(200, { 'Content-Type': 'application/json', 'Content-Length': '2' }), '{}'];
    const { reply, socket } = overConnection(rawThenEnd(...bytes));
    const { origin, arrived } = await faultServer({ api: [reply, profile] });
    const management = connect(origin);
    await management.GET(GET_PATH, path);
    await closed(socket);
    const { seen } = await outcome(loose(management, method)(GET_PATH, path));
    expect(seen).toEqual({ status: 200, data: { id: ID } });
    expect(arrived.map(({ connection }) => connection)).toEqual([0, 1]);
  });

  test.each(['GET', 'DELETE'])('that the server closes as the next call arrives does not fail a %s', async (method) => {
    const { origin, arrived } = await faultServer({ api: [profile, reset, profile] });
    expect(await twice(connect(origin), method)).toEqual({ status: 200, data: { id: ID } });
    expect(arrived.map(({ connection }) => connection)).toEqual([0, 0, 1]);
  });

  test('that the server closes as a POST arrives fails the POST, since the server may have acted', async () => {
    const { origin, arrived } = await faultServer({ api: [profile, reset] });
    expect(await twice(connect(origin), 'POST')).toEqual({ thrown: 'NetworkError' });
    expect(arrived).toHaveLength(2);
  });

  test('is left to the next call by a response without a body', async () => {
    const { origin, arrived } = await faultServer({
      api: [raw(head(204)), raw(head(404, { 'Content-Length': '0' })), profile],
    });
    const management = connect(origin);
    await management.DELETE(GET_PATH, path);
    await runPendingTasks();
    await management.DELETE(GET_PATH, path);
    await runPendingTasks();
    await management.GET(GET_PATH, path);
    expect(arrived.map(({ connection }) => connection)).toEqual([0, 0, 0]);
  });

  test('with bytes behind a 204 does no harm to the next call', async () => {
    const api = [raw(head(204, { 'Content-Length': '7' }), '{"a":1}'), profile];
    const { origin } = await faultServer({ api });
    const management = connect(origin);
    await management.DELETE(GET_PATH, path);
    await runPendingTasks();
    expect((await management.GET(GET_PATH, path)).data).toEqual({ id: ID });
  });
});

describe('the connection of a response that nobody reads to its end is closed', () => {
  const answers: [string, number, Reply[]][] = [
    ['before another attempt', 503, []],
    ['before a request with another token', 401, [issue(`${TOKEN}-2`)]],
  ];
  test.each(answers)('%s', async (_when, status, token) => {
    const { reply, socket } = overConnection(unending(status));
    const { origin } = await faultServer({ api: [reply, profile], token: [issue(`${TOKEN}-1`), ...token] });
    const { data } = await connect(origin, clientCredentials(CLIENT)).GET(GET_PATH, path);
    expect(data).toEqual({ id: ID });
    expect(await closed(socket)).toBe(true);
  });

  test('where no other token is to be had', async () => {
    const { reply, socket } = overConnection(unending(401));
    const token = [issue(TOKEN), json(403, { error: 'access_denied' })];
    const { origin } = await faultServer({ api: [reply], token });
    const error = await rejectionOf(connect(origin, clientCredentials(CLIENT)).GET(GET_PATH, path));
    expect(error).toBeInstanceOf(TokenError);
    expect(await closed(socket)).toBe(true);
  });

  test.each([200, 500])('at the deadline (%i)', async (status) => {
    const { reply, socket } = overConnection(unending(status));
    const { origin } = await faultServer({ api: [reply] });
    useFakeTime();
    const call = rejectionOf(connect(origin).GET(GET_PATH, { ...path, timeout: 1_000 }));
    await socket;
    await runPendingTasks();
    vi.advanceTimersByTime(1_000);
    expect((await call).name).toBe('TimeoutError');
    expect(await closed(socket)).toBe(true);
  });

  test.each([
    ['before its header fields', stall],
    ['amid its header fields', raw('HTTP/1.1 200 OK\r\nContent-')],
    ['amid its body', unending(200)],
  ])('at the deadline of a token request, %s', async (_when, silent) => {
    const { reply, socket } = overConnection(silent);
    const { origin } = await faultServer({ token: [reply] });
    useFakeTime();
    const call = rejectionOf(connect(origin, clientCredentials(CLIENT)).GET(GET_PATH, { ...path, timeout: 1_000 }));
    await socket;
    await runPendingTasks();
    vi.advanceTimersByTime(1_000);
    expect((await call).name).toBe('TimeoutError');
    expect(await closed(socket)).toBe(true);
  });
});
