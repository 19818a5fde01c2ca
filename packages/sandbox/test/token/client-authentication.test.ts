import { exportJWK, exportPKCS8, exportSPKI, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Client, Sandbox } from 'tenant-management-sandbox';
import { describe, expect, test } from 'vitest';
import { clientCredentials, privateKeyJwt, type TokenRequest } from '../../../../src/index.ts';
import {
  ASSERTION_TYPE,
  createClock,
  NO_CLIENT,
  requestToken,
  signAssertion,
  startTestSandbox,
  withAssertion,
} from '../sandbox-client.ts';

const [rsa, ec, other] = await Promise.all([
  generateKeyPair('RS256', { extractable: true }),
  generateKeyPair('ES256', { extractable: true }),
  generateKeyPair('ES256'),
]);
const rsaPem = await exportSPKI(rsa.publicKey);
const ecPem = await exportSPKI(ec.publicKey);
const ecJwk = await exportJWK(ec.publicKey);

const BASIC = 'Basic realm="token endpoint"';
const NOW_S = Math.floor(Date.now() / 1000);
/** An id and a secret with characters that have a special meaning in a form, in a URL or in HTTP Basic. */
const ODD = { clientId: 'my service:é+%&', clientSecret: 'p:ä&=+% /"\\' };

const unknownOrWrong = { error: 'access_denied', error_description: 'Unauthorized' };

/** Creates the header field of `client_secret_basic`. RFC 6749 section 2.3.1: id and secret are form-encoded. */
function basic(clientId: string, clientSecret: string): Record<string, string> {
  const encode = (text: string) => String(new URLSearchParams({ '': text })).slice(1);
  return basicOf(`${encode(clientId)}:${encode(clientSecret)}`);
}

const basicOf = (text: string) => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` });

/** Returns the argument with which a token source requests a token from a sandbox. */
const requestTo = ({ baseUrl }: Sandbox): TokenRequest => ({
  origin: new URL(baseUrl).origin,
  fetch,
  signal: new AbortController().signal,
});

test.each<[string, Record<string, string | undefined>, Record<string, string>]>([
  ['client_secret_post', { client_id: ODD.clientId, client_secret: ODD.clientSecret }, {}],
  ['client_secret_basic, which form-encodes them', NO_CLIENT, basic(ODD.clientId, ODD.clientSecret)],
])('an id and a secret with special characters are accepted with %s', async (_method, parameters, headers) => {
  const sandbox = await startTestSandbox({ clients: [ODD] });
  expect((await requestToken(sandbox, parameters, headers)).status).toBe(200);
  expect(sandbox.requests.at(-1)?.clientId).toBe(ODD.clientId);
});

test.each([
  ['an unknown client', { client_id: 'nobody' }],
  ['a wrong secret', { client_secret: 'wrong' }],
  ['a client without its secret', { client_secret: undefined }],
  ['a request without a client id and a secret', NO_CLIENT],
  ['a client that has a key and no secret', { client_id: 'with-key', client_secret: undefined }],
])('client_secret_post gets a 401 without a challenge: %s', async (_what, parameters) => {
  const sandbox = await startTestSandbox({ clients: [{ clientId: 'with-key', publicKey: ecPem }] });
  const { status, headers, body } = await requestToken(sandbox, parameters);
  expect([status, body]).toEqual([401, unknownOrWrong]);
  expect(headers.get('WWW-Authenticate')).toBeNull();
  expect(sandbox.requests.at(-1)?.clientId).toBeUndefined();
});

describe('client_secret_basic', () => {
  test.each([
    ['a raw colon in the secret', 'p:q', 'sandbox-service:p:q'],
    ['an encoded colon in the secret', 'p:q', 'sandbox-service:p%3Aq'],
    ['a plus sign for a space in the secret', 'p q', 'sandbox-service:p+q'],
  ])(
    'accepts credentials with %s, and takes the text before the first colon as the client id',
    async (_what, clientSecret, credentials) => {
      const sandbox = await startTestSandbox({ clients: [{ clientId: 'sandbox-service', clientSecret }] });
      const { status } = await requestToken(sandbox, NO_CLIENT, basicOf(credentials));
      expect(status).toBe(200);
      expect(sandbox.requests.at(-1)?.clientId).toBe('sandbox-service');
    },
  );

  test.each([
    ['an unknown client', basic('nobody', 'sandbox-secret')],
    ['a wrong secret', basic('sandbox-client', 'wrong')],
    ['a header field with another scheme', { Authorization: 'Bearer sandbox-secret' }],
    ['a value that is not Base64', { Authorization: 'Basic *' }],
    ['the right secret with more characters at the end', basicOf('sandbox-client:sandbox-secret&wrong')],
    ['a value that is not form-encoded', basicOf('sandbox-client:%')],
  ])('responds with 401 and a challenge that names the scheme: %s', async (_what, headers) => {
    const sandbox = await startTestSandbox();
    const response = await requestToken(sandbox, NO_CLIENT, headers);
    expect([response.status, response.body]).toEqual([401, unknownOrWrong]);
    expect(response.headers.get('WWW-Authenticate')).toBe(BASIC);
  });
});

test.each([
  ['accepts a client_id that is equal to the id in the header field', 'sandbox-client', 200],
  ['treats an empty client_secret as omitted', undefined, 200],
  ['rejects the client_id of another client', 'nobody', 401],
])('for a request with client_secret_basic, the token endpoint %s', async (_what, client_id, expected) => {
  const parameters = { client_id, client_secret: '' };
  const { status } = await requestToken(
    await startTestSandbox(),
    parameters,
    basic('sandbox-client', 'sandbox-secret'),
  );
  expect(status).toBe(expected);
});

test.each<[string, Record<string, string | undefined>, Record<string, string>]>([
  ['client_secret_basic and client_secret_post', {}, basic('sandbox-client', 'sandbox-secret')],
  ['client_secret_post and private_key_jwt', { client_assertion: 'a.b.c' }, {}],
])('a token request with two client authentication methods is rejected: %s', async (_which, parameters, headers) => {
  const response = await requestToken(await startTestSandbox(), parameters, headers);
  expect(response.status).toBe(400);
  expect(response.body).toEqual({
    error: 'invalid_request',
    error_description: 'Use only one client authentication method',
  });
});

describe('private_key_jwt', async () => {
  const clients: Client[] = [
    { clientId: 'my-service', publicKey: ecPem },
    { clientId: 'with-secret', clientSecret: 'secret' },
  ];

  /** Starts a sandbox with a test clock, and signs an assertion for this sandbox. `claims` replaces default claims. */
  async function arrange(claims: Record<string, unknown> = {}, key = ec.privateKey) {
    const { clock, advance } = createClock();
    const sandbox = await startTestSandbox({ clients, clock });
    const assertion = await signAssertion({ aud: sandbox.tokenUrl, ...claims }, key);
    const send = (parameters: Record<string, string | undefined> = {}) =>
      requestToken(sandbox, { ...withAssertion(assertion), ...parameters });
    return { sandbox, send, advance };
  }

  test.each<[string, JWK | string, () => Promise<string | object>]>([
    ['RS256, with the public key in PEM', rsaPem, () => exportPKCS8(rsa.privateKey)],
    ['ES256, with the public key as a JWK', ecJwk, () => exportJWK(ec.privateKey)],
  ])('accepts the assertions of tenant-management-client: %s', async (_which, publicKey, privateKey) => {
    const sandbox = await startTestSandbox({ clients: [{ clientId: 'my-service', publicKey }] });
    // A cast is necessary, because the type of the table's keys is wider than the type of the option `key`.
    const key = (await privateKey()) as Parameters<typeof privateKeyJwt>[0]['key'];
    const source = clientCredentials({ clientId: 'my-service', clientAuthentication: privateKeyJwt({ key }) });
    expect(await source(requestTo(sandbox))).toMatch(/^eyJ/);
    expect(sandbox.requests.map(({ status, clientId }) => [status, clientId])).toEqual([[200, 'my-service']]);
  });

  test.each<[string, (sandbox: Sandbox) => string]>([
    ['the URL of the token endpoint', ({ tokenUrl }) => tokenUrl],
    ['the URL of the tenant', ({ tokenUrl }) => new URL('/', tokenUrl).href],
    ['the URL of the tenant with https', ({ tokenUrl }) => new URL('/', tokenUrl).href.replace('http:', 'https:')],
  ])('accepts an assertion whose audience is %s', async (_which, audienceOf) => {
    const sandbox = await startTestSandbox({ clients });
    const assertion = await signAssertion({ aud: audienceOf(sandbox) }, ec.privateKey);
    expect((await requestToken(sandbox, withAssertion(assertion))).status).toBe(200);
  });

  test.each([{ use: 'enc' }, { alg: 'PS256' }])(
    'rejects an assertion that the public key must not verify because of %j',
    async (fields) => {
      const { sandbox, send } = await arrange();
      sandbox.clients.set('my-service', { clientId: 'my-service', publicKey: { ...ecJwk, ...fields } });
      expect((await send()).body).toMatchObject({
        error_description: 'Invalid client assertion: "alg" or "use" of the public key does not allow this signature',
      });
    },
  );

  test.each<[string, Record<string, unknown>, string, Record<string, string>?, CryptoKey?]>([
    [
      'for another server',
      { aud: 'https://acme.example.com/' },
      'Invalid client assertion: unexpected "aud" claim value',
    ],
    ['that has expired', { exp: NOW_S - 1 }, 'Invalid client assertion: "exp" claim timestamp check failed'],
    ['without an expiry', { exp: undefined }, 'Invalid client assertion: missing required "exp" claim'],
    ['without an id', { jti: undefined }, 'Invalid client assertion: missing required "jti" claim'],
    ['of another issuer', { iss: 'another' }, 'Invalid client assertion: unexpected "iss" claim value'],
    ['of an unknown client', { sub: 'nobody' }, 'The client is unknown or has no public key'],
    ['of a client without a key', { sub: 'with-secret' }, 'The client is unknown or has no public key'],
    ['without a subject', { sub: undefined }, 'The client is unknown or has no public key'],
    ['of another client', {}, 'Invalid client assertion: unexpected "sub" claim value', { client_id: 'with-secret' }],
    ['that is not a JWT', {}, 'Invalid client assertion: Invalid JWT', { client_assertion: 'no-jwt' }],
    ['signed with another key', {}, 'Invalid client assertion: signature verification failed', {}, other.privateKey],
  ])('rejects an assertion %s', async (_how, claims, error_description, parameters, key) => {
    const { sandbox, send } = await arrange(claims, key);
    const { status, body } = await send(parameters);
    expect([status, body]).toEqual([401, { error: 'invalid_client', error_description }]);
    expect(sandbox.requests.at(-1)?.clientId).toBeUndefined();
  });

  test.each([
    ['PS256', 'RS256 is accepted for an RSA key', rsa],
    ['ES384', 'ES256 is accepted for an EC key', await generateKeyPair('ES384', { extractable: true })],
  ])('rejects %s: only %s', async (alg, _which, { publicKey, privateKey }) => {
    const publicPem = await exportSPKI(publicKey);
    const sandbox = await startTestSandbox({ clients: [{ clientId: 'my-service', publicKey: publicPem }] });
    // A CryptoKey supports only one algorithm, so import the key again.
    const signer = await importJWK({ ...(await exportJWK(privateKey)), alg }, alg);
    const assertion = await signAssertion({ aud: sandbox.tokenUrl }, signer, alg);
    const { status, body } = await requestToken(sandbox, withAssertion(assertion));
    expect(status).toBe(401);
    expect(body['error']).toBe('invalid_client');
  });

  test('accepts a client_id that is the subject of the assertion, and rejects an assertion that was used before', async () => {
    const { send } = await arrange();
    expect((await send({ client_id: 'my-service' })).status).toBe(200);
    const again = await send();
    expect(again.status).toBe(401);
    expect(again.body['error_description']).toBe('The jti of this client assertion was used before');
  });

  test.each([
    ['without a client_assertion_type', undefined],
    ['with the client_assertion_type of SAML', 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer'],
  ])('rejects an assertion %s', async (_how, client_assertion_type) => {
    const { send } = await arrange();
    const { status, body } = await send({ client_assertion_type });
    expect(status).toBe(400);
    expect(body).toEqual({
      error: 'invalid_request',
      error_description: `client_assertion_type must be ${ASSERTION_TYPE}`,
    });
  });
});
