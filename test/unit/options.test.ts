import { describe, expect, test, vi } from 'vitest';
import { clientCredentials, createManagementClient } from '../../src/index.js';
import { rejectionOf, thrownBy } from '../support/expected-errors.js';
import { createScriptedClient, PROFILE } from '../support/scripted-client.js';
import { createResponse, scriptedFetch } from '../support/scripted-fetch.js';

const TENANT = { tenantDomain: 'acme.example.com', auth: 't0ken' };
const CLIENT = { clientId: 'my-service', clientSecret: 's3cret' };

// What only plain JavaScript can do: the types refuse most of these options.
const create = (options: object) => () => createManagementClient(options as typeof TENANT);
const createSource = (options: object) => () => clientCredentials(options as typeof CLIENT);

/** The message of the TypeError that a function must throw. */
function refusal(run: () => unknown): string {
  const error = thrownBy(run);
  expect(error).toBeInstanceOf(TypeError);
  return error.message;
}

describe('createManagementClient', () => {
  test.each(['acme.example.com', 'ACME.example.com', 'my-tenant.eu.example.com', 'localhost', 'xn--bcher-kva.example'])(
    'accepts the tenant domain %s',
    (tenantDomain) => {
      expect(create({ ...TENANT, tenantDomain })).not.toThrow();
    },
  );

  test.each([
    '',
    'https://acme.example.com',
    'acme.example.com/',
    'acme.example.com/api/v2',
    'acme.example.com:8443',
    'user@acme.example.com',
    'user:pass@acme.example.com',
    'acme.example.com?x',
    'acme.example.com#x',
    'acme.example.com\\x',
    'acme example.com',
    'acme..example.com',
    '.example.com',
    'acme.example.com\n',
    '{tenant_domain}',
    '$&',
    '0x7f.1',
    42,
    null,
    {},
  ])('refuses the tenant domain %j and shows a valid one', (tenantDomain) => {
    const message = refusal(create({ ...TENANT, tenantDomain }));
    expect(message).toMatch(/^tenantDomain must be a host name such as acme\.example\.com/);
  });

  test('needs either a tenant domain or a base URL', () => {
    expect(refusal(create({ auth: 't0ken' }))).toMatch(/tenantDomain.*baseUrl/);
    expect(refusal(create({ ...TENANT, baseUrl: 'https://acme.example.com/api/v2' }))).toMatch(/tenantDomain.*baseUrl/);
  });

  test.each([
    'https://acme.example.com/api/v2',
    'https://acme.example.com:8443/api/v2/',
    'http://localhost',
    'http://localhost:4010',
    'http://127.0.0.1:4010/',
    'http://127.1.2.3/x',
    'http://127.0.10.255',
    'http://[::1]:4010',
  ])('accepts the base URL %s', (baseUrl) => {
    expect(create({ baseUrl, auth: 't0ken' })).not.toThrow();
  });

  test.each([
    '',
    'acme.example.com',
    '/api/v2',
    'http://acme.example.com/api/v2',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://127.example.com',
    'http://evil-localhost',
    'http://a.localhost',
    'http://10.0.0.1',
    'http://[::2]',
    'http://0.0.0.0:4010',
    'ftp://acme.example.com',
    'file:///etc/hosts',
    'javascript:alert(1)',
    'https://user:pass@acme.example.com',
    'http://localhost@evil.example',
    'https://acme.example.com/?x=1',
    'https://acme.example.com/#x',
    42,
    null,
  ])('refuses the base URL %j', (baseUrl) => {
    expect(refusal(create({ baseUrl, auth: 't0ken' }))).toMatch(/^baseUrl must /);
  });

  test.each([undefined, null, '', 'two words', 'line\nbreak', 'ümlaut', '=', 42, {}])('refuses the auth %j', (auth) => {
    expect(refusal(create({ ...TENANT, auth }))).toContain('auth');
  });

  test.each(['t', 'eyJhbGciOi.eyJpc3Mi.c2ln-_', 'a~b+c/d==', () => 't0ken', async () => 't0ken'])(
    'accepts the auth %s',
    (auth) => {
      expect(create({ ...TENANT, auth })).not.toThrow();
    },
  );

  test.each(['fetch', null, {}])('refuses the fetch %j', (fetch) => {
    expect(refusal(create({ ...TENANT, fetch }))).toContain('fetch');
  });

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, '1000', null])(
    'refuses the timeout %j',
    (timeout) => {
      expect(refusal(create({ ...TENANT, timeout }))).toContain('timeout');
    },
  );

  test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '2', true, null])('refuses the retry %j', (retry) => {
    expect(refusal(create({ ...TENANT, retry }))).toContain('retry');
  });

  test.each([
    ['headers', null],
    ['headers', 'X-Id: 42'],
    ['headers', 42],
    ['headers', [['X-Id', '42']]],
    ['headers', new Headers({ 'X-Id': '42' })],
    ['X-Id', { 'X-Id': null }],
    ['X-Id', { 'X-Id': ['1', '2'] }],
    ['X-Id', { 'X-Id': 'line\nbreak' }],
    ['X-Id', { 'X-Id': '→' }],
    ['X Id', { 'X Id': '42' }],
    ['Authorization', { Authorization: 'Bearer other' }],
    ['Authorization', { authorization: 'Bearer other' }],
    ['Authorization', { AUTHORIZATION: 'Bearer other' }],
  ])('names %s in the message for the headers %j', (name, headers) => {
    expect(refusal(create({ ...TENANT, headers }))).toContain(name);
  });

  test('sends numbers and booleans as header fields, and leaves out undefined', async () => {
    const { fetch, sent } = scriptedFetch([createResponse(200, PROFILE)]);
    const headers = { 'X-Number': 42, 'X-Boolean': false, 'X-Big': 1n, 'X-Latin-1': 'é', 'X-Undefined': undefined };
    // Only plain JavaScript can pass numbers here; header parameters have them also by their types.
    const management = createManagementClient({ ...TENANT, fetch, headers: headers as never });
    await management.GET('/token-exchange-profiles/{id}', { params: { path: { id: 'tep_1' } } });
    const fields = Object.keys(headers).map((name) => sent[0]?.headers.get(name));
    expect(fields).toEqual(['42', 'false', '1', 'é', null]);
  });

  test.each(['tenant', 'baseURL', 'base_url', 'retries', 'signal', 'use', 'middleware', 'redirect', 'credentials'])(
    'refuses the unknown option %s',
    (name) => {
      expect(refusal(create({ ...TENANT, [name]: undefined }))).toContain(name);
    },
  );

  test('uses the default of an option that is undefined', () => {
    const undefinedOptions = { baseUrl: undefined, fetch: undefined, timeout: undefined, retry: undefined };
    expect(create({ ...TENANT, ...undefinedOptions, headers: undefined })).not.toThrow();
  });

  test('calls neither the token source nor fetch', () => {
    const { fetch } = scriptedFetch([]);
    const auth = vi.fn(() => 't0ken');
    createManagementClient({ ...TENANT, auth, fetch });
    expect(auth).not.toHaveBeenCalled();
  });
});

describe('a call', () => {
  test.each(['baseUrl', 'fetch', 'redirect', 'middleware', 'pathSerializer'])(
    'refuses the option %s of openapi-fetch',
    async (name) => {
      const { call } = createScriptedClient([]);
      const error = await rejectionOf(call('GET', '/things', { [name]: undefined }));
      expect(error).toBeInstanceOf(TypeError);
      expect(error.message).toContain(name);
    },
  );

  test.each(['querySerializer', 'bodySerializer', 'parseAs', 'Request', 'credentials', 'method', 'header', 'auth'])(
    'refuses the unknown option %s',
    async (name) => {
      const { call } = createScriptedClient([]);
      const error = await rejectionOf(call('GET', '/things', { [name]: 'x' }));
      expect(error).toBeInstanceOf(TypeError);
      expect(error.message).toContain(name);
    },
  );

  test.each([
    ['timeout', { timeout: 0 }],
    ['timeout', { timeout: '5s' }],
    ['retry', { retry: -1 }],
    ['retry', { retry: true }],
    ['headers', { headers: [['X-Id', '42']] }],
    ['Authorization', { headers: { Authorization: 'Bearer other' } }],
    ['Authorization', { params: { header: { authorization: 'Bearer other' } } }],
    ['X-Id', { params: { header: { 'X-Id': 'line\nbreak' } } }],
  ])('names %s in the message for the options %j', async (name, init) => {
    const { call } = createScriptedClient([]);
    const error = await rejectionOf(call('GET', '/things', init));
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toContain(name);
  });

  test('accepts the largest timeout and no retry', async () => {
    const { read } = createScriptedClient([createResponse(200, PROFILE)]);
    expect((await read({ timeout: 2 ** 31 - 1, retry: 0 })).data).toEqual(PROFILE);
  });

  test.each([undefined, null, '', 'two words', 'line\nbreak', 42])(
    'refuses the token %j of its source and sends no request',
    async (token) => {
      // What only a source in plain JavaScript can give.
      const { read } = createScriptedClient([], { auth: () => token as string });
      const error = await rejectionOf(read());
      expect(error).toBeInstanceOf(TypeError);
      expect(error.message).toContain('auth');
    },
  );

  test('refuses a malformed token also after a 401', async () => {
    // What only a source in plain JavaScript can give.
    const auth = vi.fn().mockReturnValueOnce('t0ken').mockReturnValueOnce('two words');
    const { read } = createScriptedClient([createResponse(401)], { auth });
    const error = await rejectionOf(read());
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toContain('auth');
  });
});

describe('clientCredentials', () => {
  test.each([undefined, null, '', 42, 'half \uD800'])('refuses the client id %j', (clientId) => {
    expect(refusal(createSource({ ...CLIENT, clientId }))).toContain('clientId');
  });

  test.each([undefined, null, '', 42, {}])('refuses the client secret %j', (clientSecret) => {
    expect(refusal(createSource({ ...CLIENT, clientSecret }))).toContain('clientSecret');
  });

  test('refuses a client secret next to another client authentication', () => {
    expect(refusal(createSource({ ...CLIENT, clientAuthentication: () => undefined }))).toMatch(
      /clientSecret.*clientAuthentication/,
    );
  });

  test.each([null, 'client_secret_basic', {}])('refuses the client authentication %j', (clientAuthentication) => {
    expect(refusal(createSource({ clientId: 'my-service', clientAuthentication }))).toContain('clientAuthentication');
  });

  test.each(['', null, 42, ['a']])('refuses the audience %j', (audience) => {
    expect(refusal(createSource({ ...CLIENT, audience }))).toContain('audience');
  });

  test.each(['', 'http://login.example.com/token', 'https://user:pass@login.example.com/', '//', 'ftp://x/', null, 42])(
    'refuses the token URL %j',
    (tokenUrl) => {
      expect(refusal(createSource({ ...CLIENT, tokenUrl }))).toContain('tokenUrl');
    },
  );

  test.each(['tokenURL', 'secret', 'scope', 'client_id'])('refuses the unknown option %s', (name) => {
    expect(refusal(createSource({ ...CLIENT, [name]: 'x' }))).toContain(name);
  });

  test('sends no request before it is asked for a token', () => {
    expect(createSource(CLIENT)).not.toThrow();
  });

  test('does not change its options', () => {
    expect(createSource(Object.freeze({ ...CLIENT }))).not.toThrow();
  });
});
