// These tests check the message for each invalid option or argument. The message names the option and the remedy. It
// never contains the value, which can be a secret. The client throws the error before it sends a request.
import { describe, expect, test, vi } from 'vitest';
import {
  type ClientCredentialsOptions,
  clientCredentials,
  createManagementClient,
  type ManagementClientOptions,
  type PrivateKeyJwtOptions,
  privateKeyJwt,
  type TokenRequest,
} from '../../../src/index.js';
import { rejectionOf, thrownBy } from '../../support/expected-errors.js';
import { createScriptedClient, ID } from '../../support/scripted-client.js';
import { scriptedFetch } from '../../support/scripted-fetch.js';

/** A value that no message may contain. */
const VALUE = 's3cret';
const SOME_CLIENT = { clientId: 'my-service', clientSecret: VALUE };
const TENANT = { tenantDomain: 'acme.example.com', auth: 't0ken' };
const TEMPLATE = '/token-exchange-profiles/{id}';

const CLIENT_OPTIONS =
  'Valid options: tenantDomain, baseUrl, auth, fetch, timeout, attemptTimeout, retry, headers, pacer';
const CALL_OPTIONS = 'Valid options: params, body, signal, timeout, attemptTimeout, retry, headers, pace';
const SOURCE_OPTIONS =
  'Valid options: clientId, clientSecret, clientAuthentication, tokenUrl, audience, headers, tokenCache';
const HOST = 'tenantDomain must be a host name such as acme.example.com';
const PORT_OR_PATH = `${HOST}; for a port or a path, pass baseUrl`;
const URL_SHAPE = 'must be a URL such as https://acme.example.com/api/v2';
const HTTPS = 'must start with https://; http:// is allowed for loopback only';
const ONLY_PATH = 'must not contain a user, a query or a fragment';
const AUTH = 'auth must be an access token or a function that returns one, such as clientCredentials({ … })';
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

/** Header fields that the client rejects, because `fetch` cannot send them. */
const FORBIDDEN = [
  'Host',
  'content-length',
  'COOKIE',
  'Connection',
  'Keep-Alive',
  'Transfer-Encoding',
  'Upgrade',
  'Expect',
] as const;
const NOT_SENT = 'the Fetch standard does not allow it';

describe('createManagementClient throws a TypeError with the remedy for', () => {
  test.each<[string, unknown, string]>([
    ['no options', undefined, 'the options of createManagementClient must be a plain object'],
    ['null as options', null, 'the options of createManagementClient must be a plain object'],
    ['a string as options', VALUE, 'the options of createManagementClient must be a plain object'],
    ['an array as options', [VALUE], 'the options of createManagementClient must be a plain object'],
    [
      'a misspelt option',
      { ...TENANT, retires: 1 },
      `unknown option "retires"; did you mean "retry"? ${CLIENT_OPTIONS}`,
    ],
    [
      'an option name in the wrong case',
      { ...TENANT, BASEURL: VALUE },
      `unknown option "BASEURL"; did you mean "baseUrl"? ${CLIENT_OPTIONS}`,
    ],
    ['an unknown option', { ...TENANT, signal: VALUE }, `unknown option "signal". ${CLIENT_OPTIONS}`],
    ['neither tenantDomain nor baseUrl', { auth: 't0ken' }, 'pass tenantDomain or baseUrl'],
    [
      'both tenantDomain and baseUrl',
      { ...TENANT, baseUrl: 'https://x.example' },
      'pass either tenantDomain or baseUrl, not both',
    ],
    ['a domain with a scheme', { ...TENANT, tenantDomain: `https://${VALUE}` }, `${HOST}, without "https://"`],
    ['a domain with a port', { ...TENANT, tenantDomain: 's3cret.example.com:8443' }, PORT_OR_PATH],
    ['a domain with a path', { ...TENANT, tenantDomain: 's3cret.example.com/api' }, PORT_OR_PATH],
    ['a domain with a user', { ...TENANT, tenantDomain: 'u:s3cret@acme.example.com' }, PORT_OR_PATH],
    ['an empty domain', { ...TENANT, tenantDomain: '' }, PORT_OR_PATH],
    ['null as domain', { ...TENANT, tenantDomain: null }, PORT_OR_PATH],
    ['an object as domain', { ...TENANT, tenantDomain: Object.create(null) }, PORT_OR_PATH],
    ['a base URL that is not a URL', { auth: 't0ken', baseUrl: VALUE }, `baseUrl ${URL_SHAPE}`],
    ['an empty base URL', { auth: 't0ken', baseUrl: '' }, `baseUrl ${URL_SHAPE}`],
    ['null as base URL', { auth: 't0ken', baseUrl: null }, `baseUrl ${URL_SHAPE}`],
    ['a URL object as base URL', { auth: 't0ken', baseUrl: new URL('https://s3cret.example') }, `baseUrl ${URL_SHAPE}`],
    ['a base URL with http://', { auth: 't0ken', baseUrl: 'http://s3cret.example.com' }, `baseUrl ${HTTPS}`],
    ['a base URL with ftp://', { auth: 't0ken', baseUrl: 'ftp://localhost/' }, `baseUrl ${HTTPS}`],
    ['a base URL with a user', { auth: 't0ken', baseUrl: 'https://u:s3cret@x.example' }, `baseUrl ${ONLY_PATH}`],
    ['a base URL with a query', { auth: 't0ken', baseUrl: 'https://x.example/?k=s3cret' }, `baseUrl ${ONLY_PATH}`],
    ['a base URL with a fragment', { auth: 't0ken', baseUrl: 'https://x.example/#s3cret' }, `baseUrl ${ONLY_PATH}`],
    ['no auth', { tenantDomain: 'acme.example.com' }, AUTH],
    ['null as auth', { ...TENANT, auth: null }, AUTH],
    ['an object as auth', { ...TENANT, auth: { token: VALUE } }, AUTH],
    ['auth with the prefix "Bearer "', { ...TENANT, auth: `Bearer ${VALUE}` }, `auth must be ${NO_PREFIX}`],
    [
      'auth with the prefix "bearer " in lower case',
      { ...TENANT, auth: `bearer ${VALUE}` },
      `auth must be ${NO_PREFIX}`,
    ],
    ['an empty auth', { ...TENANT, auth: '' }, `auth must be ${BEARER}`],
    ['auth with a line break', { ...TENANT, auth: `${VALUE}\n` }, `auth must be ${BEARER}`],
    ['auth with a space before the word bearer', { ...TENANT, auth: `${VALUE} bearer ` }, `auth must be ${BEARER}`],
    ['a fetch that is not a function', { ...TENANT, fetch: VALUE }, 'fetch must be a function'],
    ['null as fetch', { ...TENANT, fetch: null }, 'fetch must be a function'],
    ['a string as pacer', { ...TENANT, pacer: VALUE }, PACER],
    ['null as pacer', { ...TENANT, pacer: null }, PACER],
    ['a function as pacer', { ...TENANT, pacer: () => VALUE }, PACER],
    ['an object that is not a pacer', { ...TENANT, pacer: { enter: VALUE } }, PACER],
    [
      'pace as an option of the client',
      { ...TENANT, pace: 'bulk' },
      `unknown option "pace"; did you mean "pacer"? ${CLIENT_OPTIONS}`,
    ],
    ['a timeout of 0', { ...TENANT, timeout: 0 }, TIMEOUT],
    ['a timeout with a fraction', { ...TENANT, timeout: 1.5 }, TIMEOUT],
    ['an attemptTimeout of 0', { ...TENANT, attemptTimeout: 0 }, TIMEOUT.replace('timeout', 'attemptTimeout')],
    [
      'an attemptTimeout above timeout',
      { ...TENANT, attemptTimeout: 60_001 },
      'attemptTimeout must be at most timeout',
    ],
    ['a string as timeout', { ...TENANT, timeout: VALUE }, TIMEOUT],
    ['a timeout of more than 24 days', { ...TENANT, timeout: 2 ** 31 }, TIMEOUT],
    ['a negative retry', { ...TENANT, retry: -1 }, RETRY],
    ['a boolean retry', { ...TENANT, retry: true }, RETRY],
    ['headers as a string', { ...TENANT, headers: VALUE }, 'headers must be a plain object'],
    ['null as headers', { ...TENANT, headers: null }, 'headers must be a plain object'],
    ['a Headers object', { ...TENANT, headers: new Headers({ 'X-Id': VALUE }) }, 'headers must be a plain object'],
    [
      'Authorization in headers',
      { ...TENANT, headers: { aUthorization: VALUE } },
      'headers must not set Authorization; pass the token as auth',
    ],
    ...FORBIDDEN.map((name): [string, unknown, string] => [
      `${name} in headers`,
      { ...TENANT, headers: { [name]: VALUE } },
      `headers must not set ${name}; remove it: ${NOT_SENT}`,
    ]),
    ['an array as a header', { ...TENANT, headers: { 'X-Id': [VALUE] } }, 'headers["X-Id"] must be a string'],
    ['null as a header', { ...TENANT, headers: { 'X-Id': null } }, 'headers["X-Id"] must be a string'],
    ['a symbol as a header', { ...TENANT, headers: { 'X-Id': Symbol(VALUE) } }, 'headers["X-Id"] must be a string'],
    [
      'a header with a character outside Latin-1',
      { ...TENANT, headers: { 'X-Id': `${VALUE}ā` } },
      `headers["X-Id"] ${LATIN_1}`,
    ],
    ['a header with an emoji', { ...TENANT, headers: { 'X-Id': `${VALUE}😀` } }, `headers["X-Id"] ${LATIN_1}`],
    [
      'a header with a line break',
      { ...TENANT, headers: { 'X-Id': `${VALUE}\nx` } },
      `headers["X-Id"] ${VALID_HEADER}`,
    ],
    ['a header name with a space', { ...TENANT, headers: { 'X Id': VALUE } }, `headers["X Id"] ${VALID_HEADER}`],
  ])('%s', (_case, options, message) => {
    // Only plain JavaScript can pass these options.
    expectOptionError(
      thrownBy(() => createManagementClient(options as ManagementClientOptions)),
      message,
    );
  });
});

describe('a call throws a TypeError with the remedy, and sends no request, for', () => {
  const PARAMS = { path: { id: ID } };

  test.each<[string, unknown, unknown, string]>([
    ['no path', undefined, undefined, 'path must be a path template that starts with "/"'],
    ['a path without a slash', `${VALUE}/things`, {}, 'path must be a path template that starts with "/"'],
    ['a path above the base URL', '/../..', {}, 'path must stay below baseUrl'],
    ['null as options', '/things', null, 'the options of a call must be a plain object'],
    ['a string as options', '/things', VALUE, 'the options of a call must be a plain object'],
    ['an option that only the client has', '/things', { baseUrl: VALUE }, `unknown option "baseUrl". ${CALL_OPTIONS}`],
    [
      'a misspelt option',
      '/things',
      { timeOuts: VALUE },
      `unknown option "timeOuts"; did you mean "timeout"? ${CALL_OPTIONS}`,
    ],
    ['params that are not an object', '/things', { params: VALUE }, 'params must be a plain object'],
    [
      'a path parameter outside params.path',
      TEMPLATE,
      { params: { id: VALUE } },
      `unknown option "params.id". ${PARAMS_OPTIONS}`,
    ],
    [
      'a misspelt group of parameters',
      TEMPLATE,
      { params: { paths: VALUE } },
      `unknown option "params.paths"; did you mean "params.path"? ${PARAMS_OPTIONS}`,
    ],
    ['path parameters in an array', TEMPLATE, { params: { path: [VALUE] } }, 'params.path must be a plain object'],
    [
      'query parameters in URLSearchParams',
      '/things',
      { params: { query: new URLSearchParams({ page: VALUE }) } },
      'params.query must be a plain object',
    ],
    ['null as query parameters', '/things', { params: { query: null } }, 'params.query must be a plain object'],
    ...Object.entries<unknown>({
      'a Date': new Date(0),
      'a Map': new Map([['a', VALUE]]),
      'an object': { a: VALUE },
      'a nested object': { a: { b: VALUE } },
      'a function': () => VALUE,
      'a symbol': Symbol(VALUE),
      NaN: Number.NaN,
      Infinity: Number.POSITIVE_INFINITY,
      'an array that contains a Date': [VALUE, new Date(0)],
      'an array that contains an array': [[VALUE]],
      'an array that contains NaN': [Number.NaN],
    }).map(([name, since]): [string, unknown, unknown, string] => [
      `${name} as a query parameter`,
      '/things',
      { params: { query: { since } } },
      'params.query.since must be a string, a finite number, a boolean, or an array of these',
    ]),
    ...[`${VALUE}\ud800`, [`${VALUE}\udc00`]].map((since): [string, unknown, unknown, string] => [
      'a lone surrogate in a query parameter',
      '/things',
      { params: { query: { since } } },
      'params.query.since must be well-formed Unicode',
    ]),
    [
      'a lone surrogate in the name of a query parameter',
      '/things',
      { params: { query: { [`${VALUE}\ud800`]: undefined } } },
      'the names in params.query must be well-formed Unicode',
    ],
    ...[new Date(0), Number.NaN, [VALUE], () => VALUE].map((value): [string, unknown, unknown, string] => [
      'a header parameter that is not a string, a finite number or a boolean',
      '/things',
      { params: { header: { 'X-Id': value } } },
      'params.header["X-Id"] must be a string',
    ]),
    ['header parameters in an array', '/things', { params: { header: [] } }, 'params.header must be a plain object'],
    [
      'Authorization as a header parameter',
      '/things',
      { params: { header: { authorization: VALUE } } },
      'params.header must not set Authorization; pass the token as auth',
    ],
    ...FORBIDDEN.flatMap((name): [string, unknown, unknown, string][] => [
      [
        `${name} as a header parameter`,
        '/things',
        { params: { header: { [name]: VALUE } } },
        `params.header must not set ${name}; remove it: ${NOT_SENT}`,
      ],
      [
        `${name} in headers`,
        TEMPLATE,
        { params: PARAMS, headers: { [name]: VALUE } },
        `headers must not set ${name}; remove it: ${NOT_SENT}`,
      ],
    ]),
    [
      'a header parameter with a character outside Latin-1',
      '/things',
      { params: { header: { 'X-Id': `${VALUE}→` } } },
      'params.header["X-Id"] must contain only Latin-1 characters',
    ],
    ['a missing id', TEMPLATE, undefined, 'params.path.id must not be missing or empty'],
    ['an empty id', TEMPLATE, { params: { path: { id: '' } } }, 'params.path.id must not be missing or empty'],
    ['null as id', TEMPLATE, { params: { path: { id: null } } }, 'params.path.id must not be missing or empty'],
    ['. as id', TEMPLATE, { params: { path: { id: '.' } } }, 'params.path.id must not be "." or ".."'],
    ['.. as id', TEMPLATE, { params: { path: { id: '..' } } }, 'params.path.id must not be "." or ".."'],
    [
      'a lone surrogate in the id',
      TEMPLATE,
      { params: { path: { id: `${VALUE}\ud800` } } },
      'params.path.id must be well-formed Unicode',
    ],
    ['a function as id', TEMPLATE, { params: { path: { id: () => VALUE } } }, ID_TYPE],
    ['NaN as id', TEMPLATE, { params: { path: { id: Number.NaN } } }, ID_TYPE],
    ['a symbol as id', TEMPLATE, { params: { path: { id: Symbol(VALUE) } } }, ID_TYPE],
    ['an object as id', TEMPLATE, { params: { path: { id: { VALUE } } } }, ID_TYPE],
    ['an array as id', TEMPLATE, { params: { path: { id: [VALUE] } } }, ID_TYPE],
    ['an AbortController as signal', TEMPLATE, { params: PARAMS, signal: new AbortController() }, SIGNAL],
    ['an object that is not a signal', TEMPLATE, { params: PARAMS, signal: { VALUE } }, SIGNAL],
    ['an EventTarget as signal', TEMPLATE, { params: PARAMS, signal: new EventTarget() }, SIGNAL],
    ['null as signal', TEMPLATE, { params: PARAMS, signal: null }, SIGNAL],
    ['a string as timeout', TEMPLATE, { params: PARAMS, timeout: VALUE }, TIMEOUT],
    [
      'an attemptTimeout above timeout',
      TEMPLATE,
      { params: PARAMS, timeout: 5, attemptTimeout: 6 },
      'attemptTimeout must be at most timeout',
    ],
    ['null as timeout', TEMPLATE, { params: PARAMS, timeout: null }, TIMEOUT],
    ['a negative retry', TEMPLATE, { params: PARAMS, retry: -1 }, RETRY],
    ['a string other than "bulk" as pace', TEMPLATE, { params: PARAMS, pace: VALUE }, PACE],
    ['null as pace', TEMPLATE, { params: PARAMS, pace: null }, PACE],
    ['a boolean as pace', TEMPLATE, { params: PARAMS, pace: true }, PACE],
    [
      'pacer as an option of a call',
      TEMPLATE,
      { params: PARAMS, pacer: VALUE },
      `unknown option "pacer"; did you mean "pace"? ${CALL_OPTIONS}`,
    ],
    ['null as headers', TEMPLATE, { params: PARAMS, headers: null }, 'headers must be a plain object'],
    [
      'an object as a header',
      TEMPLATE,
      { params: PARAMS, headers: { 'X-Id': {} } },
      'headers["X-Id"] must be a string',
    ],
  ])('%s', async (_case, template, init, message) => {
    const auth = vi.fn(() => 't0ken');
    const { call } = createScriptedClient([], { auth });
    // Only plain JavaScript can pass these arguments.
    expectOptionError(await rejectionOf(call('GET', template as string, init as object)), message);
    expect(auth).not.toHaveBeenCalled();
  });
});

describe('clientCredentials throws a TypeError with the remedy for', () => {
  test.each<[string, unknown, string]>([
    ['no options', undefined, 'the options of clientCredentials must be a plain object'],
    ['null as options', null, 'the options of clientCredentials must be a plain object'],
    [
      'a misspelt option',
      { ...SOME_CLIENT, audiences: 'x' },
      `unknown option "audiences"; did you mean "audience"? ${SOURCE_OPTIONS}`,
    ],
    ['an unknown option', { ...SOME_CLIENT, scope: 'x' }, `unknown option "scope". ${SOURCE_OPTIONS}`],
    ['no client id', { clientSecret: VALUE }, `clientId ${STRING}`],
    ['an empty client id', { ...SOME_CLIENT, clientId: '' }, `clientId ${STRING}`],
    [
      'a lone surrogate in the client id',
      { ...SOME_CLIENT, clientId: 'half \ud800' },
      'clientId must be well-formed Unicode',
    ],
    ['no client secret', { clientId: 'my-service' }, 'pass clientSecret or clientAuthentication'],
    [
      'both client secret and client authentication',
      { ...SOME_CLIENT, clientAuthentication: () => undefined },
      'pass either clientSecret or clientAuthentication, not both',
    ],
    ['an empty client secret', { ...SOME_CLIENT, clientSecret: '' }, `clientSecret ${STRING}`],
    ['an array as client secret', { ...SOME_CLIENT, clientSecret: [VALUE] }, `clientSecret ${STRING}`],
    ['null as client secret', { ...SOME_CLIENT, clientSecret: null }, `clientSecret ${STRING}`],
    [
      'a client authentication that is not a function',
      { clientId: 'my-service', clientAuthentication: VALUE },
      FUNCTION,
    ],
    ['null as client authentication', { clientId: 'my-service', clientAuthentication: null }, FUNCTION],
    ['an empty token URL', { ...SOME_CLIENT, tokenUrl: '' }, `tokenUrl ${STRING}`],
    ['null as token URL', { ...SOME_CLIENT, tokenUrl: null }, `tokenUrl ${STRING}`],
    ['a token URL that is not a URL', { ...SOME_CLIENT, tokenUrl: '//' }, `tokenUrl ${URL_SHAPE}`],
    ['a token URL with http://', { ...SOME_CLIENT, tokenUrl: 'http://acme.example.com/' }, `tokenUrl ${HTTPS}`],
    ['a token URL with a user', { ...SOME_CLIENT, tokenUrl: 'https://u:s3cret@x.example/' }, `tokenUrl ${ONLY_PATH}`],
    ['an empty audience', { ...SOME_CLIENT, audience: '' }, `audience ${STRING}`],
    ['an object as audience', { ...SOME_CLIENT, audience: { VALUE } }, `audience ${STRING}`],
    ['a string as headers', { ...SOME_CLIENT, headers: VALUE }, 'headers must be a plain object'],
    ['null as headers', { ...SOME_CLIENT, headers: null }, 'headers must be a plain object'],
    ...['authorization', 'Accept', 'Content-Type', 'content-length'].map((name): [string, unknown, string] => [
      `${name} in headers`,
      { ...SOME_CLIENT, headers: { [name]: VALUE } },
      `headers must not set ${name}; remove it, because the token request sets this field`,
    ]),
    [
      'Cookie in headers',
      { ...SOME_CLIENT, headers: { Cookie: VALUE } },
      `headers must not set Cookie; remove it: ${NOT_SENT}`,
    ],
    [
      'a header with a line break',
      { ...SOME_CLIENT, headers: { 'X-Id': `${VALUE}\nx` } },
      `headers["X-Id"] ${VALID_HEADER}`,
    ],
    [
      'a token cache that is not an object',
      { ...SOME_CLIENT, tokenCache: VALUE },
      'tokenCache must be the result of sharedTokenCache(store) from the same version of tenant-management-client',
    ],
  ])('%s', (_case, options, message) => {
    // Only plain JavaScript can pass these options.
    expectOptionError(
      thrownBy(() => clientCredentials(options as ClientCredentialsOptions)),
      message,
    );
  });

  test('a missing tokenUrl if the default tokenUrl would use the http:// origin of the tenant', async () => {
    const { fetch } = scriptedFetch([]);
    const { signal } = new AbortController();
    const request: TokenRequest = { origin: 'http://acme.example.com', fetch, signal };
    expectOptionError(await rejectionOf(clientCredentials(SOME_CLIENT)(request)), `tokenUrl ${HTTPS}`);
  });
});

describe('privateKeyJwt throws a TypeError with the remedy for', () => {
  test.each<[string, unknown, string]>([
    ['no options', undefined, 'the options of privateKeyJwt must be a plain object'],
    ['no key', {}, KEY],
    ['null as key', { key: null }, KEY],
    ['a function as key', { key: () => VALUE }, KEY],
    [
      'a PEM string that is not PKCS#8',
      { key: `-----BEGIN RSA PRIVATE KEY-----${VALUE}-----END RSA PRIVATE KEY-----` },
      PEM,
    ],
    ['a PEM without its end', { key: `-----BEGIN PRIVATE KEY-----${VALUE}` }, PEM],
    ['an unsupported algorithm', { key: {}, alg: 'HS256' }, 'alg must be RS256 or ES256'],
    ['the name of an Object method as algorithm', { key: {}, alg: 'toString' }, 'alg must be RS256 or ES256'],
    ['a key id that is a number', { key: {}, keyId: 1 }, 'keyId must be a string'],
    ['null as key id', { key: {}, keyId: null }, 'keyId must be a string'],
    ['an audience that is a number', { key: {}, audience: 1 }, 'audience must be a string'],
    [
      'a misspelt option',
      { key: {}, keyid: VALUE },
      'unknown option "keyid"; did you mean "keyId"? Valid options: key, alg, keyId, audience',
    ],
  ])('%s', (_case, options, message) => {
    // Only plain JavaScript can pass these options.
    expectOptionError(
      thrownBy(() => privateKeyJwt(options as PrivateKeyJwtOptions)),
      message,
    );
  });
});
