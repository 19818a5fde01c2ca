import { decodeJwt, decodeProtectedHeader, importJWK, importSPKI, jwtVerify } from 'jose';
import { behavior } from './behavior.js';
import type { Client } from './client.js';
import { type Reply, tokenFailure } from './reply.js';
import type { TokenParameters } from './token-parameters.js';
import type { UsedAssertions } from './used-assertions.js';

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const ALGORITHMS = ['RS256', 'ES256'];
const BASIC = { 'WWW-Authenticate': 'Basic realm="token endpoint"' };

const { failures } = behavior.tokenEndpoint;

/** Returns the client that sent a token request, or the reply that refuses the request. */
export type ClientAuthentication = (
  authorization: string | undefined,
  parameters: TokenParameters,
) => Promise<Client | Reply>;

/**
 * Creates the check of `client_secret_post`, `client_secret_basic` and `private_key_jwt`.
 *
 * @param audiences Accepted values of the `aud` of an assertion.
 */
export function createClientAuthentication(
  clients: ReadonlyMap<string, Client>,
  audiences: readonly string[],
  used: UsedAssertions,
): ClientAuthentication {
  return async (authorization, parameters) => {
    const assertion = parameters.get('client_assertion');
    const secret = parameters.get('client_secret');
    const methods = [authorization, assertion, secret].filter((value) => value !== undefined);
    if (methods.length > 1) return tokenFailure(failures.severalMethods);
    if (assertion !== undefined) return authenticateByAssertion(assertion, parameters);
    const named = parameters.get('client_id');
    const { clientId, clientSecret } =
      authorization === undefined ? { clientId: named ?? '', clientSecret: secret } : readBasic(authorization);
    const client = clients.get(clientId);
    const isRight = client?.clientSecret !== undefined && client.clientSecret === clientSecret;
    if (isRight && (named === undefined || named === clientId)) return client;
    // RFC 6749 section 5.2: the challenge names the scheme that the client used.
    return tokenFailure(failures.wrongSecret, {}, authorization === undefined ? {} : BASIC);
  };

  async function authenticateByAssertion(assertion: string, parameters: TokenParameters): Promise<Client | Reply> {
    if (parameters.get('client_assertion_type') !== ASSERTION_TYPE) {
      return tokenFailure(failures.assertionType, { type: ASSERTION_TYPE });
    }
    try {
      const { alg = '' } = decodeProtectedHeader(assertion);
      const clientId = decodeJwt(assertion).sub ?? '';
      const client = clients.get(clientId);
      if (client?.publicKey === undefined) return tokenFailure(failures.noPublicKey);
      const { publicKey } = client;
      const key = typeof publicKey === 'string' ? await importSPKI(publicKey, alg) : await importJWK(publicKey, alg);
      // By the real time, which the client used to sign: the sandbox's clock applies only to the sandbox's tokens.
      const { payload } = await jwtVerify(assertion, key, {
        algorithms: ALGORITHMS,
        issuer: clientId,
        subject: parameters.get('client_id') ?? clientId,
        audience: [...audiences],
        requiredClaims: ['exp', 'jti'],
      });
      const isFirstUse = used.add(clientId, String(payload.jti), Number(payload.exp));
      return isFirstUse ? client : tokenFailure(failures.usedAssertion);
    } catch (error) {
      // The message of jose names the check that failed and does not contain the assertion.
      return tokenFailure(failures.wrongAssertion, { reason: error instanceof Error ? error.message : 'not a JWT' });
    }
  }
}

/**
 * Id and secret of `client_secret_basic`, form-encoded: RFC 6749 section 2.3.1. Only the first colon separates them: RFC
 * 7617 section 2.
 */
function readBasic(authorization: string): { clientId: string; clientSecret: string } {
  const encoded = /^Basic ([\w+/]+=*)$/i.exec(authorization)?.[1] ?? '';
  const [clientId = '', ...rest] = Buffer.from(encoded, 'base64').toString().split(':');
  const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
  try {
    return { clientId: decode(clientId), clientSecret: decode(rest.join(':')) };
  } catch {
    // No client has an empty id.
    return { clientId: '', clientSecret: '' };
  }
}
