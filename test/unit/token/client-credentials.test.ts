import { describe, expect, test, vi } from 'vitest';
import { clientCredentials, createManagementClient } from '../../../src/index.js';
import { rejectionOf } from '../../support/expected-errors.js';
import { advanceTime, advanceUntilSettled, NOW, useFakeTime } from '../../support/fake-time.js';
import { CLIENT, createScriptedClient, createScriptedSource, PROFILE } from '../../support/scripted-client.js';
import { createResponse, type SentRequest, scriptedFetch } from '../../support/scripted-fetch.js';

const issued = (access_token: string, rest: object = { expires_in: 86_400, token_type: 'Bearer' }) =>
  createResponse(200, { access_token, ...rest });
const form = (sent: SentRequest | undefined) => Object.fromEntries(new URLSearchParams(sent?.body));

describe('the token request', () => {
  test('is a client credentials grant with client_secret_post to the token endpoint of the document', async () => {
    const { token, sent } = createScriptedSource([issued('fresh')]);
    expect(await token()).toBe('fresh');
    expect(sent[0]?.method).toBe('POST');
    expect(sent[0]?.url).toBe('https://acme.example.com/oauth/token/');
    expect(sent[0]?.headers.get('Content-Type')).toContain('application/x-www-form-urlencoded');
    expect(sent[0]?.headers.get('Accept')).toBe('application/json');
    expect(sent[0]?.headers.get('Authorization')).toBeNull();
    expect(form(sent[0])).toEqual({
      grant_type: 'client_credentials',
      client_id: 'my-service',
      client_secret: 's3cret',
      audience: 'https://acme.example.com/api/v2/',
    });
  });

  test.each([429, 502, 503, 504])('is retried after status %i', async (status) => {
    useFakeTime();
    const { token, sent } = createScriptedSource([createResponse(status), issued('fresh')]);
    expect(await advanceUntilSettled(token())).toBe('fresh');
    expect(sent).toHaveLength(2);
  });

  test('has a timeout of 60 s if the token source is called without a timeout', async () => {
    useFakeTime();
    const { token } = createScriptedSource([createResponse(429, undefined, { 'Retry-After': '60' })]);
    expect(await rejectionOf(advanceUntilSettled(token()))).toMatchObject({ name: 'TokenError', status: 429 });
    expect(Date.now()).toBe(NOW);
  });
});

describe('the access token of clientCredentials', () => {
  test('is used again by later calls', async () => {
    const auth = clientCredentials(CLIENT);
    const { read, sent } = createScriptedClient(
      [issued('fresh'), createResponse(200, PROFILE), createResponse(200, PROFILE)],
      { auth },
    );
    await read();
    await read();
    expect(sent.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
    expect(sent.slice(1).map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer fresh', 'Bearer fresh']);
  });

  test('with expires_in 100 is replaced 10 s before it expires', async () => {
    useFakeTime();
    const { token } = createScriptedSource([
      createResponse(200, { access_token: 'first', expires_in: 100 }),
      issued('second'),
    ]);
    expect(await token()).toBe('first');
    await advanceTime(89_999);
    expect(await token()).toBe('first');
    await advanceTime(1);
    expect(await token()).toBe('second');
  });

  test.each([
    {},
    { expires_in: null },
    { expires_in: 'soon' },
    { expires_in: 0 },
    { expires_in: -1 },
    { expires_in: 1e9 },
  ])('has a lifetime of five minutes if expires_in is missing or invalid (%o)', async (rest) => {
    useFakeTime();
    const { token } = createScriptedSource([issued('first', rest), issued('second')]);
    await token();
    vi.setSystemTime(NOW + 4 * 60_000);
    expect(await token()).toBe('first');
    vi.setSystemTime(NOW + 5 * 60_000 - 1);
    expect(await token()).toBe('second');
  });

  test('is requested separately for each tenant if two clients share the token source', async () => {
    const auth = clientCredentials(CLIENT);
    const { fetch, sent } = scriptedFetch([
      ({ url }) => issued(`of-${new URL(url).hostname}`),
      ({ url }) => issued(`of-${new URL(url).hostname}`),
      ...Array.from({ length: 4 }, () => createResponse(204)),
    ]);
    const management = (tenantDomain: string) => createManagementClient({ tenantDomain, auth, fetch });
    const [acme, bolt] = [management('acme.example.com'), management('bolt.example.com')];
    const remove = (client: typeof acme) =>
      client.DELETE('/token-exchange-profiles/{id}', { params: { path: { id: 'tep_1' } } });
    await Promise.all([remove(acme), remove(bolt)]);
    await remove(acme);
    await remove(bolt);
    expect(sent.filter(({ method }) => method === 'DELETE').length).toBe(4);
    for (const { url, headers } of sent.filter(({ method }) => method === 'DELETE')) {
      expect(headers.get('Authorization')).toBe(`Bearer of-${new URL(url).hostname}`);
    }
  });
});
