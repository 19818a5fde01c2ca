// Tests the authentication of callers. The sandbox is the identity provider, which signs the callers' tokens.
import type { Sandbox } from 'tenant-management-sandbox';
import { startSandbox } from 'tenant-management-sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jwtCallers, RESET_SCOPE } from '../src/callers.ts';

const audience = 'https://mfa-resets.example.com';
let provider: Sandbox;
beforeAll(async () => {
  provider = await startSandbox({ clients: [{ clientId: 'alice', clientSecret: 'unused' }] });
});
afterAll(() => provider.close());

/** Authenticates a request whose token differs from a valid token in the given claims. */
async function authenticate(claims: { audience?: string; expiresIn?: number; scopes?: string[] }) {
  const token = await provider.issueToken({ clientId: 'alice', audience, scopes: [RESET_SCOPE], ...claims });
  return authenticateWith(`Bearer ${token}`);
}
const authenticateWith = (authorization: string | undefined, jwksUrl = provider.jwksUrl) =>
  jwtCallers({ jwksUrl, issuer: `${provider.address}/`, audience })(
    new Request('https://mfa-resets.example.com', authorization ? { headers: { Authorization: authorization } } : {}),
  );

test('returns the subject of a valid token as the id of the caller', async () => {
  expect(await authenticate({})).toEqual({ id: 'alice@clients', mayResetMfa: true });
});

test('does not allow a caller to reset MFA if the token does not have the scope', async () => {
  expect(await authenticate({ scopes: ['read:tickets'] })).toEqual({ id: 'alice@clients', mayResetMfa: false });
});

test.each([
  ['a token for another audience', { audience: 'https://other.example.com' }],
  ['an expired token', { expiresIn: -60 }],
])('does not authenticate a caller with %s', async (_title, claims) => {
  expect(await authenticate(claims)).toBeUndefined();
});

test.each([
  ['without a token', undefined],
  ['with a token that is not a JWT', 'Bearer abc'],
  ['with a password', 'Basic YWxpY2U6c2VjcmV0'],
])('does not authenticate a caller %s', async (_title, authorization) => {
  expect(await authenticateWith(authorization)).toBeUndefined();
});

test('does not authenticate a caller with a token of another identity provider', async () => {
  const other = await startSandbox();
  const token = await other.issueToken({ audience, scopes: [RESET_SCOPE] });
  await other.close();
  expect(await authenticateWith(`Bearer ${token}`)).toBeUndefined();
});

test('rejects if the identity provider does not return its keys', async () => {
  const token = await provider.issueToken({ clientId: 'alice', audience });
  await expect(authenticateWith(`Bearer ${token}`, `${provider.address}/no-keys`)).rejects.toThrow();
});
