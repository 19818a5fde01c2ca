import type { ClientAuth, CryptoKey } from 'oauth4webapi';
import { check, checkNames } from './options.js';

/** How each algorithm's keys are imported. */
const ALGORITHMS = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
} as const;

/** A PKCS#8 key in a text: RFC 7468 section 10. */
const PKCS8_PEM = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/;

/** A private key as a JSON Web Key: RFC 7517, RFC 7518 section 6. */
export interface PrivateJwk {
  readonly kty?: string;
  readonly alg?: string;
  readonly kid?: string;
  readonly use?: string;
  readonly key_ops?: string[];
  readonly ext?: boolean;
  readonly crv?: string;
  readonly x?: string;
  readonly y?: string;
  readonly d?: string;
  readonly n?: string;
  readonly e?: string;
  readonly p?: string;
  readonly q?: string;
  readonly dp?: string;
  readonly dq?: string;
  readonly qi?: string;
}

/** Options of {@link privateKeyJwt}. */
export interface PrivateKeyJwtOptions {
  /** The private key: a PKCS#8 PEM text (`-----BEGIN PRIVATE KEY-----`), a JWK, or a CryptoKey for signing. */
  key: string | PrivateJwk | CryptoKey;
  /**
   * Algorithm of the signature.
   * @default the key's own; `RS256` for a PEM text, which does not tell
   */
  alg?: keyof typeof ALGORITHMS;
  /**
   * `kid` in the header of the assertion.
   * @default the `kid` of a JWK
   */
  keyId?: string;
  /**
   * `aud` of the assertion.
   * @default the origin of the token URL with a slash, such as `https://acme.example.com/`
   */
  audience?: string;
}

/**
 * The client authentication method `private_key_jwt`, for `clientAuthentication` of `clientCredentials`: each token
 * request carries a fresh assertion, good for one use and one minute, and the private key stays here.
 *
 * Source: {@link https://www.rfc-editor.org/rfc/rfc7523#section-2.2 | RFC 7523 section 2.2}.
 *
 * @example
 * ```ts
 * const auth = clientCredentials({ clientId: 'my-service', clientAuthentication: privateKeyJwt({ key: pem, keyId: 'k1' }) });
 * ```
 * @throws TypeError When an option is missing, unknown or wrong; the message names it. A key that turns out not to fit
 *   its algorithm is thrown by the call that first needs a token.
 */
export function privateKeyJwt(options: PrivateKeyJwtOptions): ClientAuth {
  checkNames(options, ['key', 'alg', 'keyId', 'audience']);
  const { key, audience, keyId } = options;
  const isPem = typeof key === 'string' && PKCS8_PEM.test(key);
  check(
    isPem || (typeof key === 'object' && key !== null),
    'key',
    'a PKCS#8 PEM text (-----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----), a JWK or a CryptoKey',
    key,
  );
  check(options.alg === undefined || Object.hasOwn(ALGORITHMS, options.alg), 'alg', 'RS256 or ES256', options.alg);
  check(keyId === undefined || typeof keyId === 'string', 'keyId', 'a string', keyId);
  check(audience === undefined || typeof audience === 'string', 'audience', 'a string', audience);

  let method: Promise<ClientAuth> | undefined;
  return async (...request) => {
    try {
      method ??= authenticationMethod(options);
      const authenticate = await method;
      await authenticate(...request);
    } catch {
      // A module that could not be loaded may be had the next time.
      method = undefined;
      // What the platform says of a key is not passed on: it may quote the key, or carry it as its cause.
      throw new TypeError(`key: expected a private key for ${options.alg ?? "RS256, or alg: 'ES256' for an EC key"}`);
    }
  };
}

async function authenticationMethod({ key, alg, keyId, audience }: PrivateKeyJwtOptions): Promise<ClientAuth> {
  // Loaded on first use, as the token request itself.
  const { modifyAssertion, PrivateKeyJwt } = await import('./client-assertion.js');
  const privateKey = await importKey(key, alg);
  const kid = keyId ?? (typeof key === 'object' && 'kid' in key ? key.kid : undefined);
  return PrivateKeyJwt(kid === undefined ? { key: privateKey } : { key: privateKey, kid }, {
    [modifyAssertion]: (_header: unknown, payload: Record<string, unknown>) => {
      if (audience !== undefined) payload['aud'] = audience;
    },
  });
}

async function importKey(key: PrivateKeyJwtOptions['key'], alg: PrivateKeyJwtOptions['alg']): Promise<CryptoKey> {
  const isCryptoKey = typeof key === 'object' && 'algorithm' in key;
  if (isCryptoKey) {
    check(alg === undefined || isFor(ALGORITHMS[alg], key), 'key', `a key for ${alg}`, key);
    return key;
  }
  if (typeof key === 'string') {
    // Environment variables often carry the line ends as the two characters \n.
    const base64 = key.replace(/^.*BEGIN PRIVATE KEY-----|-----END PRIVATE KEY.*$|\\[nr]|\s/gs, '');
    const der = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return crypto.subtle.importKey('pkcs8', der, ALGORITHMS[alg ?? 'RS256'], false, ['sign']);
  }
  const own = key.kty === 'EC' ? 'ES256' : 'RS256';
  return crypto.subtle.importKey('jwk', { ...key }, ALGORITHMS[alg ?? own], false, ['sign']);
}

/** Whether a CryptoKey signs by an algorithm, hash and curve included: its own would be used in silence. */
function isFor(wanted: object, { algorithm }: CryptoKey): boolean {
  const { hash, ...own } = algorithm as { hash?: { name: string } };
  const known: Record<string, unknown> = { ...own, hash: hash?.name };
  return Object.entries(wanted).every(([name, value]) => known[name] === value);
}
