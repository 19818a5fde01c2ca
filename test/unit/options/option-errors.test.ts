// These tests check the message for each invalid option or argument. The message names the option and the remedy. It
// never contains the value, which can be a secret. The client throws the error before it sends a request.
import { describe, expect, test, vi } from 'vitest';
import { clientCredentials, createManagementClient, privateKeyJwt, type TokenRequest } from '../../../src/index.ts';
import { rejectionOf, thrownBy } from '../../support/expected-errors.ts';
import { createScriptedClient, ID } from '../../support/scripted-client.ts';
import { scriptedFetch } from '../../support/scripted-fetch.ts';

/** A value that no message may contain. */
const VALUE = 's3cret';
const SOME_CLIENT = { clientId: 'my-service', clientSecret: VALUE };
const TENANT = { tenantDomain: 'acme.example.com', auth: 't0ken' };
const TEMPLATE = '/token-exchange-profiles/{id}';

const CLIENT_OPTIONS =
  'Valid options: tenantDomain, baseUrl, allowHttp, auth, fetch, timeout, attemptTimeout, retry, headers, pacer';
const CALL_OPTIONS = 'Valid options: params, body, signal, timeout, attemptTimeout, retry, headers, pace';
const SOURCE_OPTIONS =
  'Valid options: clientId, clientSecret, clientAuthentication, tokenUrl, audience, headers, tokenCache';
const HOST = 'tenantDomain must be a host name such as acme.example.com';
const PORT_OR_PATH = `${HOST}; for a port or a path, pass baseUrl`;
const URL_SHAPE = 'must be a URL such as https://acme.example.com/api/v2';
const HTTPS = 'must start with https://; for http://, pass allowHttp';
const ONLY_PATH = 'must not contain a user, a query or a fragment';
const AUTH = 'auth must be an access token or a function that returns one, such as clientCredentials(…)';
const BEARER = 'a bearer token (RFC 6750), without spaces or line breaks';
const NO_PREFIX = 'the access token without the prefix "Bearer "';
const TIMEOUT = 'timeout must be a whole number of milliseconds from 1 to 2147483647';
const RETRY = 'retry must be a whole number from 0 to 2147483647';
const VALID_HEADER = 'must have a valid name, and a value without line breaks';
const PACER = 'pacer must be the result of createPacer() from the same version of tenant-management-client';
const PACE = 'pace must be "bulk" or absent';
const STRING = 'must be a non-empty string';
const SIGNAL = 'signal must be an AbortSignal, such as controller.signal';
const ID_TYPE = 'params.path.id must be a string or a number';
const FUNCTION = 'clientAuthentication must be a function, such as privateKeyJwt({ key })';
const PEM = 'key must be a PKCS#8 PEM string, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----';
const KEY = 'key must be a PKCS#8 PEM string, a JWK or a CryptoKey';
const LATIN_1 = 'must contain only Latin-1 characters';
const PARAMS_OPTIONS = 'Valid options: params.path, params.query, params.header';

/** Checks that an error is a TypeError with the given message, and that it does not contain the value. */
function expectOptionError(error: Error, message: string): void {
  expect(error).toBeInstanceOf(TypeError);
  expect(error.message).toBe(message);
  expect(error.message).not.toContain(VALUE);
  expect(error.cause).toBeUndefined();
}

/** Checks the error of a function for options that only plain JavaScript can pass. */
function expectThrown<Options>(create: (options: Options) => unknown, options: unknown, message: string): void {
  expectOptionError(
    thrownBy(() => create(options as Options)),
    message,
  );
}

const withBaseUrl = (baseUrl: unknown) => ({ tenantDomain: undefined, baseUrl });
const withHeader = (value: unknown) => ({ headers: { 'X-Id': value } });

/** Header fields that the client rejects, because `fetch` cannot send them. */
const FORBIDDEN = 'Host content-length COOKIE Connection Keep-Alive Transfer-Encoding Upgrade Expect'.split(' ');
const NOT_SENT = 'the Fetch standard does not allow it';

/** Options or arguments that must cause an error with this message. */
type Row = readonly [message: string, invalid: readonly unknown[]];

const unknownOption = (name: string, meant: string, valid: string) =>
  `unknown option "${name}"; did you mean "${meant}"? ${valid}`;
const forbidden = (prefix: string, name: string) => `${prefix} must not set ${name}; remove it: ${NOT_SENT}`;

describe('createManagementClient throws a TypeError with the remedy', () => {
  test.each<Row>([
    ['the options of the client must be a plain object', [undefined, null, VALUE, [VALUE]]],
    ['pass either tenantDomain or baseUrl', [{ auth: 't0ken' }, { ...TENANT, tenantDomain: undefined }]],
    [AUTH, [{ tenantDomain: 'acme.example.com' }]],
  ])('%s', (message, invalid) => {
    for (const options of invalid) expectThrown(createManagementClient, options, message);
  });

  test.each<Row>([
    [unknownOption('retires', 'retry', CLIENT_OPTIONS), [{ retires: 1 }]],
    [unknownOption('BASEURL', 'baseUrl', CLIENT_OPTIONS), [{ BASEURL: VALUE }]],
    [unknownOption('pace', 'pacer', CLIENT_OPTIONS), [{ pace: 'bulk' }]],
    [`unknown option "signal". ${CLIENT_OPTIONS}`, [{ signal: VALUE }]],
    ['pass either tenantDomain or baseUrl', [{ baseUrl: 'https://x.example' }]],
    [`${HOST}, without "https://"`, [{ tenantDomain: `https://${VALUE}` }]],
    [
      PORT_OR_PATH,
      [
        's3cret.example.com:8443',
        's3cret.example.com/api',
        'u:s3cret@acme.example.com',
        '',
        null,
        Object.create(null),
      ].map((tenantDomain) => ({ tenantDomain })),
    ],
    [`baseUrl ${URL_SHAPE}`, [VALUE, '', null, ['https://s3cret.example']].map(withBaseUrl)],
    [`baseUrl ${HTTPS}`, ['http://s3cret.example.com', 'ftp://localhost/'].map(withBaseUrl)],
    [`baseUrl ${HTTPS}`, ['true', 1].map((allowHttp) => ({ ...withBaseUrl('http://sandbox'), allowHttp }))],
    [`baseUrl ${HTTPS}`, [{ ...withBaseUrl('ftp://sandbox'), allowHttp: true }]],
    [
      `baseUrl ${ONLY_PATH}`,
      ['https://u:s3cret@x.example', 'https://x.example/?k=s3cret', 'https://x.example/#s3cret'].map(withBaseUrl),
    ],
    [AUTH, [{ auth: null }, { auth: { token: VALUE } }]],
    [`auth must be ${NO_PREFIX}`, [{ auth: `Bearer ${VALUE}` }, { auth: `bearer ${VALUE}` }]],
    [`auth must be ${BEARER}`, [{ auth: '' }, { auth: `${VALUE}\n` }, { auth: `${VALUE} bearer ` }]],
    ['fetch must be a function', [{ fetch: VALUE }, { fetch: null }]],
    [PACER, [VALUE, null, () => VALUE, { enter: VALUE }].map((pacer) => ({ pacer }))],
    [TIMEOUT, [0, 1.5, VALUE, 2 ** 31].map((timeout) => ({ timeout }))],
    [TIMEOUT.replace('timeout', 'attemptTimeout'), [{ attemptTimeout: 0 }]],
    ['attemptTimeout must be at most timeout', [{ attemptTimeout: 60_001 }]],
    [RETRY, [{ retry: -1 }, { retry: true }]],
    ['headers must be a plain object', [VALUE, null, new Map([['X-Id', VALUE]])].map((headers) => ({ headers }))],
    ['headers must not set Authorization; pass the token as auth', [{ headers: { aUthorization: VALUE } }]],
    ...FORBIDDEN.map((name): Row => [forbidden('headers', name), [{ headers: { [name]: VALUE } }]]),
    ['headers["X-Id"] must be a string', [[VALUE], Symbol(VALUE)].map(withHeader)],
    [`headers["X-Id"] ${LATIN_1}`, [`${VALUE}ā`, `${VALUE}😀`].map(withHeader)],
    [`headers["X-Id"] ${VALID_HEADER}`, [withHeader(`${VALUE}\nx`)]],
    [`headers["X Id"] ${VALID_HEADER}`, [{ headers: { 'X Id': VALUE } }]],
  ])('%s', (message, invalid) => {
    for (const options of invalid) expectThrown(createManagementClient, { ...TENANT, ...Object(options) }, message);
  });
});

describe('a call throws a TypeError with the remedy, and sends no request', () => {
  /** Calls a client with arguments that only plain JavaScript can pass. */
  async function expectRejected(template: unknown, init: unknown, message: string): Promise<void> {
    const auth = vi.fn(() => 't0ken');
    const { call } = createScriptedClient([], { auth });
    expectOptionError(await rejectionOf(call('GET', template as string, init as object)), message);
    expect(auth).not.toHaveBeenCalled();
  }

  test.each<[string, unknown, unknown]>([
    ['path must be a path template that starts with "/"', undefined, undefined],
    ['path must be a path template that starts with "/"', `${VALUE}/things`, {}],
    ['path must stay below baseUrl', '/../..', {}],
    ['params.path.id must not be missing or empty', TEMPLATE, undefined],
  ])('%s', async (message, template, init) => {
    await expectRejected(template, init, message);
  });

  test.each<Row>([
    ['the options of a call must be a plain object', [null, VALUE]],
    [`unknown option "baseUrl". ${CALL_OPTIONS}`, [{ baseUrl: VALUE }]],
    [unknownOption('timeOuts', 'timeout', CALL_OPTIONS), [{ timeOuts: VALUE }]],
    [unknownOption('pacer', 'pace', CALL_OPTIONS), [{ pacer: VALUE }]],
    [SIGNAL, [new AbortController(), { VALUE }, new EventTarget(), null].map((signal) => ({ signal }))],
    [TIMEOUT, [{ timeout: VALUE }, { timeout: null }]],
    ['attemptTimeout must be at most timeout', [{ timeout: 5, attemptTimeout: 6 }]],
    [RETRY, [{ retry: -1 }]],
    [PACE, [{ pace: VALUE }, { pace: null }, { pace: true }]],
    ['headers must be a plain object', [{ headers: null }]],
    ['headers["X-Id"] must be a string', [withHeader({})]],
    ...FORBIDDEN.map((name): Row => [forbidden('headers', name), [{ headers: { [name]: VALUE } }]]),
    ['params must be a plain object', [{ params: VALUE }]],
  ])('%s', async (message, invalid) => {
    for (const init of invalid) await expectRejected('/things', init, message);
  });

  test.each<Row>([
    [`unknown option "params.id". ${PARAMS_OPTIONS}`, [{ id: VALUE }]],
    [unknownOption('params.paths', 'params.path', PARAMS_OPTIONS), [{ paths: VALUE }]],
    ['params.path must be a plain object', [{ path: [VALUE] }]],
    ['params.query must be a plain object', [{ query: new URLSearchParams({ page: VALUE }) }, { query: null }]],
    [
      'params.query.since must be a string, a finite number, a boolean, or an array of these',
      [
        ...[new Date(0), new Map([['a', VALUE]]), { a: VALUE }, { a: { b: VALUE } }, () => VALUE, Symbol(VALUE)],
        ...[Number.NaN, Number.POSITIVE_INFINITY, [VALUE, new Date(0)], [[VALUE]], [Number.NaN]],
      ].map((since) => ({ query: { since } })),
    ],
    [
      'params.query.since must be well-formed Unicode',
      [`${VALUE}\ud800`, ['a', `${VALUE}\udc00`]].map((since) => ({ query: { since } })),
    ],
    ['params.query.halves must be well-formed Unicode', [{ query: { halves: ['\ud83d', '\ude00'] } }]],
    ['the names in params.query must be well-formed Unicode', [{ query: { [`${VALUE}\ud800`]: undefined } }]],
    [
      'params.header["X-Id"] must be a string',
      [new Date(0), Number.NaN, [VALUE], () => VALUE].map((value) => ({ header: { 'X-Id': value } })),
    ],
    ['params.header must be a plain object', [{ header: [] }]],
    ['params.header must not set Authorization; pass the token as auth', [{ header: { authorization: VALUE } }]],
    ...FORBIDDEN.map((name): Row => [forbidden('params.header', name), [{ header: { [name]: VALUE } }]]),
    [`params.header["X-Id"] ${LATIN_1}`, [{ header: { 'X-Id': `${VALUE}→` } }]],
    ['params.path.id must not be missing or empty', [{ path: { id: '' } }, { path: { id: null } }]],
    ['params.path.id must not be "." or ".."', [{ path: { id: '.' } }, { path: { id: '..' } }]],
    ['params.path.id must be well-formed Unicode', [{ path: { id: `${VALUE}\ud800` } }]],
    [ID_TYPE, [() => VALUE, Number.NaN, Symbol(VALUE), { VALUE }, [VALUE]].map((id) => ({ path: { id } }))],
  ])('%s', async (message, invalid) => {
    for (const more of invalid) {
      await expectRejected(TEMPLATE, { params: { path: { id: ID }, ...Object(more) } }, message);
    }
  });
});

describe('clientCredentials throws a TypeError with the remedy', () => {
  test.each<Row>([
    ['the options of clientCredentials must be a plain object', [undefined, null]],
    [`clientId ${STRING}`, [{ clientSecret: VALUE }]],
    ['pass clientSecret or clientAuthentication', [{ clientId: 'my-service' }]],
    [FUNCTION, [VALUE, null].map((clientAuthentication) => ({ clientId: 'my-service', clientAuthentication }))],
  ])('%s', (message, invalid) => {
    for (const options of invalid) expectThrown(clientCredentials, options, message);
  });

  test.each<Row>([
    [unknownOption('audiences', 'audience', SOURCE_OPTIONS), [{ audiences: 'x' }]],
    [`unknown option "scope". ${SOURCE_OPTIONS}`, [{ scope: 'x' }]],
    [`clientId ${STRING}`, [{ clientId: '' }]],
    ['clientId must be well-formed Unicode', [{ clientId: 'half \ud800' }]],
    ['pass either clientSecret or clientAuthentication, not both', [{ clientAuthentication: () => undefined }]],
    [`clientSecret ${STRING}`, ['', [VALUE], null].map((clientSecret) => ({ clientSecret }))],
    [`tokenUrl ${STRING}`, [{ tokenUrl: '' }, { tokenUrl: null }]],
    [`tokenUrl ${URL_SHAPE}`, [{ tokenUrl: '//' }]],
    [`tokenUrl ${HTTPS}`, [{ tokenUrl: 'ftp://acme.example.com/' }]],
    [`tokenUrl ${ONLY_PATH}`, [{ tokenUrl: 'https://u:s3cret@x.example/' }]],
    [`audience ${STRING}`, [{ audience: '' }, { audience: { VALUE } }]],
    ['headers must be a plain object', [{ headers: VALUE }, { headers: null }]],
    [`${AUTH}, not clientCredentials`, [{ signal: new AbortController().signal }]],
    [
      'headers must not set accept; remove it, because the token request sets this field',
      [{ headers: new Headers({ Accept: VALUE }) }],
    ],
    ...['authorization', 'Accept', 'Content-Type', 'content-length'].map(
      (name): Row => [
        `headers must not set ${name}; remove it, because the token request sets this field`,
        [{ headers: { [name]: VALUE } }],
      ],
    ),
    [forbidden('headers', 'Cookie'), [{ headers: { Cookie: VALUE } }]],
    [`headers["X-Id"] ${VALID_HEADER}`, [withHeader(`${VALUE}\nx`)]],
    [
      'tokenCache must be the result of sharedTokenCache(store) from the same version of tenant-management-client',
      [{ tokenCache: VALUE }],
    ],
  ])('%s', (message, invalid) => {
    for (const options of invalid) expectThrown(clientCredentials, { ...SOME_CLIENT, ...Object(options) }, message);
  });

  test.each([
    ['http://acme.example.com', {}],
    ['https://acme.example.com', { tokenUrl: 'http://acme.example.com/token' }],
    ['http://localhost:4010', { tokenUrl: 'http://acme.example.com/token' }],
  ])('for a token URL with http:// if the client of %s has no allowHttp: %j', async (origin, options) => {
    const { fetch } = scriptedFetch([]);
    const request: TokenRequest = { origin, fetch, signal: new AbortController().signal };
    const source = clientCredentials({ ...SOME_CLIENT, ...options });
    expectOptionError(await rejectionOf(source(request)), `tokenUrl ${HTTPS}`);
  });
});

describe('privateKeyJwt throws a TypeError with the remedy', () => {
  test.each<Row>([
    ['the options of privateKeyJwt must be a plain object', [undefined]],
    [KEY, [{}, { key: null }, { key: () => VALUE }]],
    [
      PEM,
      [
        { key: `-----BEGIN RSA PRIVATE KEY-----${VALUE}-----END RSA PRIVATE KEY-----` },
        { key: `-----BEGIN PRIVATE KEY-----${VALUE}` },
      ],
    ],
    ['alg must be RS256 or ES256', ['HS256', 'toString'].map((alg) => ({ key: {}, alg }))],
    ['keyId must be a string', [1, null].map((keyId) => ({ key: {}, keyId }))],
    ['audience must be a string', [{ key: {}, audience: 1 }]],
    [unknownOption('keyid', 'keyId', 'Valid options: key, alg, keyId, audience'), [{ key: {}, keyid: VALUE }]],
  ])('%s', (message, invalid) => {
    for (const options of invalid) expectThrown(privateKeyJwt, options, message);
  });
});
