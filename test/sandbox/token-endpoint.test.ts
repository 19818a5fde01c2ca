import { createRemoteJWKSet, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { askForToken, createClock, postToken, startTenant } from './tenant.ts';

const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };
const ALL_SCOPES = [
  'create:token_exchange_profiles',
  'read:token_exchange_profiles',
  'update:token_exchange_profiles',
  'delete:token_exchange_profiles',
  'read:guardian_enrollments',
  'delete:guardian_enrollments',
].join(' ');

test.each([
  ['with its last slash', (url: string) => url],
  ['without it', (url: string) => url.replace(/\/$/, '')],
])('the token endpoint answers %s', async (_how, change) => {
  const { tokenUrl, credentials } = await startTenant();
  const { status } = await askForToken({ tokenUrl: change(tokenUrl), credentials });
  expect(new URL(tokenUrl).pathname).toBe('/oauth/token/');
  expect(status).toBe(200);
});

describe('a token', () => {
  test('is a JWT that the published key verifies, for this tenant and client', async () => {
    const sandbox = await startTenant();
    const { origin } = new URL(sandbox.baseUrl);
    const { body } = await askForToken(sandbox);
    const { payload, protectedHeader } = await jwtVerify(
      String(body['access_token']),
      createRemoteJWKSet(new URL(sandbox.jwksUrl)),
      { issuer: `${origin}/`, audience: `${origin}/api/v2/`, algorithms: ['RS256'] },
    );
    expect(protectedHeader.typ).toBe('JWT');
    expect(payload).toMatchObject({ azp: 'sandbox-client', sub: 'sandbox-client@clients', scope: ALL_SCOPES });
    expect(body).toMatchObject({ scope: ALL_SCOPES, expires_in: 86_400 });
  });

  test('lives as long as its client says, from the time of the clock', async () => {
    const { clock } = createClock(1_767_225_600_000);
    const client = { clientId: 'brief', clientSecret: 'secret', tokenLifetime: 60 };
    const sandbox = await startTenant({ clients: [client], clock });
    const { body } = await askForToken(sandbox, { client_id: 'brief', client_secret: 'secret' });
    const { payload } = await jwtVerify(String(body['access_token']), createRemoteJWKSet(new URL(sandbox.jwksUrl)), {
      currentDate: new Date(clock()),
    });
    expect(body['expires_in']).toBe(60);
    expect([payload.iat, payload.exp]).toEqual([1_767_225_600, 1_767_225_660]);
  });

  test('the published key set holds no private key', async () => {
    const { jwksUrl } = await startTenant();
    const response = await fetch(jwksUrl);
    expect(await response.json()).toEqual({
      keys: [{ kty: 'RSA', n: expect.any(String), e: 'AQAB', kid: 'sandbox', use: 'sig', alg: 'RS256' }],
    });
  });
});

describe('the scope', () => {
  const client = {
    clientId: 'reader',
    clientSecret: 'secret',
    scopes: ['read:token_exchange_profiles', 'read:guardian_enrollments'],
  };
  const asReader = { client_id: 'reader', client_secret: 'secret' };

  test.each([
    ['left out is all that the client may have', undefined, 'read:token_exchange_profiles read:guardian_enrollments'],
    ['left empty is all that the client may have', '', 'read:token_exchange_profiles read:guardian_enrollments'],
    ['that is a part of it is granted alone', 'read:guardian_enrollments', 'read:guardian_enrollments'],
  ])('%s', async (_what, scope, granted) => {
    const sandbox = await startTenant({ clients: [client] });
    const { status, body } = await askForToken(sandbox, { ...asReader, scope });
    expect(status).toBe(200);
    expect(body['scope']).toBe(granted);
  });

  test('that the client may not have is refused by its name', async () => {
    const sandbox = await startTenant({ clients: [client] });
    const scope = 'read:guardian_enrollments delete:guardian_enrollments';
    const { status, body } = await askForToken(sandbox, { ...asReader, scope });
    expect(status).toBe(400);
    expect(body).toEqual({
      error: 'invalid_scope',
      error_description: 'scope: delete:guardian_enrollments is not granted to this client',
    });
  });
});

describe('the audience', () => {
  test.each<[string, (origin: string) => string]>([
    ['as the document has it', () => '/api/v2/'],
    ['as a URL', (origin) => `${origin}/api/v2/`],
    ['as a URL with https', (origin) => `${origin.replace('http:', 'https:')}/api/v2/`],
    ['as a URL of localhost', (origin) => `${origin.replace('127.0.0.1', 'localhost')}/api/v2/`],
  ])('is taken %s', async (_form, audienceOf) => {
    const sandbox = await startTenant();
    const { status } = await askForToken(sandbox, { audience: audienceOf(new URL(sandbox.baseUrl).origin) });
    expect(status).toBe(200);
  });

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['of another tenant', 'https://acme.example.com/api/v2/'],
    ['without its last slash', '/api/v2'],
  ])('is refused where it is %s', async (_how, audience) => {
    const sandbox = await startTenant();
    const { status, body } = await askForToken(sandbox, { audience });
    expect(status).toBe(400);
    expect(body).toEqual({
      error: 'invalid_request',
      error_description: 'audience: expected that of the management API, /api/v2/ on this tenant',
    });
  });
});

describe('a token request', () => {
  test.each([
    ['without a grant type', undefined, 'invalid_request'],
    ['with a grant type without a value', '', 'invalid_request'],
    ['with another grant type', 'authorization_code', 'unsupported_grant_type'],
  ])('%s is refused', async (_how, grant_type, error) => {
    const sandbox = await startTenant();
    const { status, body } = await askForToken(sandbox, { grant_type });
    expect(status).toBe(400);
    expect(body).toEqual({ error, error_description: 'grant_type: expected client_credentials' });
  });

  test('with JSON is refused by its content type', async () => {
    const { tokenUrl, credentials } = await startTenant();
    const { clientId: client_id, clientSecret: client_secret } = credentials;
    const request = { grant_type: 'client_credentials', client_id, client_secret, audience: '/api/v2/' };
    const { status, body } = await postToken(tokenUrl, JSON.stringify(request), { 'Content-Type': 'application/json' });
    expect(status).toBe(400);
    expect(body).toEqual({
      error: 'invalid_request',
      error_description: 'Content-Type: expected application/x-www-form-urlencoded',
    });
  });

  test('with a charset beside its content type is taken', async () => {
    const sandbox = await startTenant();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' };
    expect((await askForToken(sandbox, {}, headers)).status).toBe(200);
  });

  test('with a parameter that stands twice is refused by its name', async () => {
    const { tokenUrl } = await startTenant();
    const { status, body } = await postToken(tokenUrl, 'audience=/api/v2/&audience=/api/v2/', FORM_TYPE);
    expect(status).toBe(400);
    expect(body).toEqual({ error: 'invalid_request', error_description: 'audience: expected once' });
  });

  test('by another method than POST is refused', async () => {
    const { tokenUrl } = await startTenant();
    const response = await fetch(tokenUrl);
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('POST');
  });
});

describe('the burst of the token endpoint', () => {
  test('is 30: the 31st request at once is refused, and one is taken again as the clock goes on', async () => {
    const { clock, advance } = createClock(1_767_225_600_000);
    const sandbox = await startTenant({ clock });
    const answers = await Promise.all(Array.from({ length: 31 }, () => askForToken(sandbox)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.body['error']).toBe('too_many_requests');
    expect(refused[0]?.headers.get('X-RateLimit-Limit')).toBe('30');
    expect(refused[0]?.headers.get('X-RateLimit-Reset')).toBe('1767225601');
    advance(1000);
    expect((await askForToken(sandbox)).status).toBe(200);
  });

  test('has no end where the rate limit is off', async () => {
    const sandbox = await startTenant({ rateLimit: false });
    const answers = await Promise.all(Array.from({ length: 31 }, () => askForToken(sandbox)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });
});
