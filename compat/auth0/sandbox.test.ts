// The public service's SDK on the sandbox: `npm run test:auth0`.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, test } from 'node:test';
import { Management, ManagementError } from 'auth0';
import { startSandbox } from 'tenant-management-sandbox';
import { assertFails, type Credentials, connect, onlyId } from './client.ts';

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
  test('issues one token by client secret for several calls', async () => {
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

  test('accepts an assertion of private_key_jwt', async () => {
    const { publicKey, privateKey } = rsaKeys();
    await using sandbox = await startSandbox({ clients: [{ clientId: 'signing', publicKey }] });
    const client = connect(sandbox, signing(privateKey));
    await client.tokenExchangeProfiles.get(onlyId(sandbox.profiles));
    assert.deepEqual(
      sandbox.requests.map(({ clientId }) => clientId),
      ['signing', 'signing'],
    );
  });

  test('refuses a wrong client secret, and no call is made', async () => {
    await using sandbox = await startSandbox();
    const client = connect(sandbox, { ...sandbox.credentials, clientSecret: 'wrong' });
    const error = await assertFails(client.tokenExchangeProfiles.get(onlyId(sandbox.profiles)), ManagementError, 401);
    assert.match(error.message, /token request failed/);
    assert.partialDeepStrictEqual(error.body, { error: 'access_denied', error_description: 'Unauthorized' });
    assert.equal(sandbox.requests.length, 1);
  });

  test('refuses an assertion of another key, and no call is made', async () => {
    const { publicKey } = rsaKeys();
    await using sandbox = await startSandbox({ clients: [{ clientId: 'signing', publicKey }] });
    const client = connect(sandbox, signing(rsaKeys().privateKey));
    await assertFails(client.tokenExchangeProfiles.get(onlyId(sandbox.profiles)), ManagementError, 401);
    assert.equal(sandbox.requests.length, 1);
  });
});

describe('the tenant’s state', () => {
  test('returns 404 for a deleted profile', async () => {
    await using sandbox = await startSandbox();
    const client = connect(sandbox, sandbox.credentials);
    const id = onlyId(sandbox.profiles);
    await client.tokenExchangeProfiles.delete(id);
    assert.equal(sandbox.profiles.size, 0);
    await assertFails(client.tokenExchangeProfiles.get(id), Management.NotFoundError, 404);
  });

  test('returns 404 for a deleted enrollment, for which the SDK has no error class', async () => {
    await using sandbox = await startSandbox();
    const client = connect(sandbox, sandbox.credentials);
    const id = onlyId(sandbox.enrollments);
    await client.guardian.enrollments.delete(id);
    assert.equal(sandbox.enrollments.size, 0);
    await assertFails(client.guardian.enrollments.delete(id), ManagementError, 404);
  });

  test('the SDK resolves a read with an object that is not a profile if the response is HTML with 200', async () => {
    await using sandbox = await startSandbox();
    sandbox.fail({ with: 'html' });
    const answer: unknown = await connect(sandbox, sandbox.credentials).tokenExchangeProfiles.get('tep_1');
    assert.partialDeepStrictEqual(answer, { ok: false, error: { reason: 'non-json', statusCode: 200 } });
  });

  test('the SDK resolves a delete although nothing was deleted if the response is HTML with 200', async () => {
    await using sandbox = await startSandbox();
    sandbox.fail({ with: 'html' });
    await connect(sandbox, sandbox.credentials).tokenExchangeProfiles.delete(onlyId(sandbox.profiles));
    assert.equal(sandbox.profiles.size, 1);
    assert.equal(sandbox.requests.at(-1)?.fault, 'html');
  });
});
