import { expect, test, vi } from 'vitest';
import { clientCredentials, createManagementClient } from '../../../src/index.ts';
import { thrownBy } from '../../support/expected-errors.ts';
import { createResponse, scriptedFetch } from '../../support/scripted-fetch.ts';

// Replaces the generated defaults: the OpenAPI document of these tests has no server, no token URL and no audience.
vi.mock('#generated/defaults.js', () => ({
  serverUrl: undefined,
  tokenUrl: undefined,
  audience: undefined,
}));

const CLIENT = { clientId: 'my-service', clientSecret: 's3cret' };

test('createManagementClient without baseUrl throws a TypeError if the OpenAPI document has no server', () => {
  const error = thrownBy(() => createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken' }));
  expect(error).toBeInstanceOf(TypeError);
  expect(error.message).toBe('pass baseUrl; the OpenAPI document has no server');
});

test('clientCredentials without tokenUrl throws a TypeError if the OpenAPI document has no token URL', () => {
  const error = thrownBy(() => clientCredentials(CLIENT));
  expect(error).toBeInstanceOf(TypeError);
  expect(error.message).toBe('pass tokenUrl; the OpenAPI document has no token URL');
});

test('the token request has no audience if neither the options nor the OpenAPI document have an audience', async () => {
  const { fetch, sent } = scriptedFetch([createResponse(200, { access_token: 'fresh' })]);
  const source = clientCredentials({ ...CLIENT, tokenUrl: '/token' });
  const { signal } = new AbortController();
  expect(await source({ origin: 'https://acme.example.com', fetch, signal })).toBe('fresh');
  expect(Object.fromEntries(new URLSearchParams(sent[0]?.body))).toEqual({
    grant_type: 'client_credentials',
    client_id: 'my-service',
    client_secret: 's3cret',
  });
});
