// Tests of `sandbox.clients`: adding, changing and removing clients.
import { generateKeyPair } from 'jose';
import { describe, expect, test } from 'vitest';
import { callOperation, DELETE_PROFILE, READ, requestToken, startTestSandbox } from '../sandbox-client.ts';

const READER = { clientId: 'reader', clientSecret: 'secret', scopes: ['read:token_exchange_profiles'] } as const;
const asReader = (client_secret: string) => ({ client_id: 'reader', client_secret });

describe('the clients of a sandbox', () => {
  test('are initially the default client and the clients of the options', async () => {
    const { clients, credentials } = await startTestSandbox({ clients: [READER] });
    expect([...clients]).toEqual([
      ['sandbox-client', credentials],
      ['reader', READER],
    ]);
  });

  test('can be added, and the new client can request tokens', async () => {
    const sandbox = await startTestSandbox();
    expect((await requestToken(sandbox, asReader('secret'))).status).toBe(401);
    sandbox.clients.set('reader', READER);
    const { status, body } = await requestToken(sandbox, asReader('secret'));
    expect([status, body['scope']]).toEqual([200, 'read:token_exchange_profiles']);
  });

  test('can be changed: a new secret replaces the previous secret', async () => {
    const sandbox = await startTestSandbox({ clients: [READER] });
    sandbox.clients.set('reader', { ...READER, clientSecret: 'rotated' });
    expect((await requestToken(sandbox, asReader('secret'))).status).toBe(401);
    expect((await requestToken(sandbox, asReader('rotated'))).status).toBe(200);
  });

  test('can be changed: the API rejects the existing tokens of a client after `global` is set to false', async () => {
    const sandbox = await startTestSandbox({ clients: [READER] });
    const token = await sandbox.issueToken({ clientId: 'reader' });
    expect((await callOperation(sandbox, READ, { token })).status).toBe(200);
    sandbox.clients.set('reader', { ...READER, global: false });
    expect((await callOperation(sandbox, READ, { token })).status).toBe(401);
  });

  test('can be removed: a removed client cannot request tokens, and its existing tokens stay valid', async () => {
    const sandbox = await startTestSandbox({ clients: [READER] });
    const token = await sandbox.issueToken({ clientId: 'reader' });
    expect(sandbox.clients.delete('reader')).toBe(true);
    expect((await requestToken(sandbox, asReader('secret'))).status).toBe(401);
    expect((await callOperation(sandbox, READ, { token })).status).toBe(200);
  });

  test('can include the default client with fewer scopes', async () => {
    const sandbox = await startTestSandbox();
    sandbox.clients.set('sandbox-client', { ...sandbox.credentials, scopes: READER.scopes });
    const token = String((await requestToken(sandbox)).body['access_token']);
    expect((await callOperation(sandbox, DELETE_PROFILE, { token })).status).toBe(403);
  });

  test('are restored by reset()', async () => {
    const sandbox = await startTestSandbox({ clients: [READER] });
    sandbox.clients.set('other', { ...READER, clientId: 'other' });
    sandbox.clients.set('reader', { ...READER, clientSecret: 'rotated' });
    sandbox.clients.delete('sandbox-client');
    sandbox.reset();
    expect([...sandbox.clients.keys()]).toEqual(['sandbox-client', 'reader']);
    expect((await requestToken(sandbox, asReader('secret'))).status).toBe(200);
  });

  test('are copies of the passed objects, so that a later change of such an object has no effect', async () => {
    const client = { ...READER, clientSecret: 'secret' };
    const sandbox = await startTestSandbox({ clients: [client] });
    client.clientSecret = 'changed';
    sandbox.clients.set('other', { ...client, clientId: 'other' });
    sandbox.reset();
    expect((await requestToken(sandbox, asReader('secret'))).status).toBe(200);
  });

  test('can have a public key as a JWK', async () => {
    const sandbox = await startTestSandbox();
    const { publicKey } = await generateKeyPair('ES256', { extractable: true });
    const { kty = '', crv = '', x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey);
    expect(sandbox.clients.set('k', { clientId: 'k', publicKey: { kty, crv, x, y } })).toBe(sandbox.clients);
    expect(sandbox.clients.get('k')?.publicKey).toEqual({ kty: 'EC', crv: 'P-256', x, y });
  });
});
