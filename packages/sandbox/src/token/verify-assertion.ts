import { decodeProtectedHeader, importJWK, importSPKI, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import type { PublicJwk } from './oauth-client.js';

const ALGORITHMS = ['RS256', 'ES256'];

/**
 * Verifies the signature of an assertion with the public key of a client, and then the claims. The times are compared
 * with the system clock instead of the option `clock`, because clients use the system clock.
 *
 * @throws Error If the assertion is not valid. The message names the failed check and does not contain the assertion.
 */
export async function verifyAssertion(
  assertion: string,
  publicKey: PublicJwk | string,
  claims: JWTVerifyOptions,
): Promise<JWTPayload> {
  const { alg = '' } = decodeProtectedHeader(assertion);
  const { alg: keyAlgorithm = alg, use = 'sig' } = typeof publicKey === 'string' ? {} : publicKey;
  // RFC 7517 sections 4.2 and 4.4. The import does not compare these members.
  if (keyAlgorithm !== alg || use !== 'sig')
    throw new Error('"alg" or "use" of the public key does not allow this signature');
  const key = typeof publicKey === 'string' ? await importSPKI(publicKey, alg) : await importJWK(publicKey, alg);
  return (await jwtVerify(assertion, key, { ...claims, algorithms: ALGORITHMS })).payload;
}
