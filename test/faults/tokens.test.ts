import { describe, expect, test, vi } from 'vitest';
import { clientCredentials, createManagementClient, type ManagementClient } from '../../src/index.ts';
import { NOW, useFakeTime } from '../support/fake-time.ts';
import { outcomeOf } from './call-outcome.ts';
import { CLIENT, GET_PATH, ID } from './cases/case.ts';
import { scriptedServer } from './cases/run-case.ts';
import { type IncomingRequest, issueToken, json } from './scripted-server.ts';

const path = { params: { path: { id: ID } } };
const profile = json(200, { id: ID });
const success = { status: 200, data: { id: ID } };

const connect = (origin: string): ManagementClient =>
  createManagementClient({ baseUrl: `${origin}/api/v2`, auth: clientCredentials(CLIENT) });
const read = async (management: ManagementClient) => (await outcomeOf(management.GET(GET_PATH, path))).outcome;
const bearer = ({ headers }: IncomingRequest) => headers.authorization;

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
