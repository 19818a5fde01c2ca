// Token, scopes and query of a call, which are checked before the operation is performed.
import { createHash } from 'node:crypto';
import { decodeJwt, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { type Sandbox, startSandbox } from 'tenant-management-sandbox';
import { describe, expect, test, vi } from 'vitest';
import { examples } from './documented-responses.ts';
import {
  call,
  createClock,
  DELETE_ENROLLMENT,
  DELETE_PROFILE,
  ENROLLMENT_ID,
  failureBody,
  PROFILE_ID,
  READ,
  rateLimitOf,
  requestAccessToken,
  requestToken,
  startTestSandbox,
} from './sandbox-client.ts';

const DAY_MS = 86_400_000;
const INVALID_TOKEN = 'Bearer error="invalid_token"';
const NO_HEADERS = [null, null, null];
const operationIds = examples.map(({ operation }) => operation);

/** The key of this process's sandboxes, recorded when it is generated, to sign a token that only its audience makes wrong. */
const generateKey = vi.spyOn(crypto.subtle, 'generateKey');
await (await startSandbox()).close();
const own: { privateKey: CryptoKey } = await generateKey.mock.results[0]?.value;
generateKey.mockRestore();
const other = await generateKeyPair('RS256');

/** A refused call, by an `Authorization` header field that is made from a good token. */
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
  status: 400,
  body: failureBody(400, 'Bad Request', 'Bad HTTP authentication header format', 'Bearer'),
  challenge: null,
});
const invalidToken = (what: string, message: string, authorization: Refusal['authorization']): Refusal => ({
  what,
  authorization: async (...given) => `Bearer ${await authorization(...given)}`,
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
  malformedHeader('an empty header field', () => ''),
  malformedHeader('a scheme without a token', () => 'Bearer'),
  malformedHeader('a token without its scheme', (token) => token),
  malformedHeader('a token by another scheme', (token) => `Basic ${token}`),
  malformedHeader('two tokens', (token) => `Bearer ${token} ${token}`),
  malformedHeader('a token that is not a JWT', () => 'Bearer no-jwt'),
  malformedHeader('a token with the five parts of a JWE', (token) => `Bearer ${token}.a.b`),
  invalidToken('three parts that are not a JWT', 'Invalid token: not a JWT of this tenant', async () => 'a.b.c'),
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
      new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'RS256', kid: 'sandbox' }).sign(other.privateKey),
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
    // It has the same key, which is that of the process.
    await using another = await startSandbox();
    return await requestAccessToken(another);
  }),
  invalidToken('a token for another API', 'Invalid token: the claim aud is not for this API', async (token) =>
    new SignJWT({ ...decodeJwt(token), aud: 'https://acme.example.com/api/v2/' })
      .setProtectedHeader({ alg: 'RS256' })
      .sign(own.privateKey),
  ),
  invalidToken('a client that is not global', 'Client is not global', (_token, sandbox) =>
    requestAccessToken(sandbox, { clientId: 'not-global', clientSecret: 'secret' }),
  ),
];

describe.each(operationIds)('%s refuses', (operation) => {
  test.each(REFUSALS)('$what with $status, and changes nothing', async ({ authorization, status, body, challenge }) => {
    const { clock, advance } = createClock();
    const clients = [{ clientId: 'not-global', clientSecret: 'secret', global: false }];
    const sandbox = await startTestSandbox({ clients, clock });
    const given = await authorization(await requestAccessToken(sandbox), sandbox, advance);
    const answer = await call(sandbox, operation, { authorization: given });
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual(body);
    expect(answer.headers.get('WWW-Authenticate')).toBe(challenge);
    expect(rateLimitOf(answer)).toEqual(NO_HEADERS);
    expect([sandbox.profiles.has(PROFILE_ID), sandbox.enrollments.has(ENROLLMENT_ID)]).toEqual([true, true]);
  });
});

test('a token is accepted until the second in which it expires', async () => {
  const { clock, advance } = createClock(1_767_225_600_000);
  const sandbox = await startTestSandbox({ clock });
  const token = await requestAccessToken(sandbox);
  advance(DAY_MS - 1000);
  expect((await call(sandbox, READ, { token })).status).toBe(200);
});

test('the scheme Bearer is accepted in any case', async () => {
  const sandbox = await startTestSandbox();
  const authorization = `bearer ${await requestAccessToken(sandbox)}`;
  expect((await call(sandbox, READ, { authorization })).status).toBe(200);
});

const SCOPES = [
  { operation: READ, scope: 'read:token_exchange_profiles' },
  { operation: DELETE_PROFILE, scope: 'delete:token_exchange_profiles' },
  { operation: DELETE_ENROLLMENT, scope: 'delete:guardian_enrollments' },
] as const;

test('SCOPES lists every operation', () => {
  expect(SCOPES.map(({ operation }) => operation)).toEqual(operationIds);
});

describe.each(SCOPES)('403: $operation', ({ operation, scope }) => {
  test(`requires only ${scope}`, async () => {
    const sandbox = await startTestSandbox();
    const token = await requestAccessToken(sandbox, sandbox.credentials, scope);
    expect((await call(sandbox, operation, { token })).status).toBeLessThan(300);
  });

  test(`refuses a token with every scope but ${scope}, names the scope, and changes nothing`, async () => {
    const sandbox = await startTestSandbox();
    const { body } = await requestToken(sandbox);
    const others = String(body['scope'])
      .split(' ')
      .filter((granted) => granted !== scope);
    const token = await requestAccessToken(sandbox, sandbox.credentials, others.join(' '));
    const answer = await call(sandbox, operation, { token });
    expect(others).toHaveLength(5);
    expect(answer.status).toBe(403);
    expect(answer.body).toEqual(
      failureBody(403, 'Forbidden', `Insufficient scope, expected any of: ${scope}`, 'insufficient_scope'),
    );
    expect(answer.headers.get('WWW-Authenticate')).toBe(`Bearer error="insufficient_scope", scope="${scope}"`);
    expect(rateLimitOf(answer)).toEqual(NO_HEADERS);
    expect([sandbox.profiles.has(PROFILE_ID), sandbox.enrollments.has(ENROLLMENT_ID)]).toEqual([true, true]);
  });
});

test('assumeScopes: false requires only the scopes that the document shows', async () => {
  const client = { clientId: 'without-scopes', clientSecret: 'secret', scopes: [] };
  const sandbox = await startTestSandbox({ clients: [client], assumeScopes: false });
  const token = await requestAccessToken(sandbox, client);
  expect((await call(sandbox, READ, { token })).status).toBe(403);
  expect((await call(sandbox, DELETE_PROFILE, { token })).status).toBe(204);
  expect((await call(sandbox, DELETE_ENROLLMENT, { token })).status).toBe(204);
});

describe.each(operationIds)('400: %s refuses', (operation) => {
  test.each([
    ['a query parameter', '?fields=name', 'fields'],
    ['a query parameter without a value', '?force', 'force'],
    ['a query parameter without a name', '?=x', ''],
    ['a query parameter by its decoded name', '?a%20b=1', 'a b'],
    ['a query parameter named like a property of every object', '?constructor=1', 'constructor'],
    ['a query parameter whose name has braces', '?%7Bscopes%7D=1', '{scopes}'],
  ])('%s, and changes nothing', async (_what, query, name) => {
    const sandbox = await startTestSandbox();
    const answer = await call(sandbox, operation, { token: await requestAccessToken(sandbox), query });
    const message = `Query validation error: 'Additional properties not allowed: ${name}'`;
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(failureBody(400, 'Bad Request', message, 'invalid_query_string'));
    expect(rateLimitOf(answer)).toEqual(NO_HEADERS);
    expect([sandbox.profiles.has(PROFILE_ID), sandbox.enrollments.has(ENROLLMENT_ID)]).toEqual([true, true]);
  });

  test('no query that is only a question mark', async () => {
    const sandbox = await startTestSandbox();
    const { status } = await call(sandbox, operation, { token: await requestAccessToken(sandbox), query: '?' });
    expect(status).toBeLessThan(300);
  });
});
