// Tests of the checks before an operation: of the token, the scopes and the query parameters.
import { createHash } from 'node:crypto';
import { decodeJwt, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { type Sandbox, startSandbox } from 'tenant-management-sandbox';
import { describe, expect, test, vi } from 'vitest';
import {
  callOperation,
  createClock,
  DELETE_ENROLLMENT,
  DELETE_PROFILE,
  ENROLLMENT_ID,
  examples,
  failureBody,
  PROFILE_ID,
  READ,
  rateLimitFields,
  requestAccessToken,
  requestToken,
  startTestSandbox,
  startWithToken,
} from './sandbox-client.ts';

const DAY_MS = 86_400_000;
const INVALID_TOKEN = 'Bearer error="invalid_token"';
const NO_HEADERS = [null, null, null];
const operationIds = examples.map(({ operation }) => operation);

/**
 * Records the signing key while the first token is signed: all sandboxes of this process share this key. The test of
 * the audience signs its token with the key, so that only the audience is wrong.
 */
const sign = vi.spyOn(crypto.subtle, 'sign');
const firstSandbox = await startSandbox();
await requestAccessToken(firstSandbox);
await firstSandbox.close();
const sandboxKey = sign.mock.calls[0]?.[1] as CryptoKey;
sign.mockRestore();
const otherKey = await generateKeyPair('RS256');

/** A call that is rejected because of its `Authorization` header field, which the test derives from a valid token. */
interface Refusal {
  readonly what: string;
  readonly authorization: (
    token: string,
    sandbox: Sandbox,
    advance: (ms: number) => void,
  ) => Promise<string | undefined>;
  readonly status: number;
  readonly body: object;
  readonly challenge: string | null;
}

const malformedHeader = (what: string, make: (token: string) => string): Refusal => ({
  what,
  authorization: async (token) => make(token),
  status: 401,
  body: failureBody(401, 'Unauthorized', 'Invalid token: not a JWT'),
  challenge: INVALID_TOKEN,
});
const invalidToken = (what: string, message: string, authorization: Refusal['authorization']): Refusal => ({
  what,
  authorization: async (...args) => `Bearer ${await authorization(...args)}`,
  status: 401,
  body: failureBody(401, 'Unauthorized', message, 'invalid_token'),
  challenge: INVALID_TOKEN,
});

const REFUSALS: readonly Refusal[] = [
  {
    what: 'a missing token',
    authorization: async () => undefined,
    status: 401,
    body: failureBody(401, 'Unauthorized', 'Missing authentication'),
    challenge: 'Bearer',
  },
  malformedHeader('the scheme Bearer without a token', () => 'Bearer'),
  malformedHeader('a token without the scheme Bearer', (token) => token),
  malformedHeader('a token with another scheme', (token) => `Basic ${token}`),
  malformedHeader('a token of one part that is not a JWT', () => 'Bearer no-jwt'),
  malformedHeader('a token with the five parts of a JWE', (token) => `Bearer ${token}.a.b`),
  invalidToken(
    'a token of three parts that is not a JWT',
    'Invalid token: not a JWT of this tenant',
    async () => 'a.b.c',
  ),
  invalidToken('a token without a signature', 'Invalid token: not a JWT of this tenant', async (token) =>
    new UnsecuredJWT(decodeJwt(token)).encode(),
  ),
  invalidToken('a token signed with a shared secret', 'Invalid token: not a JWT of this tenant', async (token) =>
    new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS256' }).sign(createHash('sha256').digest()),
  ),
  invalidToken(
    'a token signed with another key',
    'Invalid signature received for JSON Web Token validation',
    async (token) =>
      new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'RS256', kid: 'sandbox' }).sign(otherKey.privateKey),
  ),
  invalidToken(
    'an expired token',
    'Expired token received for JSON Web Token validation',
    async (token, _sandbox, advance) => {
      advance(DAY_MS);
      return token;
    },
  ),
  invalidToken('a token of another tenant', 'Invalid token: the claim iss is not for this API', async () => {
    // The signature of the token is valid, because all sandboxes of a process share a key.
    await using another = await startSandbox();
    return await requestAccessToken(another);
  }),
  invalidToken('a token for another API', 'Invalid token: the claim aud is not for this API', async (token) =>
    new SignJWT({ ...decodeJwt(token), aud: 'https://acme.example.com/api/v2/' })
      .setProtectedHeader({ alg: 'RS256' })
      .sign(sandboxKey),
  ),
  invalidToken('a token of a client that is not global', 'Client is not global', (_token, sandbox) =>
    requestAccessToken(sandbox, { clientId: 'not-global', clientSecret: 'secret' }),
  ),
];

describe.each(operationIds)('for a call of %s,', (operation) => {
  test.each(REFUSALS)(
    '$what is rejected with $status, and nothing changes',
    async ({ authorization, status, body, challenge }) => {
      const { clock, advance } = createClock();
      const clients = [{ clientId: 'not-global', clientSecret: 'secret', global: false }];
      const sandbox = await startTestSandbox({ clients, clock });
      const header = await authorization(await requestAccessToken(sandbox), sandbox, advance);
      const response = await callOperation(sandbox, operation, { authorization: header });
      expect([response.status, response.body]).toEqual([status, body]);
      expect(response.headers.get('WWW-Authenticate')).toBe(challenge);
      expect(rateLimitFields(response)).toEqual(NO_HEADERS);
      expect([sandbox.profiles.has(PROFILE_ID), sandbox.enrollments.has(ENROLLMENT_ID)]).toEqual([true, true]);
    },
  );
});

test('the sandbox accepts an access token one second before the token expires', async () => {
  const { clock, advance } = createClock(1_767_225_600_000);
  const { call } = await startWithToken({ clock });
  advance(DAY_MS - 1000);
  expect((await call(READ)).status).toBe(200);
});

const SCOPES = [
  { operation: READ, scope: 'read:token_exchange_profiles' },
  { operation: DELETE_PROFILE, scope: 'delete:token_exchange_profiles' },
  { operation: DELETE_ENROLLMENT, scope: 'delete:guardian_enrollments' },
] as const;

describe.each(SCOPES)('for a call of $operation,', ({ operation, scope }) => {
  test(`a token with only ${scope} is accepted`, async () => {
    const sandbox = await startTestSandbox();
    const token = await requestAccessToken(sandbox, sandbox.credentials, scope);
    expect((await callOperation(sandbox, operation, { token })).status).toBeLessThan(300);
  });

  test(`a token with every scope except ${scope} is rejected with a 403 that names this scope, and nothing changes`, async () => {
    const sandbox = await startTestSandbox();
    const { body } = await requestToken(sandbox);
    const otherScopes = String(body['scope'])
      .split(' ')
      .filter((granted) => granted !== scope);
    const token = await requestAccessToken(sandbox, sandbox.credentials, otherScopes.join(' '));
    const response = await callOperation(sandbox, operation, { token });
    expect(otherScopes).toHaveLength(5);
    expect(response.status).toBe(403);
    expect(response.body).toEqual(
      failureBody(403, 'Forbidden', `Insufficient scope, expected any of: ${scope}`, 'insufficient_scope'),
    );
    expect(response.headers.get('WWW-Authenticate')).toBe(`Bearer error="insufficient_scope", scope="${scope}"`);
    expect(rateLimitFields(response)).toEqual(NO_HEADERS);
    expect([sandbox.profiles.has(PROFILE_ID), sandbox.enrollments.has(ENROLLMENT_ID)]).toEqual([true, true]);
  });
});

describe.each(operationIds)('for a call of %s,', (operation) => {
  test.each([
    ['an unknown query parameter', '?fields=name', 'fields'],
    ['a query parameter without a value', '?force', 'force'],
    ['a query parameter named like an inherited object property', '?constructor=1', 'constructor'],
    ['a query parameter whose name has braces', '?%7Bscopes%7D=1', '{scopes}'],
  ])('%s is rejected with 400, and nothing changes', async (_what, query, name) => {
    const sandbox = await startTestSandbox();
    const response = await callOperation(sandbox, operation, { token: await requestAccessToken(sandbox), query });
    const message = `Query validation error: 'Additional properties not allowed: ${name}'`;
    expect(response.status).toBe(400);
    expect(response.body).toEqual(failureBody(400, 'Bad Request', message, 'invalid_query_string'));
    expect(rateLimitFields(response)).toEqual(NO_HEADERS);
    expect([sandbox.profiles.has(PROFILE_ID), sandbox.enrollments.has(ENROLLMENT_ID)]).toEqual([true, true]);
  });
});
