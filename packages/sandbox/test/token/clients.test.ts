// Tests of `sandbox.clients`: adding, changing and removing clients.
import { generateKeyPair } from 'jose';
import { describe, expect, test } from 'vitest';
import { requestToken, startTestSandbox } from '../sandbox-client.ts';

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

  test('are restored by reset()', async () => {
    const sandbox = await startTestSandbox({ clients: [READER] });
    sandbox.clients.set('other', { ...READER, clientId: 'other' });
    sandbox.clients.set('reader', { ...READER, clientSecret: 'rotated' });
    sandbox.clients.delete('sandbox-client');
    sandbox.reset();
    expect([...sandbox.clients.keys()]).toEqual(['sandbox-client', 'reader']);
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
