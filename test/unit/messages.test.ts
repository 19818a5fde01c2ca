// The words that a developer reads, whole: they name the place, and what would be right.
import { describe, expect, test } from 'vitest';
import {
  type ClientCredentialsOptions,
  clientCredentials,
  createManagementClient,
  privateKeyJwt,
  type TokenRequest,
} from '../../src/index.js';
import { answer, deafSilence, scriptedFetch } from './scripted-fetch.js';
import { failure, ID, path, rejection, tenant, thrownBy } from './tenant.js';

const CLIENT = { clientId: 'my-service', clientSecret: 's3cret' };
const TENANT = { tenantDomain: 'acme.example.com', auth: 't0ken' };
const CLIENT_OPTIONS = 'tenantDomain, baseUrl, auth, fetch, timeout, retry, headers';
const CALL_OPTIONS = 'params, body, signal, timeout, retry, headers';
const SOURCE_OPTIONS = 'clientId, clientSecret, clientAuthentication, tokenUrl, audience, tokenCache';
const URL_WORDS = 'a URL such as https://acme.example.com/api/v2 (http: on loopback)';

describe('createManagementClient says', () => {
  test.each<[object, string]>([
    [{ ...TENANT, retires: 1 }, `unknown option retires: expected ${CLIENT_OPTIONS}; got string`],
    [{ auth: 't0ken' }, 'tenantDomain: expected a host such as acme.example.com, or baseUrl; got undefined'],
    [
      { ...TENANT, baseUrl: 'https://x.example' },
      'tenantDomain: expected a host such as acme.example.com, or baseUrl; got string',
    ],
    [{ auth: 't0ken', baseUrl: 'http://acme.example.com' }, `baseUrl: expected ${URL_WORDS}; got string`],
    [{ auth: 't0ken', baseUrl: 'ftp://x/http://localhost/' }, `baseUrl: expected ${URL_WORDS}; got string`],
    [{ ...TENANT, fetch: 'fetch' }, 'fetch: expected a function; got string'],
    [{ ...TENANT, auth: 'two words' }, 'auth: expected a bearer token (RFC 6750); got string'],
    [{ ...TENANT, timeout: 0 }, 'timeout: expected an integer from 1 to 2147483647; got number'],
    [{ ...TENANT, retry: -1 }, 'retry: expected an integer from 0 to 2147483647; got number'],
    [{ ...TENANT, headers: 'X: 1' }, 'headers: expected an object of strings; got string'],
    [{ ...TENANT, headers: { 'X-Id': 'ā' } }, 'headers.X-Id: expected a Latin-1 string, not Authorization; got string'],
  ])('of %o: %s', (options, message) => {
    // Plain JavaScript, which no type stops.
    const error = thrownBy(() => createManagementClient(options as Parameters<typeof createManagementClient>[0]));
    expect(error.message).toBe(message);
  });

  test('nothing of the loopback addresses with many digits', () => {
    expect(() => createManagementClient({ baseUrl: 'http://127.10.200.255:8080/v2', auth: 't0ken' })).not.toThrow();
  });
});

describe('a call says', () => {
  test.each<[string, object, string]>([
    ['/things', { baseUrl: 'https://x.example' }, `unknown option baseUrl: expected ${CALL_OPTIONS}; got string`],
    [
      '/{id}',
      { params: { path: { id: '..' } } },
      'params.path.id: expected a segment, not "", "." or ".."; got string',
    ],
    ['/../..', {}, 'path: expected one below baseUrl; got string'],
  ])('of %s with %o: %s', async (template, init, message) => {
    const { call } = tenant([]);
    expect((await rejection(call('GET', template, init))).message).toBe(message);
  });

  test('what was wrong with a success', async () => {
    const html = answer(200, '<html>', { 'Content-Type': 'text/html' });
    const { read } = tenant([html, answer(200)]);
    const success = '200 OK: GET /token-exchange-profiles/{id}';
    expect((await failure(read())).message).toBe(`${success}: the body is not JSON`);
    expect((await failure(read())).message).toBe(`${success}: the body is empty`);
  });

  test('how long it was allowed to take', async () => {
    const { read } = tenant([deafSilence]);
    expect((await rejection(read({ timeout: 5 }))).message).toBe(
      'GET /token-exchange-profiles/{id} timed out after 5 ms (attempt 1, waiting for the response)',
    );
  });
});

describe('clientCredentials says', () => {
  test.each<[object, string]>([
    [{ ...CLIENT, audiences: 'x' }, `unknown option audiences: expected ${SOURCE_OPTIONS}; got string`],
    [{ ...CLIENT, clientId: '' }, "clientId: expected a non-empty string, such as 'my-service'; got string"],
    [
      { clientId: 'my-service' },
      'clientCredentials: expected clientSecret, a non-empty string, or clientAuthentication; got undefined',
    ],
    [
      { clientId: 'my-service', clientAuthentication: 1 },
      'clientAuthentication: expected a function, such as ClientSecretBasic(clientSecret); got number',
    ],
    [
      { ...CLIENT, audience: '' },
      "audience: expected a non-empty string, such as 'https://acme.example.com/api/v2/'; got string",
    ],
    [{ ...CLIENT, tokenUrl: 'http://acme.example.com/' }, `tokenUrl: expected ${URL_WORDS}; got string`],
    [{ ...CLIENT, tokenCache: 1 }, 'tokenCache must be sharedTokenCache(store); wrap the store'],
  ])('of %o: %s', (options, message) => {
    // Plain JavaScript, which no type stops.
    expect(thrownBy(() => clientCredentials(options as ClientCredentialsOptions)).message).toBe(message);
  });

  test('that a relative token URL leads nowhere against an insecure origin', async () => {
    const { fetch } = scriptedFetch([]);
    const { signal } = new AbortController();
    const request: TokenRequest = { origin: 'http://acme.example.com', fetch, signal };
    const error = await rejection(clientCredentials(CLIENT)(request));
    expect(error.message).toBe(`tokenUrl: expected ${URL_WORDS}; got string`);
  });
});

describe('a TokenError says', () => {
  test.each<[Response, string]>([
    [answer(300), 'Token request: 300: redirect not followed'],
    [new Response(null, { status: 399 }), 'Token request: 399: redirect not followed'],
    [answer(400), 'Token request: 400: no OAuth error in the body'],
    [answer(401, { error: 'invalid_client', error_description: 'Who?' }), 'Token request: 401: invalid_client: Who?'],
    [answer(401, { error_description: 's3cret is wrong' }), 'Token request: 401: [client secret] is wrong'],
    [
      new Response('{}', { status: 418, statusText: 's3cret is wrong' }),
      'Token request: 418: no OAuth error in the body',
    ],
    [answer(200), 'Token request: 200: no usable access_token in the body'],
    [answer(200, ['access_token']), 'Token request: 200: no usable access_token in the body'],
    [answer(200, { access_token: 'fresh', token_type: 'DPoP' }), 'Token request: 200: token_type is not Bearer'],
    [answer(200, { access_token: 'fresh', token_type: 'x"bearer' }), 'Token request: 200: token_type is not Bearer'],
    [answer(200, { access_token: 'fresh', token_type: 'bearer"x' }), 'Token request: 200: token_type is not Bearer'],
  ])('of %o: %s', async (response, message) => {
    const { fetch } = scriptedFetch([response]);
    const { signal } = new AbortController();
    const token = clientCredentials(CLIENT)({ origin: 'https://acme.example.com', fetch, signal });
    expect((await rejection(token)).message).toBe(message);
  });

  test('the very words of the endpoint where there is no client secret', async () => {
    const { fetch } = scriptedFetch([answer(400, { error_description: 'undefined is not allowed' })]);
    const { signal } = new AbortController();
    const clientAuthentication = () => undefined;
    const source = clientCredentials({ clientId: 'my-service', clientAuthentication });
    const error = await rejection(source({ origin: 'https://acme.example.com', fetch, signal }));
    expect(error.message).toBe('Token request: 400: undefined is not allowed');
  });

  test('no client secret that the endpoint echoes as it was sent in the form', async () => {
    const { fetch } = scriptedFetch([answer(400, { error_description: 'client_secret=p%2Bw%2F1%26' })]);
    const { signal } = new AbortController();
    const source = clientCredentials({ clientId: 'my-service', clientSecret: 'p+w/1&' });
    const error = await rejection(source({ origin: 'https://acme.example.com', fetch, signal }));
    expect(error.message).toBe('Token request: 400: client_secret=[client secret]');
  });
});

describe('privateKeyJwt says', () => {
  const source = (options: Parameters<typeof privateKeyJwt>[0]) =>
    clientCredentials({ clientId: 'my-service', clientAuthentication: privateKeyJwt(options) });

  test.each<[Parameters<typeof privateKeyJwt>[0], string]>([
    [{ key: { kty: 'RSA' } }, "key: expected a private key for RS256, or alg: 'ES256' for an EC key"],
    [{ key: { kty: 'EC' }, alg: 'ES256' }, 'key: expected a private key for ES256'],
  ])('of %o: %s', async (options, message) => {
    const { fetch } = scriptedFetch([]);
    const { signal } = new AbortController();
    const error = await rejection(source(options)({ origin: 'https://acme.example.com', fetch, signal }));
    expect(error.message).toBe(message);
  });
});

test('a body is copied before it is sent, and a first request without one is not', async () => {
  const { call, sent } = tenant([answer(204), answer(204)]);
  const clone = Request.prototype.clone;
  let copies = 0;
  Request.prototype.clone = function (this: Request) {
    copies += 1;
    return clone.call(this);
  };
  try {
    await call('DELETE', '/token-exchange-profiles/{id}', path);
    expect(copies).toBe(0);
    await call('POST', '/things', { body: { id: ID } });
    expect(copies).toBe(1);
  } finally {
    Request.prototype.clone = clone;
  }
  expect(sent.map(({ method }) => method)).toEqual(['DELETE', 'POST']);
});
