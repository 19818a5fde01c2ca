import { describe, expect, test, vi } from 'vitest';
import { clientCredentials, createManagementClient } from '../../../src/index.js';
import { rejectionOf, thrownBy } from '../../support/expected-errors.js';
import { createScriptedClient, PROFILE } from '../../support/scripted-client.js';
import { createResponse, scriptedFetch } from '../../support/scripted-fetch.js';

const TENANT = { tenantDomain: 'acme.example.com', auth: 't0ken' };
const CLIENT = { clientId: 'my-service', clientSecret: 's3cret' };

// Only plain JavaScript can pass most of these options.
const create = (options: object) => () => createManagementClient(options as typeof TENANT);
const createSource = (options: object) => () => clientCredentials(options as typeof CLIENT);

/** Returns the message of the TypeError that a function throws. */
function typeErrorMessage(run: () => unknown): string {
  const error = thrownBy(run);
  expect(error).toBeInstanceOf(TypeError);
  return error.message;
}

describe('createManagementClient', () => {
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
  ])('throws a TypeError with a valid example for the invalid tenantDomain %j', (tenantDomain) => {
    const message = typeErrorMessage(create({ ...TENANT, tenantDomain }));
    expect(message).toMatch(/^tenantDomain must be a host name such as acme\.example\.com/);
  });

  test('throws a TypeError if neither or both of tenantDomain and baseUrl are passed', () => {
    expect(typeErrorMessage(create({ auth: 't0ken' }))).toMatch(/tenantDomain.*baseUrl/);
    expect(typeErrorMessage(create({ ...TENANT, baseUrl: 'https://acme.example.com/api/v2' }))).toMatch(
      /tenantDomain.*baseUrl/,
    );
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
  ])('accepts the baseUrl %s', (baseUrl) => {
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
  ])('throws a TypeError for the invalid baseUrl %j', (baseUrl) => {
    expect(typeErrorMessage(create({ baseUrl, auth: 't0ken' }))).toMatch(/^baseUrl must /);
  });

  test.each([undefined, null, '', 'two words', 'line\nbreak', 'ümlaut', '=', 42, {}])(
    'throws a TypeError for the invalid auth %j',
    (auth) => {
      expect(typeErrorMessage(create({ ...TENANT, auth }))).toContain('auth');
    },
  );

  test.each(['fetch', null, {}])('throws a TypeError for the invalid fetch %j', (fetch) => {
    expect(typeErrorMessage(create({ ...TENANT, fetch }))).toContain('fetch');
  });

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, '1000', null])(
    'throws a TypeError for the invalid timeout %o',
    (timeout) => {
      expect(typeErrorMessage(create({ ...TENANT, timeout }))).toContain('timeout');
    },
  );

  test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '2', true, null])(
    'throws a TypeError for the invalid retry %o',
    (retry) => {
      expect(typeErrorMessage(create({ ...TENANT, retry }))).toContain('retry');
    },
  );

  test.each([
    ['headers', 'is null', null],
    ['headers', 'is a string', 'X-Id: 42'],
    ['headers', 'is a number', 42],
    ['headers', 'is an array', [['X-Id', '42']]],
    ['headers', 'is a Headers object', new Headers({ 'X-Id': '42' })],
    ['X-Id', 'contains a header that is null', { 'X-Id': null }],
    ['X-Id', 'contains a header that is an array', { 'X-Id': ['1', '2'] }],
    ['X-Id', 'contains a header with a line break', { 'X-Id': 'line\nbreak' }],
    ['X-Id', 'contains a header with a character outside Latin-1', { 'X-Id': '→' }],
    ['X Id', 'contains a header name with a space', { 'X Id': '42' }],
    ['Authorization', 'contains the header Authorization', { Authorization: 'Bearer other' }],
    ['Authorization', 'contains the header authorization', { authorization: 'Bearer other' }],
    ['Authorization', 'contains the header AUTHORIZATION', { AUTHORIZATION: 'Bearer other' }],
  ])('throws a TypeError that names %s if the headers option %s', (name, _case, headers) => {
    expect(typeErrorMessage(create({ ...TENANT, headers }))).toContain(name);
  });

  test('accepts numbers and booleans as headers, and ignores headers that are undefined', async () => {
    const { fetch, sent } = scriptedFetch([createResponse(200, PROFILE)]);
    const headers = { 'X-Number': 42, 'X-Boolean': false, 'X-Big': 1n, 'X-Latin-1': 'é', 'X-Undefined': undefined };
    // Only plain JavaScript can pass numbers here: the types allow numbers only in header parameters.
    const management = createManagementClient({ ...TENANT, fetch, headers: headers as never });
    await management.GET('/token-exchange-profiles/{id}', { params: { path: { id: 'tep_1' } } });
    const fields = Object.keys(headers).map((name) => sent[0]?.headers.get(name));
    expect(fields).toEqual(['42', 'false', '1', 'é', null]);
  });
});

describe('a call of the client', () => {
  test.each([
    ['timeout', { timeout: 0 }],
    ['timeout', { timeout: '5s' }],
    ['retry', { retry: -1 }],
    ['retry', { retry: true }],
    ['headers', { headers: [['X-Id', '42']] }],
    ['Authorization', { headers: { Authorization: 'Bearer other' } }],
    ['Authorization', { params: { header: { authorization: 'Bearer other' } } }],
    ['X-Id', { params: { header: { 'X-Id': 'line\nbreak' } } }],
  ])('throws a TypeError that names %s for the invalid options %j', async (name, init) => {
    const { call } = createScriptedClient([]);
    const error = await rejectionOf(call('GET', '/things', init));
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toContain(name);
  });

  test.each([undefined, null, '', 'two words', 'line\nbreak', 42])(
    'throws a TypeError and sends no request if the token source returns the invalid token %j',
    async (token) => {
      // Only a token source in plain JavaScript can return some of these values.
      const { read } = createScriptedClient([], { auth: () => token as string });
      const error = await rejectionOf(read());
      expect(error).toBeInstanceOf(TypeError);
      expect(error.message).toContain('auth');
    },
  );

  test('throws a TypeError if the token source returns an invalid token after a 401', async () => {
    const auth = vi.fn().mockReturnValueOnce('t0ken').mockReturnValueOnce('two words');
    const { read } = createScriptedClient([createResponse(401)], { auth });
    const error = await rejectionOf(read());
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toContain('auth');
  });
});

describe('clientCredentials', () => {
  test.each([undefined, null, '', 42, 'half \uD800'])('throws a TypeError for the invalid clientId %j', (clientId) => {
    expect(typeErrorMessage(createSource({ ...CLIENT, clientId }))).toContain('clientId');
  });

  test.each([undefined, null, '', 42, {}])('throws a TypeError for the invalid clientSecret %j', (clientSecret) => {
    expect(typeErrorMessage(createSource({ ...CLIENT, clientSecret }))).toContain('clientSecret');
  });

  test('throws a TypeError if both clientSecret and clientAuthentication are passed', () => {
    expect(typeErrorMessage(createSource({ ...CLIENT, clientAuthentication: () => undefined }))).toMatch(
      /clientSecret.*clientAuthentication/,
    );
  });

  test.each([null, 'client_secret_basic', {}])(
    'throws a TypeError for the invalid clientAuthentication %j',
    (clientAuthentication) => {
      expect(typeErrorMessage(createSource({ clientId: 'my-service', clientAuthentication }))).toContain(
        'clientAuthentication',
      );
    },
  );

  test.for(['', null, 42, ['a']])('throws a TypeError for the invalid audience %j', (audience) => {
    expect(typeErrorMessage(createSource({ ...CLIENT, audience }))).toContain('audience');
  });

  test.each(['', 'http://login.example.com/token', 'https://user:pass@login.example.com/', '//', 'ftp://x/', null, 42])(
    'throws a TypeError for the invalid tokenUrl %j',
    (tokenUrl) => {
      expect(typeErrorMessage(createSource({ ...CLIENT, tokenUrl }))).toContain('tokenUrl');
    },
  );
});
