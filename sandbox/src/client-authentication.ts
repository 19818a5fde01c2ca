import { decodeJwt, decodeProtectedHeader, importJWK, importSPKI, jwtVerify } from 'jose';
import type { Client } from './client.js';
import { type Reply, tokenFailure } from './reply.js';

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const ALGORITHMS = ['RS256', 'ES256'];
/** Assertions that are remembered: far more than come within the life of one. */
const REMEMBERED = 10_000;

/** Finds out which client a token request is of, or refuses it. */
export type ClientAuthentication = (
  authorization: string | undefined,
  form: URLSearchParams,
) => Promise<Client | Reply>;

/**
 * Makes the check of `client_secret_post`, `client_secret_basic` and `private_key_jwt`.
 *
 * @param audiences What the `aud` of an assertion may be.
 * @param used Assertions that were used, by client and `jti`.
 */
export function createClientAuthentication(
  clients: ReadonlyMap<string, Client>,
  audiences: readonly string[],
  used: Set<string>,
): ClientAuthentication {
  return async (authorization, form) => {
    const basic = authorization === undefined ? undefined : readBasic(authorization);
    const assertion = form.get('client_assertion');
    const secret = form.get('client_secret');
    const methods = [authorization, assertion, secret].filter((value) => value !== undefined && value !== null);
    if (methods.length > 1) return tokenFailure(400, 'invalid_request', 'Use one client authentication method only');
    if (assertion !== null) return byAssertion(assertion, form);
    const named = form.get('client_id');
    const { clientId, clientSecret } = basic ?? { clientId: named ?? '', clientSecret: secret };
    const client = clients.get(clientId);
    const isRight = client?.clientSecret !== undefined && client.clientSecret === clientSecret;
    if (isRight && (named === null || named === clientId)) return client;
    // RFC 6749 section 5.2: whoever came with an Authorization header field is told its scheme.
    return refusal('Unknown client, or wrong client secret', authorization === undefined ? {} : BASIC);
  };

  async function byAssertion(assertion: string, form: URLSearchParams): Promise<Client | Reply> {
    if (form.get('client_assertion_type') !== ASSERTION_TYPE) {
      return tokenFailure(400, 'invalid_request', `client_assertion_type: expected ${ASSERTION_TYPE}`);
    }
    try {
      const { alg = '' } = decodeProtectedHeader(assertion);
      const clientId = decodeJwt(assertion).sub ?? '';
      const client = clients.get(clientId);
      if (client?.publicKey === undefined) return refusal('Unknown client, or a client without a public key');
      const { publicKey } = client;
      const key = typeof publicKey === 'string' ? await importSPKI(publicKey, alg) : await importJWK(publicKey, alg);
      // By the time of this process, as the caller signed it: the sandbox's clock is for its own tokens.
      const { payload } = await jwtVerify(assertion, key, {
        algorithms: ALGORITHMS,
        issuer: clientId,
        subject: form.get('client_id') ?? clientId,
        audience: [...audiences],
        requiredClaims: ['exp', 'jti'],
      });
      return isFirstUse(`${clientId} ${payload.jti}`) ? client : refusal('This client assertion was used before');
    } catch (error) {
      // RFC 7523 section 3. The words are of jose: the check that failed, not the assertion.
      return refusal(`Wrong client assertion: ${error instanceof Error ? error.message : 'not a JWT'}`);
    }
  }

  function isFirstUse(id: string): boolean {
    if (used.has(id)) return false;
    used.add(id);
    // A set keeps the order in which things came.
    const [oldest] = used;
    if (used.size > REMEMBERED && oldest !== undefined) used.delete(oldest);
    return true;
  }
}

const BASIC = { 'WWW-Authenticate': 'Basic realm="token endpoint"' };

const refusal = (description: string, headers = {}): Reply => tokenFailure(401, 'invalid_client', description, headers);

/** Id and secret of `client_secret_basic`, form-encoded as RFC 6749 section 2.3.1 asks for. */
function readBasic(authorization: string): { clientId: string; clientSecret: string } {
  const encoded = /^Basic ([\w+/]+=*)$/i.exec(authorization)?.[1] ?? '';
  const [clientId = '', ...rest] = Buffer.from(encoded, 'base64').toString().split(':');
  const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
  try {
    return { clientId: decode(clientId), clientSecret: decode(rest.join(':')) };
  } catch {
    return { clientId: '', clientSecret: '' };
  }
}
