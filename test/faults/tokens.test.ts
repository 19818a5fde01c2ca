import { describe, expect, test, vi } from 'vitest';
import { clientCredentials, createManagementClient, type ManagementClient } from '../../src/index.ts';
import { NOW, runPendingTasks, useFakeTime } from '../support/fake-time.ts';
import { outcomeOf } from './call-outcome.ts';
import { CLIENT, GET_PATH, ID } from './cases/case.ts';
import { issueToken, json } from './responders.ts';
import type { IncomingRequest, Responder, ResponderContext } from './scripted-server.ts';
import { scriptedServer } from './test-scripted-server.ts';

const path = { params: { path: { id: ID } } };
const profile = json(200, { id: ID });
const unauthorized = json(401, { message: 'Invalid token' });
const success = { status: 200, data: { id: ID } };

const connect = (origin: string): ManagementClient =>
  createManagementClient({ baseUrl: `${origin}/api/v2`, auth: clientCredentials(CLIENT) });
const read = async (management: ManagementClient) => (await outcomeOf(management.GET(GET_PATH, path))).outcome;
const readMany = (management: ManagementClient, times: number) =>
  Promise.all(Array.from({ length: times }, () => read(management)));
const bearer = ({ headers }: IncomingRequest) => headers.authorization;

/** Issues the tokens token-1, token-2 and so on. */
const issueNumbered = (_request: IncomingRequest, nth: number): Responder => issueToken(`token-${nth + 1}`);
/** Returns the profile for one access token, and 401 for every other token. */
const acceptOnly =
  (token: string) =>
  (request: IncomingRequest): Responder =>
    bearer(request) === `Bearer ${token}` ? profile : unauthorized;

describe('concurrent calls without a cached token', () => {
  test('share one token request (100 calls)', async () => {
    const { origin, apiRequests, tokenRequests } = await scriptedServer({ api: () => profile, token: issueNumbered });
    const outcome = await readMany(connect(origin), 100);
    expect(outcome).toEqual(Array(100).fill(success));
    expect(tokenRequests).toHaveLength(1);
    expect(apiRequests.map(bearer)).toEqual(Array(100).fill('Bearer token-1'));
  });

  test('share a failed token request, and the next call requests a token again', async () => {
    const refused = json(401, { error: 'invalid_client' });
    const { origin, apiRequests, tokenRequests } = await scriptedServer({
      token: [refused, refused, issueToken('token-3')],
      api: [profile],
    });
    const management = connect(origin);
    const failed = Array(10).fill(expect.objectContaining({ thrown: 'TokenError', code: 'invalid_client' }));
    expect(await readMany(management, 10)).toEqual(failed);
    expect(tokenRequests).toHaveLength(1);
    expect(await readMany(management, 10)).toEqual(failed);
    expect(tokenRequests).toHaveLength(2);
    expect(await read(management)).toEqual(success);
    expect(apiRequests).toHaveLength(1);
  });

  test('of two clients with separate token sources send one token request per client', async () => {
    const { origin, tokenRequests } = await scriptedServer({ api: () => profile, token: issueNumbered });
    await Promise.all([readMany(connect(origin), 10), readMany(connect(origin), 10)]);
    expect(tokenRequests).toHaveLength(2);
  });
});

describe('ten calls within one token lifetime send at most two token requests', () => {
  /** Lifetime in seconds that the client assumes if the token response has no usable `expires_in`. */
  const DEFAULT_LIFETIME = 300;
  const lifetimes: [string, unknown, number][] = [
    ['expires_in 1', 1, 1],
    ['expires_in equal to the leeway', 30, 30],
    ['expires_in 86400', 86_400, 86_400],
    ['expires_in as a string', '3600', 3_600],
    ['expires_in 0.5', 0.5, 0.5],
    ['no expires_in', undefined, DEFAULT_LIFETIME],
    ['expires_in 0', 0, DEFAULT_LIFETIME],
    ['a negative expires_in', -3_600, DEFAULT_LIFETIME],
    ['an expires_in that is not a number', 'soon', DEFAULT_LIFETIME],
    ['an expires_in of 1e9', 1e9, DEFAULT_LIFETIME],
  ];
  test.each(lifetimes)('if the token response has %s', async (_name, expires_in, seconds) => {
    useFakeTime();
    const { origin, apiRequests, tokenRequests } = await scriptedServer({
      api: () => profile,
      token: (_request, nth) => issueToken(`token-${nth + 1}`, { expires_in }),
    });
    const management = connect(origin);
    for (const nth of Array(10).keys()) {
      vi.setSystemTime(NOW + (nth * seconds * 1_000) / 10);
      expect(await read(management)).toEqual(success);
    }
    expect(tokenRequests.length).toBeLessThanOrEqual(2);
    // The client uses a token for at least nine tenths of the token's lifetime.
    expect(apiRequests.slice(0, 9).map(bearer)).toEqual(Array(9).fill('Bearer token-1'));
    vi.setSystemTime(NOW + seconds * 1_000);
    await read(management);
    expect(apiRequests.map(bearer).at(-1)).toBe('Bearer token-2');
  });
});

describe('token that the API rejects with 401', () => {
  test('during 200 concurrent calls is replaced after one token request, and all calls succeed', async () => {
    let valid = 'token-1';
    const { origin, apiRequests, tokenRequests } = await scriptedServer({
      api: (request) => acceptOnly(valid)(request),
      token: issueNumbered,
    });
    const management = connect(origin);
    await read(management);
    valid = 'token-2';
    expect(await readMany(management, 200)).toEqual(Array(200).fill(success));
    expect(tokenRequests).toHaveLength(2);
    expect(apiRequests.map(bearer).filter((sent) => sent === 'Bearer token-2')).toHaveLength(200);
    expect(apiRequests).toHaveLength(1 + 200 + 200);
  });

  test('is not replaced again if a second 401 response arrives after the new token', async () => {
    const held: ResponderContext[] = [];
    const hold: Responder = (context) => {
      held.push(context);
    };
    const { origin, apiRequests, tokenRequests } = await scriptedServer({
      api: [hold, unauthorized, profile, profile, profile],
      token: issueNumbered,
    });
    const management = connect(origin);
    const late = read(management);
    while (held.length === 0) await runPendingTasks();
    expect(await read(management)).toEqual(success);
    for (const context of held) unauthorized(context);
    expect(await late).toEqual(success);
    expect(await read(management)).toEqual(success);
    expect(tokenRequests).toHaveLength(2);
    expect(apiRequests.map(bearer)).toEqual([
      'Bearer token-1',
      'Bearer token-1',
      'Bearer token-2',
      'Bearer token-2',
      'Bearer token-2',
    ]);
  });
});

describe('shared token request', () => {
  test('continues if one of the waiting calls is aborted', async () => {
    const held: ResponderContext[] = [];
    const { origin, apiRequests, tokenRequests } = await scriptedServer({
      api: [profile],
      token: [(context) => held.push(context)],
    });
    const management = connect(origin);
    const controller = new AbortController();
    const aborted = outcomeOf(management.GET(GET_PATH, { ...path, signal: controller.signal }));
    const waiting = read(management);
    while (held.length === 0) await runPendingTasks();
    const reason = new Error('request canceled');
    controller.abort(reason);
    expect((await aborted).failure).toBe(reason);
    for (const context of held) issueToken('token-1')(context);
    expect(await waiting).toEqual(success);
    expect(tokenRequests).toHaveLength(1);
    expect(apiRequests).toHaveLength(1);
  });
});
