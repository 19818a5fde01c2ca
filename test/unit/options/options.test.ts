import { describe, expect, test, vi } from 'vitest';
import { createJournal, createPacer } from '../../../src/bulk/index.ts';
import { clientCredentials, createManagementClient } from '../../../src/index.ts';
import { rejectionOf, thrownBy } from '../../support/expected-errors.ts';
import { createScriptedClient, PROFILE } from '../../support/scripted-client.ts';
import { createResponse, scriptedFetch } from '../../support/scripted-fetch.ts';

const TENANT = { tenantDomain: 'acme.example.com', auth: 't0ken' };
const CLIENT = { clientId: 'my-service', clientSecret: 's3cret' };

// Only plain JavaScript can pass most of these options.
const create = (options: object) => () => createManagementClient(options as typeof TENANT);
/** Returns the message of the TypeError that a function throws. */
function typeErrorMessage(run: () => unknown): string {
  const error = thrownBy(run);
  expect(error).toBeInstanceOf(TypeError);
  return error.message;
}

describe('createManagementClient', () => {
  test.each([
    'acme.example.com/',
    'user@acme.example.com',
    'acme.example.com?x',
    'acme.example.com\\x',
    'acme example.com',
    '.example.com',
    'acme.example.com\n',
    '{tenant_domain}',
    '$&',
    '0x7f.1',
    42,
  ])('throws a TypeError with a valid example for the invalid tenantDomain %j', (tenantDomain) => {
    const message = typeErrorMessage(create({ ...TENANT, tenantDomain }));
    expect(message).toMatch(/^tenantDomain must be a host name such as acme\.example\.com/);
  });

  test('throws a TypeError that names tenantDomain for Punycode that the runtime rejects, as Node.js 20 does', () => {
    vi.spyOn(URL, 'canParse').mockReturnValueOnce(false);
    const message = typeErrorMessage(create({ ...TENANT, tenantDomain: 'xn--a.example.com' }));
    expect(message).toMatch(/^tenantDomain must be a host name such as acme\.example\.com/);
  });

  test.each([
    'https://acme.example.com/api/v2',
    'https://acme.example.com:8443/api/v2/',
    'http://localhost',
    'http://127.0.0.1:4010/',
    'http://127.0.10.255',
    'http://[::1]:4010',
  ])('accepts the baseUrl %s', (baseUrl) => {
    expect(create({ baseUrl, auth: 't0ken' })).not.toThrow();
  });

  test.each([
    ['http://sandbox:4020', '/oauth/token'],
    ['http://localhost:4020', 'http://sandbox:4020/oauth/token'],
    ['https://acme.example.com', 'http://sandbox:4020/oauth/token'],
  ])('with allowHttp sends requests to the baseUrl %s and to the token URL %s', async (baseUrl, tokenUrl) => {
    const { fetch, sent } = scriptedFetch([createResponse(200, { access_token: 'a' }), createResponse(200, PROFILE)]);
    const auth = clientCredentials({ ...CLIENT, tokenUrl });
    const management = createManagementClient({ baseUrl, auth, allowHttp: true, fetch });
    await management.GET('/token-exchange-profiles/{id}', { params: { path: { id: 'tep_1' } } });
    expect(sent.map(({ url }) => url)).toEqual([
      'http://sandbox:4020/oauth/token',
      `${baseUrl}/token-exchange-profiles/tep_1`,
    ]);
  });

  test.each([
    '/api/v2',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://evil-localhost',
    'http://a.localhost',
    'http://[::2]',
    'http://0.0.0.0:4010',
    'file:///etc/hosts',
    'http://127.0.0.1:pass@acme.example.com',
    'http://localhost@evil.example',
  ])('throws a TypeError for the invalid baseUrl %j', (baseUrl) => {
    expect(typeErrorMessage(create({ baseUrl, auth: 't0ken' }))).toMatch(/^baseUrl must /);
  });

  test.each([
    ['a URL', new URL('http://localhost:4010/v2')],
    ['a URL of another realm', { href: 'http://localhost:4010/v2', [Symbol.toStringTag]: 'URL' } as object as URL],
  ])('accepts %s as baseUrl', async (_what, baseUrl) => {
    const { fetch, sent } = scriptedFetch([createResponse(200, PROFILE)]);
    const management = createManagementClient({ baseUrl, auth: 't0ken', fetch });
    await management.GET('/token-exchange-profiles/{id}', { params: { path: { id: 'tep_1' } } });
    expect(sent[0]?.url).toBe('http://localhost:4010/v2/token-exchange-profiles/tep_1');
  });

  test('accepts numbers and booleans as headers, and ignores headers that are undefined or null', async () => {
    const fields = { 'X-Number': 42, 'X-Boolean': false, 'X-Big': 1n, 'X-Latin-1': 'é', 'X-Undefined': undefined };
    // Only plain JavaScript can pass numbers here: the types allow numbers only in header parameters.
    const headers = { ...fields, 'X-Null': null } as object as Record<string, null>;
    const { read, sent } = createScriptedClient([createResponse(200, PROFILE)], { headers });
    await read({ headers: new Headers({ 'X-Call': 'a' }) });
    const names = [...Object.keys(headers), 'X-Call'];
    expect(names.map((name) => sent[0]?.headers.get(name))).toEqual(['42', 'false', '1', 'é', null, null, 'a']);
  });

  test('accepts Headers of another realm or package', async () => {
    const pairs = [['X-Call', 'a']];
    const headers = { [Symbol.iterator]: () => pairs.values(), [Symbol.toStringTag]: 'Headers' } as object as Headers;
    const { read, sent } = createScriptedClient([createResponse(200, PROFILE)]);
    await read({ headers });
    expect(sent[0]?.headers.get('X-Call')).toBe('a');
  });
});

describe('a call of the client', () => {
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

const journal = createJournal({ read: async function* () {}, append: async () => undefined });

describe('an opaque object', () => {
  test('of another version of the package is rejected, and the message names the remedy', () => {
    const pacer = { [Symbol.for('tenant-management-client Pacer 0')]: {} };
    const error = thrownBy(() =>
      createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken', pacer: pacer as never }),
    );
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe(
      'pacer must be the result of createPacer() from the same version of tenant-management-client',
    );
  });

  test('of another copy of the same version of the package is accepted', () => {
    const enter = () => () => undefined;
    const pacer = { [Symbol.for('tenant-management-client Pacer 2')]: { resendsRefused: false, enter } };
    expect(() =>
      createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken', pacer: pacer as never }),
    ).not.toThrow();
  });

  test.each([
    [
      'pacer',
      'a journal',
      () => createManagementClient({ baseUrl: 'https://a.example', auth: 't', pacer: journal as never }),
      'pacer must be the result of createPacer() from the same version of tenant-management-client',
    ],
    [
      'tokenCache',
      'a pacer',
      () => clientCredentials({ clientId: 'a', clientSecret: 'b', tokenCache: createPacer() as never }),
      'tokenCache must be the result of sharedTokenCache(store) from the same version of tenant-management-client',
    ],
  ])('of another kind is rejected: the option %s does not accept %s', (_option, _value, create, message) => {
    expect(thrownBy(create).message).toBe(message);
  });
});
