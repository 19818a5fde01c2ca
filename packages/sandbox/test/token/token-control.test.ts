// Tests of issueToken(), revokeTokens() and rotateKey().
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import type { Sandbox } from 'tenant-management-sandbox';
import { describe, expect, test } from 'vitest';
import {
  callOperation,
  createClock,
  DELETE_ENROLLMENT,
  failureBody,
  READ,
  requestAccessToken,
  startTestSandbox,
} from '../sandbox-client.ts';

const READER = { clientId: 'reader', clientSecret: 'secret', scopes: ['read:token_exchange_profiles'] } as const;
const statusOf = async (sandbox: Sandbox, token: string) => (await callOperation(sandbox, READ, { token })).status;

/** Verifies a token with the JSON Web Key Set, as another API of the tenant does. */
const verify = (sandbox: Sandbox, token: string) =>
  jwtVerify(token, createRemoteJWKSet(new URL(sandbox.jwksUrl)), { issuer: new URL('/', sandbox.baseUrl).href });

describe('issueToken()', () => {
  test('issues a token with the same claims as the token endpoint, without a token request', async () => {
    const sandbox = await startTestSandbox({ clock: createClock().clock });
    const token = await sandbox.issueToken();
    expect(sandbox.requests).toHaveLength(0);
    expect(await statusOf(sandbox, token)).toBe(200);
    const granted = await requestAccessToken(sandbox);
    expect(decodeJwt(token)).toEqual({ ...decodeJwt(granted), jti: expect.any(String) });
    expect(decodeProtectedHeader(token)).toEqual(decodeProtectedHeader(granted));
  });

  test('uses the scopes and the token lifetime of a client', async () => {
    const sandbox = await startTestSandbox({ clients: [{ ...READER, tokenLifetime: 60 }] });
    const token = await sandbox.issueToken({ clientId: 'reader' });
    const { azp, scope, exp = 0, iat = 0 } = decodeJwt(token);
    expect([azp, scope, exp - iat]).toEqual(['reader', 'read:token_exchange_profiles', 60]);
    expect((await callOperation(sandbox, DELETE_ENROLLMENT, { token })).status).toBe(403);
  });

  test('can issue a token with other scopes, so that the API responds with 403', async () => {
    const sandbox = await startTestSandbox();
    const token = await sandbox.issueToken({ scopes: ['read:guardian_enrollments'] });
    expect(await statusOf(sandbox, token)).toBe(403);
    expect(await statusOf(sandbox, await sandbox.issueToken({ scopes: [] }))).toBe(403);
  });

  test('can issue a token that has expired', async () => {
    const sandbox = await startTestSandbox();
    const { status, body } = await callOperation(sandbox, READ, { token: await sandbox.issueToken({ expiresIn: -1 }) });
    expect([status, body]).toMatchObject([401, { message: expect.stringContaining('Expired token') }]);
  });

  test('can issue a token for another audience', async () => {
    const sandbox = await startTestSandbox();
    const token = await sandbox.issueToken({ audience: 'https://api.example.com/', scopes: ['read:tickets'] });
    expect([decodeJwt(token).aud, await statusOf(sandbox, token)]).toEqual(['https://api.example.com/', 401]);
  });
});

describe('revokeTokens()', () => {
  test('makes the API reject all existing tokens with a 401 that names the revocation, but no token that is issued later', async () => {
    const sandbox = await startTestSandbox({ clients: [READER] });
    const tokens = [await requestAccessToken(sandbox), await sandbox.issueToken({ clientId: 'reader' })];
    sandbox.revokeTokens();
    for (const token of tokens) {
      const { status, headers, body } = await callOperation(sandbox, READ, { token });
      expect([status, headers.get('WWW-Authenticate'), body]).toEqual([
        401,
        'Bearer error="invalid_token"',
        failureBody(401, 'Unauthorized', 'Invalid token: revoked', 'invalid_token'),
      ]);
    }
    expect(await statusOf(sandbox, await requestAccessToken(sandbox))).toBe(200);
  });

  test('is not undone by reset()', async () => {
    const sandbox = await startTestSandbox();
    const token = await sandbox.issueToken();
    sandbox.revokeTokens();
    sandbox.reset();
    expect(await statusOf(sandbox, token)).toBe(401);
  });
});

test('rotateKey() adds a new key to the JSON Web Key Set and signs new tokens with it, and previous tokens stay valid', async () => {
  const sandbox = await startTestSandbox();
  const before = await sandbox.issueToken();
  const kid = await sandbox.rotateKey();
  const after = await requestAccessToken(sandbox);
  expect(decodeProtectedHeader(after).kid).toBe(kid);
  expect(decodeProtectedHeader(before).kid).not.toBe(kid);
  for (const token of [before, after]) {
    expect(await statusOf(sandbox, token)).toBe(200);
    expect((await verify(sandbox, token)).payload).toEqual(decodeJwt(token));
  }
  const { keys } = await (await fetch(sandbox.jwksUrl)).json();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toEqual({ kty: 'RSA', e: 'AQAB', n: expect.any(String), kid, use: 'sig', alg: 'RS256' });
});

test('revokeTokens() and rotateKey() do not affect another sandbox of the process', async () => {
  const [first, second] = [await startTestSandbox(), await startTestSandbox()];
  const token = await second.issueToken();
  first.revokeTokens();
  const kid = await first.rotateKey();
  expect(await statusOf(second, token)).toBe(200);
  expect(decodeProtectedHeader(await second.issueToken()).kid).not.toBe(kid);
});
