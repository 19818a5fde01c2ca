// The server of these tests verifies each client assertion with the public key, as an authorization server does.
import { createServer } from 'node:http';
import { inspect } from 'node:util';
import { type CryptoKey, exportJWK, exportPKCS8, generateKeyPair, type JWTVerifyResult, jwtVerify } from 'jose';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { clientCredentials, type PrivateKeyJwtOptions, privateKeyJwt } from '../../../src/index.ts';
import { rejectionOf } from '../../support/expected-errors.ts';
import { listen } from '../../support/loopback.ts';

const rsa = await generateKeyPair('RS256', { extractable: true });
const ec = await generateKeyPair('ES256', { extractable: true });
const ps256 = await generateKeyPair('PS256');
const es384 = await generateKeyPair('ES384', { extractable: true });
const { privateKey: ecdh } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, [
  'deriveKey',
]);
const withoutHash = { type: 'private', algorithm: { name: 'RSASSA-PKCS1-v1_5' } } as CryptoKey;
const ed25519 = await generateKeyPair('Ed25519', { extractable: true });
const rsaPem = await exportPKCS8(rsa.privateKey);
const ecPem = await exportPKCS8(ec.privateKey);
const rsaJwk = await exportJWK(rsa.privateKey);
const ecJwk = await exportJWK(ec.privateKey);
const es384Jwk = await exportJWK(es384.privateKey);
const edJwk = await exportJWK(ed25519.privateKey);

/**
 * Starts an authorization server that verifies each assertion with a public key and rejects an assertion that was used
 * before, is issued in the future, or is valid for more than five minutes.
 */
async function startServer(publicKey: CryptoKey, currentDate = () => new Date()) {
  const accepted: JWTVerifyResult[] = [];
  const forms: URLSearchParams[] = [];
  const usedIds = new Set<unknown>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const form = new URLSearchParams(body);
    forms.push(form);
    response.setHeader('Content-Type', 'application/json');
    try {
      const result = await jwtVerify(form.get('client_assertion') ?? '', publicKey, {
        issuer: 'my-service',
        subject: 'my-service',
        currentDate: currentDate(),
        maxTokenAge: 300,
      });
      if (Number(result.payload.exp) - Number(result.payload.iat) > 300)
        throw new Error('The assertion is valid too long');
      if (usedIds.has(result.payload.jti)) throw new Error('The assertion was used before');
      usedIds.add(result.payload.jti);
      accepted.push(result);
      response.end('{"access_token":"fresh","token_type":"Bearer"}');
    } catch (error) {
      const error_description = error instanceof Error ? error.message : '';
      response.writeHead(401).end(JSON.stringify({ error: 'invalid_client', error_description }));
    }
  });
  return { accepted, forms, origin: await listen(server) };
}

/** Requests a token with `privateKeyJwt` as the client authentication. */
function requestToken(origin: string, options: PrivateKeyJwtOptions, fetch = globalThis.fetch): Promise<string> {
  const source = clientCredentials({ clientId: 'my-service', clientAuthentication: privateKeyJwt(options) });
  return source({ origin, fetch, signal: new AbortController().signal });
}

describe('a client assertion of privateKeyJwt', () => {
  test.each<[string, CryptoKey, string, PrivateKeyJwtOptions]>([
    ['an RSA key as PEM', rsa.publicKey, 'RS256', { key: rsaPem }],
    ['an RSA key as PEM with text around it', rsa.publicKey, 'RS256', { key: `Key-ID: k1\n${rsaPem}\nthe end` }],
    ['an RSA key as PEM in one line', rsa.publicKey, 'RS256', { key: rsaPem.replaceAll('\n', '\\n') }],
    ['an RSA key as JWK', rsa.publicKey, 'RS256', { key: rsaJwk }],
    ['an RSA CryptoKey with its algorithm', rsa.publicKey, 'RS256', { key: rsa.privateKey, alg: 'RS256' }],
    ['an EC key as PEM', ec.publicKey, 'ES256', { key: ecPem, alg: 'ES256' }],
    ['an EC key as JWK', ec.publicKey, 'ES256', { key: ecJwk }],
    ['an EC CryptoKey with its algorithm', ec.publicKey, 'ES256', { key: ec.privateKey, alg: 'ES256' }],
  ])('that is signed with %s is accepted by the server', async (_case, publicKey, alg, options) => {
    const { accepted, forms, origin } = await startServer(publicKey);
    expect(await requestToken(origin, options)).toBe('fresh');
    expect(accepted[0]?.protectedHeader.alg).toBe(alg);
    expect(accepted[0]?.payload).toMatchObject({ iss: 'my-service', sub: 'my-service', aud: `${origin}/` });
    expect(Object.fromEntries(forms[0] ?? [])).toEqual({
      grant_type: 'client_credentials',
      client_id: 'my-service',
      audience: `${origin}/api/v2/`,
      client_assertion: expect.any(String),
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    });
  });

  test.each<[string, PrivateKeyJwtOptions, string | undefined]>([
    ['the keyId option as kid', { key: rsaPem, keyId: 'k1' }, 'k1'],
    ['the kid of the JWK', { key: { ...rsaJwk, kid: 'k2' } }, 'k2'],
    ['the keyId option rather than the kid of the JWK', { key: { ...rsaJwk, kid: 'k2' }, keyId: 'k1' }, 'k1'],
    ['no kid for a PEM without the keyId option', { key: rsaPem }, undefined],
  ])('has %s', async (_case, options, kid) => {
    const { accepted, origin } = await startServer(rsa.publicKey);
    await requestToken(origin, options);
    expect(accepted[0]?.protectedHeader.kid).toBe(kid);
  });

  test('is signed with the JWK that was passed, even if the caller changes the object afterwards', async () => {
    const { accepted, origin } = await startServer(ec.publicKey);
    const jwk = { ...ecJwk };
    const clientAuthentication = privateKeyJwt({ key: jwk });
    Object.assign(jwk, rsaJwk);
    const source = clientCredentials({ clientId: 'my-service', clientAuthentication });
    expect(await source({ origin, fetch, signal: new AbortController().signal })).toBe('fresh');
    expect(accepted).toHaveLength(1);
  });

  test.each([-60, -5, 0, 5, 60])('is valid if the local clock is wrong by %i s', async (error) => {
    const now = new Date();
    const { accepted, origin } = await startServer(rsa.publicKey, () => now);
    vi.useFakeTimers({ toFake: ['Date'], now: now.getTime() + error * 1000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await requestToken(origin, { key: rsaPem })).toBe('fresh');
    const { iat = 0, nbf, exp } = accepted[0]?.payload ?? {};
    expect({ nbf, exp }).toEqual({ nbf: iat, exp: iat + 180 });
  });

  test('has the audience option as aud', async () => {
    const { accepted, origin } = await startServer(rsa.publicKey);
    await requestToken(origin, { key: rsaPem, audience: 'https://acme.example.com/' });
    expect(accepted[0]?.payload.aud).toBe('https://acme.example.com/');
  });

  test('is created by the next call if the first call could not import the key', async () => {
    const { accepted, origin } = await startServer(rsa.publicKey);
    vi.spyOn(crypto.subtle, 'importKey').mockRejectedValueOnce(new Error('not now'));
    onTestFinished(() => void vi.restoreAllMocks());
    const source = clientCredentials({
      clientId: 'my-service',
      clientAuthentication: privateKeyJwt({ key: rsaPem }),
    });
    const { signal } = new AbortController();
    expect((await rejectionOf(source({ origin, fetch, signal }))).message).toBe(
      "key must be a private key for RS256; for an EC key, pass alg: 'ES256'",
    );
    expect(await source({ origin, fetch, signal })).toBe('fresh');
    expect(accepted).toHaveLength(1);
  });
});

describe('privateKeyJwt throws a TypeError with the remedy for', () => {
  const OTHER =
    'key must be a private key for RS256 or ES256: pass an RSASSA-PKCS1-v1_5 key with SHA-256, or an ECDSA key with P-256';
  const FOR_ES256 = 'key must be a private key for ES256';
  test.each<[string, PrivateKeyJwtOptions, string]>([
    ['a public CryptoKey', { key: rsa.publicKey }, OTHER],
    ['a CryptoKey for PS256', { key: ps256.privateKey }, OTHER],
    ['a CryptoKey for ES384', { key: es384.privateKey }, OTHER],
    ['a CryptoKey for ECDH', { key: ecdh }, OTHER],
    ['an object that looks like a CryptoKey', { key: withoutHash }, OTHER],
    ['a JWK for RS512', { key: { ...rsaJwk, alg: 'RS512' }, alg: 'RS256' }, OTHER],
    ['a JWK on the curve P-384', { key: es384Jwk }, OTHER],
    ['a JWK of an octet key on the curve P-256', { key: { ...edJwk, crv: 'P-256' } }, OTHER],
    ['a JWK without kty', { key: { d: rsaJwk.d ?? '' } }, OTHER],
    ['a CryptoKey for RS256 with alg: ES256', { key: rsa.privateKey, alg: 'ES256' }, FOR_ES256],
    ['a JWK for RS256 with alg: ES256', { key: rsaJwk, alg: 'ES256' }, FOR_ES256],
  ])('%s', (_case, options, message) => {
    expect(() => privateKeyJwt(options)).toThrow(new TypeError(message));
  });
});

describe('the first call that needs a token throws a TypeError, without a token request, for', () => {
  const RS256_PEM = "key must be a private key for RS256; for an EC key, pass alg: 'ES256'";
  test.each<[string, PrivateKeyJwtOptions, string]>([
    ['an EC key as PEM without its algorithm', { key: ecPem }, RS256_PEM],
    ['an RSA key as PEM with alg: ES256', { key: rsaPem, alg: 'ES256' }, 'key must be a private key for ES256'],
    [
      'a public JWK',
      { key: { kty: rsaJwk.kty ?? '', n: rsaJwk.n ?? '', e: rsaJwk.e ?? '' } },
      'key must be a private key for RS256',
    ],
    ['a PEM that is not Base64', { key: '-----BEGIN PRIVATE KEY-----\n*****\n-----END PRIVATE KEY-----' }, RS256_PEM],
  ])('%s', async (_case, options, message) => {
    let requests = 0;
    const error = await rejectionOf(
      requestToken('https://acme.example.com', options, async () => {
        requests += 1;
        return new Response();
      }),
    );
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe(message);
    expect(error.cause).toBeUndefined();
    expect(requests).toBe(0);
  });
});

test.each<[string, PrivateKeyJwtOptions]>([
  ['PEM', { key: rsaPem }],
  ['JWK', { key: rsaJwk }],
])('a key from a %s is imported for signing only and cannot be exported', async (_case, options) => {
  const importKey = vi.spyOn(crypto.subtle, 'importKey');
  onTestFinished(() => void vi.restoreAllMocks());
  const { origin } = await startServer(rsa.publicKey);
  await requestToken(origin, options);
  expect(importKey.mock.calls[0]?.slice(3)).toEqual([false, ['sign']]);
});

test('a printed result of privateKeyJwt and a printed error do not show the private key', async () => {
  const clientAuthentication = privateKeyJwt({ key: ecPem });
  const error = await rejectionOf(requestToken('https://acme.example.com', { key: ecPem }));
  const printed = [clientAuthentication, error].map((value) =>
    inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true }),
  );
  const [, secretLine = ''] = ecPem.split('\n');
  expect(printed.join()).not.toContain(secretLine);
  expect(printed.join()).not.toContain(ecJwk.d);
});
