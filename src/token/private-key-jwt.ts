import type { ClientAuth, CryptoKey } from 'oauth4webapi';
import { withoutPrototype } from '../options/members.js';
import { readOptions } from '../options/value-checks.js';

/** The parameters with which Web Crypto imports the keys of each algorithm. */
const ALGORITHMS = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
} as const;

type Algorithm = keyof typeof ALGORITHMS;

/** Lifetime of an assertion in seconds, if the clocks agree. */
const LIFETIME_S = 60;
/**
 * Seconds by which the local clock can be fast or slow. Authorization servers reject an assertion that is not valid yet
 * or has expired; some also reject one that is valid for more than five minutes.
 */
const CLOCK_TOLERANCE_S = 60;

/** Matches a PKCS#8 key in a PEM string: RFC 7468 section 10. */
const PKCS8_PEM = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/;

type TextMember = 'kty' | 'alg' | 'kid' | 'use' | 'crv' | 'x' | 'y' | 'd' | 'n' | 'e' | 'p' | 'q' | 'dp' | 'dq' | 'qi';

/** A private key as a JSON Web Key: RFC 7517, RFC 7518 section 6. */
export interface PrivateJwk extends Readonly<Partial<Record<TextMember, string>>> {
  readonly key_ops?: string[];
  readonly ext?: boolean;
}

/** Options of {@link privateKeyJwt}. */
export interface PrivateKeyJwtOptions {
  /** The private key: a PKCS#8 PEM string, a JWK, or a CryptoKey for signing. */
  key: string | PrivateJwk | CryptoKey;
  /**
   * Algorithm of the signature.
   * @default `ES256` for a JWK with the `kty` `EC`; that of a CryptoKey; otherwise `RS256`
   */
  alg?: Algorithm;
  /**
   * `kid` in the header of the assertion.
   * @default the `kid` of a JWK
   */
  keyId?: string;
  /**
   * `aud` of the assertion.
   * @default the origin of the token URL with a slash
   */
  audience?: string;
}

/**
 * Creates the method `private_key_jwt` for the option `clientAuthentication` of `clientCredentials`. Each token request
 * has a new assertion, valid from one minute before to two minutes after the current time, because the local clock can
 * be wrong.
 *
 * Source: {@link https://www.rfc-editor.org/rfc/rfc7523 | RFC 7523 sections 2.2 and 3}.
 *
 * @throws TypeError If an option is not valid, or a JWK or a CryptoKey is for another algorithm. If the key cannot
 *   sign, the first token request rejects with a `TypeError`.
 * @example
 * ```ts
 * import { clientCredentials, privateKeyJwt } from 'tenant-management-client';
 *
 * const clientAuthentication = privateKeyJwt({ key: pem, keyId: 'k1' });
 * const auth = clientCredentials({ clientId: 'my-service', clientAuthentication });
 * ```
 */
export function privateKeyJwt(options: PrivateKeyJwtOptions): ClientAuth {
  const settings = readKeyOptions(options);
  let method: Promise<ClientAuth> | undefined;
  return async (...request) => {
    // Import the library on first use. Do this outside `try`, because a failed import is not an error of the key.
    const library = await import('./client-assertion.js');
    try {
      method ??= authenticationMethod(library, settings);
      const authenticate = await method;
      await authenticate(...request);
    } catch {
      // Forget the failed import of the key, so that the next token request imports the key again.
      method = undefined;
      // Do not set the platform's error as the cause, because its message can quote the key.
      throw new TypeError(keyMessage(settings));
    }
  };
}

function readKeyOptions(options: PrivateKeyJwtOptions) {
  const names = ['key', 'alg', 'keyId', 'audience'];
  const { key, alg, keyId, audience } = readOptions('the options of privateKeyJwt', options, names);
  if (typeof key === 'string') {
    if (!PKCS8_PEM.test(key)) {
      throw new TypeError(
        'key must be a PKCS#8 PEM string, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----',
      );
    }
  } else if (typeof key !== 'object' || key === null) {
    throw new TypeError('key must be a PKCS#8 PEM string, a JWK or a CryptoKey');
  }
  if (alg !== undefined && !Object.hasOwn(ALGORITHMS, alg)) throw new TypeError('alg must be RS256 or ES256');
  if (keyId !== undefined && typeof keyId !== 'string') throw new TypeError('keyId must be a string');
  if (audience !== undefined && typeof audience !== 'string') throw new TypeError('audience must be a string');
  // Copy a JWK, because the caller can change it. A CryptoKey cannot change, and a copy would not be a CryptoKey.
  const copy = typeof key === 'string' || isCryptoKey(key) ? key : withoutPrototype(key);
  const own = typeof copy === 'string' ? (alg ?? 'RS256') : algorithmOf(copy);
  if (own === undefined) {
    throw new TypeError(
      'key must be a private key for RS256 or ES256: pass an RSASSA-PKCS1-v1_5 key with SHA-256, or an ECDSA key with P-256',
    );
  }
  if (alg !== undefined && alg !== own) throw new TypeError(`key must be a private key for ${alg}`);
  return { key: copy, alg: own, keyId, audience };
}

type PrivateKeyJwtSettings = ReturnType<typeof readKeyOptions>;

/** Returns the message for a key that cannot be imported or cannot sign. */
function keyMessage({ key, alg }: PrivateKeyJwtSettings): string {
  const hint = typeof key === 'string' && alg === 'RS256' ? "; for an EC key, pass alg: 'ES256'" : '';
  return `key must be a private key for ${alg}${hint}`;
}

async function authenticationMethod(
  { modifyAssertion, PrivateKeyJwt }: typeof import('./client-assertion.js'),
  { key, alg, keyId, audience }: PrivateKeyJwtSettings,
): Promise<ClientAuth> {
  const privateKey = isCryptoKey(key) ? key : await importKey(key, alg);
  const kid: string | undefined = keyId ?? Object(key).kid;
  return PrivateKeyJwt(withoutPrototype(kid === undefined ? { key: privateKey } : { key: privateKey, kid }), {
    [modifyAssertion]: (_header: unknown, payload: Record<string, unknown>) => {
      if (audience !== undefined) payload['aud'] = audience;
      // oauth4webapi sets `iat` and `nbf` to the current time.
      const now = Number(payload['iat']);
      const start = now - CLOCK_TOLERANCE_S;
      Object.assign(payload, { iat: start, nbf: start, exp: now + LIFETIME_S + CLOCK_TOLERANCE_S });
    },
  });
}

async function importKey(key: string | PrivateJwk, alg: Algorithm): Promise<CryptoKey> {
  const algorithm = ALGORITHMS[alg];
  if (typeof key !== 'string') return crypto.subtle.importKey('jwk', key, algorithm, false, ['sign']);
  // Environment variables often contain line breaks as the two characters \n.
  const base64 = key.replace(/.*BEGIN PRIVATE KEY-----|-----END PRIVATE KEY.*|\\[nr]|\s/gs, '');
  const der = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']);
}

const isCryptoKey = (key: PrivateKeyJwtOptions['key']): key is CryptoKey =>
  typeof key === 'object' && !Object.hasOwn(key, 'kty');

/**
 * Returns the algorithm of a CryptoKey or a JWK; `undefined` for another algorithm, hash or curve. oauth4webapi would
 * sign with another algorithm and throw no error.
 */
function algorithmOf(key: PrivateJwk | CryptoKey): Algorithm | undefined {
  if (isCryptoKey(key)) {
    const { name, hash, namedCurve } = Object(key.algorithm);
    if (key.type !== 'private') return undefined;
    if (name === 'ECDSA' && namedCurve === 'P-256') return 'ES256';
    return name === 'RSASSA-PKCS1-v1_5' && hash?.name === 'SHA-256' ? 'RS256' : undefined;
  }
  const { kty, crv, alg } = key;
  const own = kty === 'RSA' ? 'RS256' : kty === 'EC' && crv === 'P-256' ? 'ES256' : undefined;
  return (alg ?? own) === own ? own : undefined;
}
