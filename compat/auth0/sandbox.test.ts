// Tests the public auth0 package against the sandbox: `npm run test:auth0`.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, test } from 'node:test';
import { Management, ManagementError } from 'auth0';
import { startSandbox } from 'tenant-management-sandbox';
import { assertFails, connect, onlyId, type SdkCredentials } from './sdk-client.ts';

const createRsaKeys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

const jwtCredentials = (clientAssertionSigningKey: string): SdkCredentials => ({
  clientId: 'signing',
  clientAssertionSigningKey,
  clientAssertionSigningAlg: 'RS256',
});

describe('token endpoint', () => {
  test('issues one access token to a client with a secret, and the SDK uses this token for several calls', async () => {
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

  test('accepts a private_key_jwt assertion', async () => {
    const { publicKey, privateKey } = createRsaKeys();
    await using sandbox = await startSandbox({ clients: [{ clientId: 'signing', publicKey }] });
    const client = connect(sandbox, jwtCredentials(privateKey));
    await client.tokenExchangeProfiles.get(onlyId(sandbox.profiles));
    assert.deepEqual(
      sandbox.requests.map(({ clientId }) => clientId),
      ['signing', 'signing'],
    );
  });

  test('rejects a wrong client secret with 401, and the SDK sends no API request', async () => {
    await using sandbox = await startSandbox();
    const client = connect(sandbox, { ...sandbox.credentials, clientSecret: 'wrong' });
    const error = await assertFails(client.tokenExchangeProfiles.get(onlyId(sandbox.profiles)), ManagementError, 401);
    assert.match(error.message, /token request failed/);
    assert.partialDeepStrictEqual(error.body, { error: 'access_denied', error_description: 'Unauthorized' });
    assert.equal(sandbox.requests.length, 1);
  });

  test('returns 401 for an assertion that is signed with an unknown key, and the SDK sends no API request', async () => {
    const { publicKey } = createRsaKeys();
    await using sandbox = await startSandbox({ clients: [{ clientId: 'signing', publicKey }] });
    const client = connect(sandbox, jwtCredentials(createRsaKeys().privateKey));
    await assertFails(client.tokenExchangeProfiles.get(onlyId(sandbox.profiles)), ManagementError, 401);
    assert.equal(sandbox.requests.length, 1);
  });
});

describe('sandbox', () => {
  test('returns 404 for a deleted profile', async () => {
    await using sandbox = await startSandbox();
    const client = connect(sandbox, sandbox.credentials);
    const id = onlyId(sandbox.profiles);
    await client.tokenExchangeProfiles.delete(id);
    assert.equal(sandbox.profiles.size, 0);
    await assertFails(client.tokenExchangeProfiles.get(id), Management.NotFoundError, 404);
  });

  test('returns 404 for a deleted enrollment, and the SDK throws the general ManagementError', async () => {
    await using sandbox = await startSandbox();
    const client = connect(sandbox, sandbox.credentials);
    const id = onlyId(sandbox.enrollments);
    await client.guardian.enrollments.delete(id);
    assert.equal(sandbox.enrollments.size, 0);
    await assertFails(client.guardian.enrollments.delete(id), ManagementError, 404);
  });

  test('returns an HTML page with status 200 for the fault html: a read through the SDK resolves with an object that is not a profile', async () => {
    await using sandbox = await startSandbox();
    sandbox.fail({ with: 'html' });
    const result: unknown = await connect(sandbox, sandbox.credentials).tokenExchangeProfiles.get('tep_1');
    assert.partialDeepStrictEqual(result, { ok: false, error: { reason: 'non-json', statusCode: 200 } });
  });

  test('returns an HTML page with status 200 for the fault html: a delete through the SDK resolves, although nothing is deleted', async () => {
    await using sandbox = await startSandbox();
    sandbox.fail({ with: 'html' });
    await connect(sandbox, sandbox.credentials).tokenExchangeProfiles.delete(onlyId(sandbox.profiles));
    assert.equal(sandbox.profiles.size, 1);
    assert.equal(sandbox.requests.at(-1)?.fault, 'html');
  });
});
