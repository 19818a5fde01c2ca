import { describe, expect, test, vi } from 'vitest';
import { clientCredentials, createManagementClient, type ManagementClient } from '../../src/index.ts';
import { NOW, useFakeTime } from '../support/fake-time.ts';
import { outcomeOf } from './call-outcome.ts';
import { CLIENT, GET_PATH, ID } from './cases/case.ts';
import { issueToken, json } from './responders.ts';
import type { IncomingRequest, Responder } from './scripted-server.ts';
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
});
