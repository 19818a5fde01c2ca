import { createRemoteJWKSet, jwtVerify } from 'jose';
import type { Client } from 'tenant-management-sandbox';
import { describe, expect, test } from 'vitest';
import { createClock, postTokenRequest, rateLimitFields, requestToken, startTestSandbox } from '../sandbox-client.ts';

const FORM = 'application/x-www-form-urlencoded';
const FORM_TYPE = { 'Content-Type': FORM };
const ALL_SCOPES = [
  'create:token_exchange_profiles',
  'read:token_exchange_profiles',
  'update:token_exchange_profiles',
  'delete:token_exchange_profiles',
  'read:guardian_enrollments',
  'delete:guardian_enrollments',
].join(' ');

test.each([
  ['with the trailing slash', (url: string) => url],
  ['without the trailing slash', (url: string) => url.replace(/\/$/, '')],
])('the token endpoint accepts a request to its URL %s', async (_how, change) => {
  const { tokenUrl, credentials } = await startTestSandbox();
  const { status } = await requestToken({ tokenUrl: change(tokenUrl), credentials });
  expect(new URL(tokenUrl).pathname).toBe('/oauth/token/');
  expect(status).toBe(200);
});

test('an access token is a JWT with the issuer, audience and client id, and its signature matches the published key, which is only the public one', async () => {
  const sandbox = await startTestSandbox();
  const { origin } = new URL(sandbox.baseUrl);
  const { body } = await requestToken(sandbox);
  const { payload, protectedHeader } = await jwtVerify(
    String(body['access_token']),
    createRemoteJWKSet(new URL(sandbox.jwksUrl)),
    { issuer: `${origin}/`, audience: `${origin}/api/v2/`, algorithms: ['RS256'] },
  );
  expect(protectedHeader.typ).toBe('JWT');
  expect(payload).toMatchObject({ azp: 'sandbox-client', sub: 'sandbox-client@clients', scope: ALL_SCOPES });
  expect(body).toMatchObject({ scope: ALL_SCOPES, expires_in: 86_400 });
  expect(await (await fetch(sandbox.jwksUrl)).json()).toEqual({
    keys: [{ kty: 'RSA', n: expect.any(String), e: 'AQAB', kid: 'sandbox', use: 'sig', alg: 'RS256' }],
  });
});

describe('the parameter scope of a token request', () => {
  const client: Client = {
    clientId: 'reader',
    clientSecret: 'secret',
    scopes: ['read:token_exchange_profiles', 'read:guardian_enrollments'],
  };
  const asReader = { client_id: 'reader', client_secret: 'secret' };

  test.each([
    [
      'grants all scopes of the client if it is omitted',
      undefined,
      'read:token_exchange_profiles read:guardian_enrollments',
    ],
    ['grants all scopes of the client if it is empty', '', 'read:token_exchange_profiles read:guardian_enrollments'],
    ['grants only the requested scope', 'read:guardian_enrollments', 'read:guardian_enrollments'],
  ])('%s', async (_what, scope, granted) => {
    const sandbox = await startTestSandbox({ clients: [client] });
    const { status, body } = await requestToken(sandbox, { ...asReader, scope });
    expect(status).toBe(200);
    expect(body['scope']).toBe(granted);
  });

  test('is rejected with invalid_scope and the name of the scope if the client cannot have the scope', async () => {
    const sandbox = await startTestSandbox({ clients: [client] });
    const scope = 'read:guardian_enrollments delete:guardian_enrollments';
    const { status, body } = await requestToken(sandbox, { ...asReader, scope });
    expect(status).toBe(400);
    expect(body).toEqual({
      error: 'invalid_scope',
      error_description: 'scope: delete:guardian_enrollments is not granted to this client',
    });
  });
});

describe('the parameter audience of a token request', () => {
  test.each<[string, (origin: string) => string]>([
    ['the value in the document', () => '/api/v2/'],
    ['the full URL of the API', (origin) => `${origin}/api/v2/`],
    ['the full URL with https', (origin) => `${origin.replace('http:', 'https:')}/api/v2/`],
    ['the full URL with localhost', (origin) => `${origin.replace('127.0.0.1', 'localhost')}/api/v2/`],
  ])('is accepted if it is %s', async (_form, audienceOf) => {
    const sandbox = await startTestSandbox();
    const { status } = await requestToken(sandbox, { audience: audienceOf(new URL(sandbox.baseUrl).origin) });
    expect(status).toBe(200);
  });

  const MISSING = 'audience must be sent; it is /api/v2/ for the management API of this tenant';
  const FOREIGN = 'https://acme.example.com/api/v2/';
  test.each([
    [400, 'missing', undefined, 'invalid_request', MISSING],
    [400, 'empty', '', 'invalid_request', MISSING],
    [403, 'the URL of another tenant', FOREIGN, 'access_denied', `Service not enabled within domain: ${FOREIGN}`],
    [403, 'without its trailing slash', '/api/v2', 'access_denied', 'Service not enabled within domain: /api/v2'],
  ])('is rejected with %d if it is %s', async (expected, _how, audience, error, error_description) => {
    const sandbox = await startTestSandbox();
    const { status, body } = await requestToken(sandbox, { audience });
    expect([status, body]).toEqual([expected, { error, error_description }]);
  });
});

test.each([
  ['without a grant type', undefined, 'invalid_request'],
  ['with an empty grant type', '', 'invalid_request'],
  ['with a grant type other than client_credentials', 'authorization_code', 'unsupported_grant_type'],
])('a token request %s is rejected with 400', async (_how, grant_type, error) => {
  const sandbox = await startTestSandbox();
  const { status, body } = await requestToken(sandbox, { grant_type });
  expect([status, body]).toEqual([400, { error, error_description: 'grant_type must be client_credentials' }]);
});

describe('the body of a token request', () => {
  const TYPES = `Content-Type must be ${FORM} or application/json`;
  const CREDENTIALS = { client_id: 'sandbox-client', client_secret: 'sandbox-secret' };
  const REQUEST = { grant_type: 'client_credentials', audience: '/api/v2/', ...CREDENTIALS };
  const post = async (value: unknown, type = 'application/json') => {
    const { tokenUrl } = await startTestSandbox();
    const body = typeof value === 'string' ? value : JSON.stringify(value);
    return await postTokenRequest(tokenUrl, body, { 'Content-Type': type });
  };

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON ; charset="utf-8"'])(
    'is read as JSON if the content type is written as %s',
    async (type) => {
      const { status, body } = await post(REQUEST, type);
      expect(status).toBe(200);
      expect(body['scope']).toBe(ALL_SCOPES);
    },
  );

  test('can have parameters that are null or an empty string, which are ignored', async () => {
    expect((await post({ ...REQUEST, scope: '', client_assertion: null })).status).toBe(200);
  });

  test.each<[string, unknown, string, string?]>([
    [`with the content type x-${FORM}`, 'grant_type=client_credentials', TYPES, `x-${FORM}`],
    [`with the content type ${FORM}-v2`, 'grant_type=client_credentials', TYPES, `${FORM}-v2`],
    ['with a repeated parameter', 'audience=/&audience=/', 'audience must be sent only once', FORM],
    ['that is not JSON', '{"grant_type":', 'The body must be a JSON object'],
    ['that is an array', [REQUEST], 'The body must be a JSON object'],
    ['that is null', 'null', 'The body must be a JSON object'],
    ['with a number as the scope', { ...REQUEST, scope: 7 }, 'scope must be a string'],
    ['with an array as the scope', { ...REQUEST, scope: ['read:guardian_enrollments'] }, 'scope must be a string'],
  ])('%s is rejected', async (_what, value, error_description, type) => {
    const { status, body } = await post(value, type);
    expect([status, body]).toEqual([400, { error: 'invalid_request', error_description }]);
  });
});

test('a token request can have up to 65,536 bytes, and a larger one is rejected with 413', async () => {
  const form = 'grant_type=client_credentials&audience=/api/v2/&client_id=sandbox-client&client_secret=sandbox-secret';
  const { tokenUrl } = await startTestSandbox();
  const send = (bytes: number) => postTokenRequest(tokenUrl, `${form}&pad=`.padEnd(bytes, 'a'), FORM_TYPE);
  expect((await send(65_536)).status).toBe(200);
  const { status, body } = await send(65_537);
  expect(status).toBe(413);
  expect(body).toEqual({ error: 'invalid_request', error_description: 'The body must have at most 65536 bytes' });
});

describe('the rate limit of the token endpoint', () => {
  test('allows 30 requests at once, rejects the 31st request, and allows one more every 33.3 ms', async () => {
    const { clock, advance } = createClock(1_767_225_600_000);
    const sandbox = await startTestSandbox({ clock });
    const responses = await Promise.all(Array.from({ length: 31 }, () => requestToken(sandbox)));
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.body['error']).toBe('too_many_requests');
    expect(refused[0]?.headers.get('X-RateLimit-Limit')).toBe('30');
    expect(refused[0]?.headers.get('X-RateLimit-Reset')).toBe('1767225601');
    advance(33);
    expect((await requestToken(sandbox)).status).toBe(429);
    advance(1);
    expect((await requestToken(sandbox)).status).toBe(200);
  });

  test('adds rate-limit header fields to responses with 200, 400 and 403, but not to those with 401 and 413', async () => {
    const { clock } = createClock(1_767_225_600_000);
    const sandbox = await startTestSandbox({ clock });
    const responses = [
      await requestToken(sandbox),
      await requestToken(sandbox, { grant_type: 'password' }),
      await requestToken(sandbox, { audience: 'https://acme.example.com/' }),
      await requestToken(sandbox, { client_secret: 'wrong' }),
      await requestToken(sandbox, { scope: 'a'.repeat(70_000) }),
    ];
    expect(responses.map((response) => [response.status, ...rateLimitFields(response)])).toEqual([
      [200, '30', '29', '1767225601'],
      [400, '30', '28', '1767225601'],
      [403, '30', '27', '1767225601'],
      [401, null, null, null],
      [413, null, null, null],
    ]);
  });

  test('is disabled with rateLimit: false, and responses have no rate-limit header fields', async () => {
    const sandbox = await startTestSandbox({ rateLimit: false });
    const responses = await Promise.all(Array.from({ length: 31 }, () => requestToken(sandbox)));
    expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
    expect(responses.flatMap(rateLimitFields).filter((value) => value !== null)).toEqual([]);
  });
});
