// Tests of the address on which a sandbox listens, and of the origin in its URLs.
import { Server } from 'node:net';
import { decodeJwt } from 'jose';
import type { Sandbox } from 'tenant-management-sandbox';
import { describe, expect, test, vi } from 'vitest';
import { originOf, spellingsOf } from '../src/http/origin.ts';
import { PROFILE_ID, requestToken, startTestSandbox } from './sandbox-client.ts';

const ORIGIN = 'https://tenant.example.com';
/** Returns the credentials and a token URL at `address`, because no server listens at the origin of these tests. */
const direct = ({ address, credentials }: Sandbox) => ({ tokenUrl: `${address}/oauth/token/`, credentials });

describe('the option origin', () => {
  test('sets the origin of all URLs, but not the address on which the sandbox listens', async () => {
    const sandbox = await startTestSandbox({ origin: `${ORIGIN}/` });
    expect(sandbox).toMatchObject({
      address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      baseUrl: `${ORIGIN}/api/v2`,
      tokenUrl: `${ORIGIN}/oauth/token/`,
      jwksUrl: `${ORIGIN}/.well-known/jwks.json`,
    });
    expect((await fetch(`${sandbox.address}/.well-known/jwks.json`)).status).toBe(200);
  });

  test('sets the issuer and the audience of tokens, and the API accepts these tokens', async () => {
    const sandbox = await startTestSandbox({ origin: ORIGIN });
    const { body } = await requestToken(direct(sandbox), { audience: `${ORIGIN}/api/v2/` });
    const token = String(body['access_token']);
    expect(decodeJwt(token)).toMatchObject({ iss: `${ORIGIN}/`, aud: `${ORIGIN}/api/v2/` });
    const url = `${sandbox.address}/api/v2/token-exchange-profiles/${PROFILE_ID}`;
    expect((await fetch(url, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(200);
  });
});

describe('the option host', () => {
  test.each([
    [{}, '127.0.0.1', /^http:\/\/127\.0\.0\.1:\d+$/],
    [{ host: 'localhost' }, 'localhost', /^http:\/\/localhost:\d+$/],
    [{ host: '0.0.0.0' }, '0.0.0.0', /^http:\/\/127\.0\.0\.1:\d+$/],
  ])('sets the address to listen on, and is 127.0.0.1 by default: %j', async (options, listened, address) => {
    const listen = vi.spyOn(Server.prototype, 'listen');
    const sandbox = await startTestSandbox(options);
    expect(listen.mock.calls[0]?.[1]).toBe(listened);
    expect(sandbox.address).toMatch(address);
    expect(sandbox.baseUrl).toBe(`${sandbox.address}/api/v2`);
    const { body } = await requestToken(sandbox, { audience: `${sandbox.baseUrl}/` });
    expect(decodeJwt(String(body['access_token'])).aud).toBe(`${sandbox.baseUrl}/`);
  });

  test.each([
    ['::1', 'http://[::1]:80'],
    ['::', 'http://[::1]:80'],
    ['10.0.0.1', 'http://10.0.0.1:80'],
    ['sandbox.test', 'http://sandbox.test:80'],
  ])('set to %s determines the host of the default origin', (host, origin) => {
    expect(originOf(host, 80)).toBe(origin);
  });
});

test.each([
  [
    'six variants of a loopback URL: http and https for each of three loopback hosts',
    'http://localhost:4020/api/',
    ['http://', 'https://'].flatMap((scheme) =>
      ['localhost', '127.0.0.1', '[::1]'].map((host) => `${scheme}${host}:4020/api/`),
    ),
  ],
  [
    'only the http and https variants of a URL whose host is not on loopback',
    'https://tenant.example.com',
    ['http://tenant.example.com', 'https://tenant.example.com'],
  ],
])('spellingsOf() returns %s', (_what, url, spellings) => {
  expect(spellingsOf(url)).toEqual(spellings);
});
