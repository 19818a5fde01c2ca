import { describe, expect, test, vi } from 'vitest';
import { clientCredentials, createManagementClient, type ManagementClient } from '../../src/index.js';
import { NOW, runPendingTasks, useFakeTime } from '../support/fake-time.ts';
import { CLIENT, GET_PATH, ID, outcome } from './case.ts';
import { type Arrived, type Exchange, faultServer, type Reply } from './fault-server.ts';
import { issue, json } from './replies.ts';

const path = { params: { path: { id: ID } } };
const profile = json(200, { id: ID });
const unauthorized = json(401, { message: 'Invalid token' });
const success = { status: 200, data: { id: ID } };

const client = (origin: string): ManagementClient =>
  createManagementClient({ baseUrl: `${origin}/api/v2`, auth: clientCredentials(CLIENT) });
const read = async (management: ManagementClient) => (await outcome(management.GET(GET_PATH, path))).seen;
const readMany = (management: ManagementClient, times: number) =>
  Promise.all(Array.from({ length: times }, () => read(management)));
const bearer = ({ headers }: Arrived) => headers.authorization;

/** A token endpoint that numbers its tokens. */
const numbered = (_request: Arrived, nth: number): Reply => issue(`token-${nth + 1}`);
/** An API that takes one token alone. */
const taking =
  (token: string) =>
  (request: Arrived): Reply =>
    bearer(request) === `Bearer ${token}` ? profile : unauthorized;

describe('cold calls', () => {
  test('that are 100 at once make one token request', async () => {
    const { origin, arrived, tokenRequests } = await faultServer({ api: () => profile, token: numbered });
    const seen = await readMany(client(origin), 100);
    expect(seen).toEqual(Array(100).fill(success));
    expect(tokenRequests).toHaveLength(1);
    expect(arrived.map(bearer)).toEqual(Array(100).fill('Bearer token-1'));
  });

  test('share a failure, which is not cached', async () => {
    const refused = json(401, { error: 'invalid_client' });
    const { origin, arrived, tokenRequests } = await faultServer({
      token: [refused, refused, issue('token-3')],
      api: [profile],
    });
    const management = client(origin);
    const failed = Array(10).fill(expect.objectContaining({ thrown: 'TokenError', code: 'invalid_client' }));
    expect(await readMany(management, 10)).toEqual(failed);
    expect(tokenRequests).toHaveLength(1);
    expect(await readMany(management, 10)).toEqual(failed);
    expect(tokenRequests).toHaveLength(2);
    expect(await read(management)).toEqual(success);
    expect(arrived).toHaveLength(1);
  });

  test('of two clients with a source each make a token request each', async () => {
    const { origin, tokenRequests } = await faultServer({ api: () => profile, token: numbered });
    await Promise.all([readMany(client(origin), 10), readMany(client(origin), 10)]);
    expect(tokenRequests).toHaveLength(2);
  });
});

describe('the token request that arrives', () => {
  test('holds the grant and no token', async () => {
    const { origin, tokenRequests } = await faultServer({ api: [profile], token: numbered });
    await read(client(origin));
    const [request] = tokenRequests;
    expect(request?.method).toBe('POST');
    expect(request?.headers.authorization).toBeUndefined();
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: CLIENT.clientId,
      client_secret: CLIENT.clientSecret,
      audience: `${origin}/api/v2/`,
    });
  });
});

describe('ten calls within one lifetime make at most two token requests', () => {
  const FIVE_MINUTES = 300;
  const lifetimes: [string, unknown, number][] = [
    ['a second', 1, 1],
    ['ten seconds', 10, 10],
    ['less than the leeway', 29, 29],
    ['just the leeway', 30, 30],
    ['a minute', 60, 60],
    ['a day', 86_400, 86_400],
    ['an hour as a text', '3600', 3_600],
    ['a fraction of a second', 0.5, 0.5],
    ['nothing said', undefined, FIVE_MINUTES],
    ['null', null, FIVE_MINUTES],
    ['zero', 0, FIVE_MINUTES],
    ['less than zero', -3_600, FIVE_MINUTES],
    ['no number', 'soon', FIVE_MINUTES],
  ];
  test.each(lifetimes)('of %s', async (_what, expires_in, seconds) => {
    useFakeTime();
    const { origin, arrived, tokenRequests } = await faultServer({
      api: () => profile,
      token: (_request, nth) => issue(`token-${nth + 1}`, { expires_in }),
    });
    const management = client(origin);
    for (const nth of Array(10).keys()) {
      vi.setSystemTime(NOW + (nth * seconds * 1_000) / 10);
      expect(await read(management)).toEqual(success);
    }
    expect(tokenRequests.length).toBeLessThanOrEqual(2);
    // Nine tenths of a lifetime are used.
    expect(arrived.slice(0, 9).map(bearer)).toEqual(Array(9).fill('Bearer token-1'));
    vi.setSystemTime(NOW + seconds * 1_000);
    await read(management);
    expect(arrived.map(bearer).at(-1)).toBe('Bearer token-2');
  });
});

describe('a token that the API refuses', () => {
  test('to 200 calls at once is renewed once, and all succeed', async () => {
    let valid = 'token-1';
    const { origin, arrived, tokenRequests } = await faultServer({
      api: (request) => taking(valid)(request),
      token: numbered,
    });
    const management = client(origin);
    await read(management);
    valid = 'token-2';
    expect(await readMany(management, 200)).toEqual(Array(200).fill(success));
    expect(tokenRequests).toHaveLength(2);
    expect(arrived.map(bearer).filter((sent) => sent === 'Bearer token-2')).toHaveLength(200);
    expect(arrived).toHaveLength(1 + 200 + 200);
  });

  test('to cold calls is renewed once too', async () => {
    const { origin, tokenRequests } = await faultServer({ api: taking('token-2'), token: numbered });
    expect(await readMany(client(origin), 50)).toEqual(Array(50).fill(success));
    expect(tokenRequests).toHaveLength(2);
  });

  test('late does not throw away a newer one', async () => {
    const held: Exchange[] = [];
    const hold: Reply = (exchange) => {
      held.push(exchange);
    };
    const { origin, arrived, tokenRequests } = await faultServer({
      api: [hold, unauthorized, profile, profile, profile],
      token: numbered,
    });
    const management = client(origin);
    const late = read(management);
    while (held.length === 0) await runPendingTasks();
    expect(await read(management)).toEqual(success);
    for (const exchange of held) unauthorized(exchange);
    expect(await late).toEqual(success);
    expect(await read(management)).toEqual(success);
    expect(tokenRequests).toHaveLength(2);
    expect(arrived.map(bearer)).toEqual([
      'Bearer token-1',
      'Bearer token-1',
      'Bearer token-2',
      'Bearer token-2',
      'Bearer token-2',
    ]);
  });

  test('again and again costs each call one further request, never a loop', async () => {
    const { origin, arrived, tokenRequests } = await faultServer({ api: () => unauthorized, token: numbered });
    expect(await read(client(origin))).toMatchObject({ error: 'ApiError', status: 401 });
    expect(arrived.map(bearer)).toEqual(['Bearer token-1', 'Bearer token-2']);
    expect(tokenRequests).toHaveLength(2);
  });
});

describe('a token request that others wait for', () => {
  test('is not ended by the abort of one of them', async () => {
    const held: Exchange[] = [];
    const { origin, arrived, tokenRequests } = await faultServer({
      api: [profile],
      token: [(exchange) => held.push(exchange)],
    });
    const management = client(origin);
    const controller = new AbortController();
    const leaving = outcome(management.GET(GET_PATH, { ...path, signal: controller.signal }));
    const staying = read(management);
    while (held.length === 0) await runPendingTasks();
    const reason = new Error('the user left');
    controller.abort(reason);
    expect((await leaving).failure).toBe(reason);
    for (const exchange of held) issue('token-1')(exchange);
    expect(await staying).toEqual(success);
    expect(tokenRequests).toHaveLength(1);
    expect(arrived).toHaveLength(1);
  });
});
