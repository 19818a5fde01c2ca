// Another client takes the sandbox for the tenant: the public service's own SDK, `npm run test:auth0`.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, test } from 'node:test';
import { Management, ManagementError } from 'auth0';
import { startSandbox } from 'tenant-management-sandbox';
import { assertFails, type Credentials, connect, onlyId } from './auth0-client.ts';

const rsaKeys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

const signing = (clientAssertionSigningKey: string): Credentials => ({
  clientId: 'signing',
  clientAssertionSigningKey,
  clientAssertionSigningAlg: 'RS256',
});

describe('the token endpoint', () => {
  test('client secret: one token for several calls', async () => {
    await using sandbox = await startSandbox();
    const client = connect(sandbox, sandbox.credentials);
    const id = onlyId(sandbox.profiles);
    const profiles = [await client.tokenExchangeProfiles.get(id), await client.tokenExchangeProfiles.get(id)];
    assert.deepEqual(profiles, [sandbox.profiles.get(id), sandbox.profiles.get(id)]);
    assert.deepEqual(
      sandbox.requests.map(({ operation }) => operation),
      ['token', 'get_token-exchange-profiles_by_id', 'get_token-exchange-profiles_by_id'],
    );
  });

  test('private_key_jwt: an assertion of the client’s own key', async () => {
    const { publicKey, privateKey } = rsaKeys();
    await using sandbox = await startSandbox({ clients: [{ clientId: 'signing', publicKey }] });
    const client = connect(sandbox, signing(privateKey));
    await client.tokenExchangeProfiles.get(onlyId(sandbox.profiles));
    assert.deepEqual(
      sandbox.requests.map(({ clientId }) => clientId),
      ['signing', 'signing'],
    );
  });

  test('a wrong client secret: refused, and no call is made', async () => {
    await using sandbox = await startSandbox();
    const client = connect(sandbox, { ...sandbox.credentials, clientSecret: 'wrong' });
    const error = await assertFails(client.tokenExchangeProfiles.get(onlyId(sandbox.profiles)), ManagementError, 401);
    assert.match(error.message, /token request failed/);
    assert.partialDeepStrictEqual(error.body, { error: 'invalid_client' });
    assert.equal(sandbox.requests.length, 1);
  });

  test('an assertion of another key: refused, and no call is made', async () => {
    const { publicKey } = rsaKeys();
    await using sandbox = await startSandbox({ clients: [{ clientId: 'signing', publicKey }] });
    const client = connect(sandbox, signing(rsaKeys().privateKey));
    await assertFails(client.tokenExchangeProfiles.get(onlyId(sandbox.profiles)), ManagementError, 401);
    assert.equal(sandbox.requests.length, 1);
  });
});

describe('the tenant’s state', () => {
  test('a deleted profile is gone: 404', async () => {
    await using sandbox = await startSandbox();
    const client = connect(sandbox, sandbox.credentials);
    const id = onlyId(sandbox.profiles);
    await client.tokenExchangeProfiles.delete(id);
    assert.equal(sandbox.profiles.size, 0);
    await assertFails(client.tokenExchangeProfiles.get(id), Management.NotFoundError, 404);
  });

  test('a deleted enrollment is gone: 404, for which the SDK has no class of its own here', async () => {
    await using sandbox = await startSandbox();
    const client = connect(sandbox, sandbox.credentials);
    const id = onlyId(sandbox.enrollments);
    await client.guardian.enrollments.delete(id);
    assert.equal(sandbox.enrollments.size, 0);
    await assertFails(client.guardian.enrollments.delete(id), ManagementError, 404);
  });

  test('a page of HTML with 200 passes for a success: a read resolves with what is no profile', async () => {
    await using sandbox = await startSandbox();
    sandbox.fail({ with: 'html' });
    const answer: unknown = await connect(sandbox, sandbox.credentials).tokenExchangeProfiles.get('tep_1');
    assert.partialDeepStrictEqual(answer, { ok: false, error: { reason: 'non-json', statusCode: 200 } });
  });

  test('a page of HTML with 200 passes for a success: a delete resolves, and nothing was deleted', async () => {
    await using sandbox = await startSandbox();
    sandbox.fail({ with: 'html' });
    await connect(sandbox, sandbox.credentials).tokenExchangeProfiles.delete(onlyId(sandbox.profiles));
    assert.equal(sandbox.profiles.size, 1);
    assert.equal(sandbox.requests.at(-1)?.fault, 'html');
  });
});
