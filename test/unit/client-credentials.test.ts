import { ClientSecretBasic } from 'oauth4webapi';
import { describe, expect, test, vi } from 'vitest';
import { clientCredentials, createManagementClient, NetworkError, TokenError } from '../../src/index.js';
import { rejectionOf } from '../support/expected-errors.js';
import { advanceTime, advanceUntilSettled, NOW, runPendingTasks, useFakeTime } from '../support/fake-time.js';
import { CLIENT, createScriptedClient, createScriptedSource, PROFILE } from '../support/scripted-client.js';
import {
  createResponse,
  cutOffResponse,
  neverResponds,
  type SentRequest,
  scriptedFetch,
} from '../support/scripted-fetch.js';

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
    expect(sent[0]?.headers.get('Authorization')).toBeNull();
    expect(form(sent[0])).toEqual({
      grant_type: 'client_credentials',
      client_id: 'my-service',
      client_secret: 's3cret',
      audience: 'https://acme.example.com/api/v2/',
    });
  });

  test('is sent to the origin of the base URL, without the path of the base URL', async () => {
    const { fetch, sent } = scriptedFetch([issued('fresh'), createResponse(204)]);
    const auth = clientCredentials(CLIENT);
    const management = createManagementClient({ baseUrl: 'http://127.0.0.1:4010/v2', auth, fetch });
    await management.DELETE('/guardian/enrollments/{id}', { params: { path: { id: 'dev_1' } } });
    expect(sent[0]?.url).toBe('http://127.0.0.1:4010/oauth/token/');
    expect(form(sent[0])['audience']).toBe('http://127.0.0.1:4010/api/v2/');
    expect(sent[1]?.headers.get('Authorization')).toBe('Bearer fresh');
  });

  test.each(['/api/v2/', 'urn:other'])('sends the audience %s unchanged', async (audience) => {
    const { token, sent } = createScriptedSource([issued('fresh')], { ...CLIENT, audience });
    await token();
    expect(form(sent[0])['audience']).toBe(audience);
  });

  test.each([
    ['https://login.example.com/token', 'https://login.example.com/token'],
    ['/oauth2/token', 'https://acme.example.com/oauth2/token'],
    ['http://localhost:3000/token', 'http://localhost:3000/token'],
  ])('is sent to the token URL %s', async (tokenUrl, url) => {
    const { token, sent } = createScriptedSource([issued('fresh')], { ...CLIENT, tokenUrl });
    await token();
    expect(sent[0]?.url).toBe(url);
  });

  test('uses the clientAuthentication option instead of client_secret_post', async () => {
    const clientAuthentication = ClientSecretBasic('s3cret');
    const { token, sent } = createScriptedSource([issued('fresh')], { clientId: 'my-service', clientAuthentication });
    await token();
    expect(sent[0]?.headers.get('Authorization')).toBe(`Basic ${btoa('my%2Dservice:s3cret')}`);
    expect(form(sent[0])).not.toHaveProperty('client_secret');
  });

  test('results in a TokenError with the OAuth error code if the token endpoint rejects the client authentication', async () => {
    const clientAuthentication = ClientSecretBasic('s3cret');
    const response = createResponse(401, { error: 'invalid_client' });
    const { token } = createScriptedSource([response], { clientId: 'my-service', clientAuthentication });
    expect(await rejectionOf(token())).toMatchObject({ status: 401, error: 'invalid_client' });
  });

  test('does not follow a redirect: the call throws a TokenError', async () => {
    const { token, sent } = createScriptedSource([
      createResponse(308, undefined, { Location: 'https://elsewhere.example/' }),
    ]);
    expect(await rejectionOf(token())).toBeInstanceOf(TokenError);
    expect(sent[0]?.request.redirect).toBe('manual');
    expect(sent).toHaveLength(1);
  });

  test('does not contain the abort signal, which the token source passes to fetch as a separate argument', async () => {
    const controller = new AbortController();
    const { token, sent } = createScriptedSource([neverResponds]);
    const rejection = rejectionOf(token({ signal: controller.signal }));
    await runPendingTasks();
    controller.abort(new Error('enough'));
    await rejection;
    expect(sent[0]?.signal.aborted).toBe(true);
    expect(sent[0]?.request.signal.aborted).toBe(false);
  });

  test.each([429, 502, 503, 504])('is retried after status %i', async (status) => {
    useFakeTime();
    const { token, sent } = createScriptedSource([createResponse(status), issued('fresh')]);
    expect(await advanceUntilSettled(token())).toBe('fresh');
    expect(sent).toHaveLength(2);
  });

  test('is retried after a network error', async () => {
    useFakeTime();
    const { token } = createScriptedSource([new TypeError('fetch failed'), issued('fresh')]);
    expect(await advanceUntilSettled(token())).toBe('fresh');
  });

  test('is authenticated again for each retry', async () => {
    useFakeTime();
    let assertions = 0;
    const { token, sent } = createScriptedSource(
      [createResponse(503), new TypeError('fetch failed'), issued('fresh')],
      {
        clientId: 'my-service',
        clientAuthentication: (_server, _client, body) => {
          assertions += 1;
          body.set('client_assertion', `assertion-${assertions}`);
        },
      },
    );
    expect(await advanceUntilSettled(token())).toBe('fresh');
    expect(sent.map((request) => form(request)['client_assertion'])).toEqual([
      'assertion-1',
      'assertion-2',
      'assertion-3',
    ]);
  });

  test('is retried after the delay in Retry-After', async () => {
    useFakeTime();
    const { token, sent } = createScriptedSource([createResponse(429, {}, { 'Retry-After': '3' }), issued('fresh')]);
    await advanceUntilSettled(token());
    expect((sent[1]?.at ?? Number.NaN) - NOW).toBe(3_000);
  });

  test('is retried at most twice', async () => {
    useFakeTime();
    const { token, sent } = createScriptedSource([createResponse(503), createResponse(503), createResponse(503)]);
    const error = await advanceUntilSettled(rejectionOf(token()));
    expect(error).toBeInstanceOf(TokenError);
    expect(error).toMatchObject({ status: 503 });
    expect(sent).toHaveLength(3);
  });

  test('is not retried after status 500', async () => {
    const { token, sent } = createScriptedSource([createResponse(500)]);
    expect(await rejectionOf(token())).toMatchObject({ status: 500 });
    expect(sent).toHaveLength(1);
  });

  test('is not retried if the delay would exceed the deadline of the call', async () => {
    useFakeTime();
    const auth = clientCredentials(CLIENT);
    const { read, sent } = createScriptedClient([createResponse(429, {}, { 'Retry-After': '30' })], {
      auth,
      timeout: 5_000,
    });
    const error = await advanceUntilSettled(rejectionOf(read()));
    expect(error).toBeInstanceOf(TokenError);
    expect(error).toMatchObject({ status: 429 });
    expect(sent).toHaveLength(1);
    expect(Date.now()).toBe(NOW);
  });

  test('is retried if at least one waiting call has a deadline after the delay', async () => {
    useFakeTime();
    const { token } = createScriptedSource([createResponse(429, {}, { 'Retry-After': '30' }), issued('fresh')]);
    const calls = [token({ timeout: 5_000 }), token({ timeout: 50_000 }), token({ timeout: 1 })];
    expect(await advanceUntilSettled(Promise.all(calls))).toEqual(['fresh', 'fresh', 'fresh']);
  });

  test('is not retried if all calls that wait for the token are aborted during the delay', async () => {
    useFakeTime();
    const controller = new AbortController();
    const { token, sent } = createScriptedSource([createResponse(429, {}, { 'Retry-After': '30' })]);
    const rejection = rejectionOf(token({ signal: controller.signal }));
    await runPendingTasks();
    controller.abort(new Error('enough'));
    expect((await rejection).message).toBe('enough');
    expect(vi.getTimerCount()).toBe(0);
    expect(sent).toHaveLength(1);
  });

  test('is not retried if the client authentication throws: the call throws the same error', async () => {
    const failure = new Error('no key');
    const clientAuthentication = vi.fn(() => {
      throw failure;
    });
    const { token } = createScriptedSource([], { clientId: 'my-service', clientAuthentication });
    await expect(token()).rejects.toBe(failure);
    expect(clientAuthentication).toHaveBeenCalledOnce();
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

  test.each([1, 10, 100, 3_600, 86_400])(
    'with expires_in %i is replaced once during ten calls that are spread over its lifetime',
    async (seconds) => {
      useFakeTime();
      const { token, sent } = createScriptedSource([
        issued('first', { expires_in: seconds }),
        issued('second', { expires_in: seconds }),
      ]);
      const tokens: string[] = [];
      for (const nth of Array(10).keys()) {
        vi.setSystemTime(NOW + Math.min((nth * seconds * 1_000) / 9, seconds * 1_000 - 1));
        tokens.push(await token());
      }
      expect(tokens.slice(0, 8)).toEqual(Array(8).fill('first'));
      expect(tokens[9]).toBe('second');
      expect(sent).toHaveLength(2);
    },
  );

  test.each([100, 86_400])('with expires_in %i is used for nine tenths of its lifetime', async (seconds) => {
    useFakeTime();
    const { token } = createScriptedSource([issued('first', { expires_in: seconds })]);
    await token();
    vi.setSystemTime(NOW + seconds * 900 - 1);
    expect(await token()).toBe('first');
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

  test('has a lifetime that starts when the token request is sent', async () => {
    useFakeTime();
    const slow = () => {
      vi.setSystemTime(NOW + 60_000);
      return issued('first', { expires_in: 100 });
    };
    const { token } = createScriptedSource([slow, issued('second')]);
    expect(await token()).toBe('first');
    vi.setSystemTime(NOW + 95_000);
    expect(await token()).toBe('second');
  });

  test('has a lifetime that starts when the last retry of the token request is sent', async () => {
    useFakeTime();
    const { token } = createScriptedSource([
      createResponse(429, {}, { 'Retry-After': '50' }),
      issued('first', { expires_in: 100 }),
    ]);
    expect(await advanceUntilSettled(token())).toBe('first');
    vi.setSystemTime(NOW + 130_000);
    expect(await token()).toBe('first');
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

  test('is accepted if expires_in is a string', async () => {
    useFakeTime();
    const { token } = createScriptedSource([issued('first', { expires_in: '3600' })]);
    await token();
    vi.setSystemTime(NOW + 3_000_000);
    expect(await token()).toBe('first');
  });

  test.each(['Bearer', 'bearer', undefined])('is accepted if token_type is %s', async (token_type) => {
    const { token } = createScriptedSource([issued('fresh', { token_type })]);
    expect(await token()).toBe('fresh');
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

  test('is requested once for two tenants with the same token URL and audience', async () => {
    const { token, sent } = createScriptedSource([issued('fresh')], {
      ...CLIENT,
      tokenUrl: 'https://login.example.com/token',
      audience: 'urn:both',
    });
    expect(await token({ origin: 'https://acme.example.com' })).toBe('fresh');
    expect(await token({ origin: 'https://bolt.example.com' })).toBe('fresh');
    expect(sent).toHaveLength(1);
  });

  test('is requested separately for each token URL', async () => {
    const { token } = createScriptedSource([issued('of-acme'), issued('of-bolt')], { ...CLIENT, audience: 'urn:both' });
    expect(await token({ origin: 'https://acme.example.com' })).toBe('of-acme');
    expect(await token({ origin: 'https://bolt.example.com' })).toBe('of-bolt');
    expect(await token({ origin: 'https://acme.example.com' })).toBe('of-acme');
  });

  test('is requested separately for each audience', async () => {
    const { token } = createScriptedSource([issued('of-acme'), issued('of-bolt')], {
      ...CLIENT,
      tokenUrl: 'https://login.example.com/token',
    });
    expect(await token({ origin: 'https://acme.example.com' })).toBe('of-acme');
    expect(await token({ origin: 'https://bolt.example.com' })).toBe('of-bolt');
  });

  test('is not shared between two token sources', async () => {
    const first = createScriptedSource([issued('first')]);
    const second = createScriptedSource([issued('second')]);
    expect(await first.token()).toBe('first');
    expect(await second.token()).toBe('second');
  });
});

describe('a token request that fails', () => {
  test('makes the call throw a NetworkError if fetch rejects', async () => {
    useFakeTime();
    const failed = new TypeError('fetch failed');
    const { token } = createScriptedSource([new TypeError('a'), new TypeError('b'), failed]);
    const error = await advanceUntilSettled(rejectionOf(token()));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ method: 'POST', path: '/oauth/token/', attempts: 3, during: 'token', cause: failed });
  });

  test('makes the call throw a NetworkError if a successful response is cut off', async () => {
    const terminated = new TypeError('terminated');
    const { token } = createScriptedSource([cutOffResponse(200, terminated)]);
    expect(await rejectionOf(token())).toMatchObject({
      name: 'NetworkError',
      attempts: 1,
      during: 'token',
      cause: terminated,
    });
  });

  test.each([
    ['a 403 response', createResponse(403, { error: 'unauthorized_client' })],
    ['a 200 response without a token', createResponse(200, {})],
    ['a 200 response that is cut off', cutOffResponse(200, new TypeError('terminated'))],
  ])('with %s does not affect the next call', async (_case, first) => {
    const { token } = createScriptedSource([first, issued('fresh')]);
    await rejectionOf(token());
    expect(await token()).toBe('fresh');
  });

  test('makes the call throw a TokenError if the cached token has expired: the expired token is not returned', async () => {
    useFakeTime();
    const { token } = createScriptedSource([
      issued('first', { expires_in: 100 }),
      createResponse(403),
      issued('second'),
    ]);
    await token();
    vi.setSystemTime(NOW + 100_000);
    expect(await rejectionOf(token())).toBeInstanceOf(TokenError);
    expect(await token()).toBe('second');
  });
});
