import {
  decodeJwt,
  decodeProtectedHeader,
  importJWK,
  importSPKI,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose';
import { behavior } from '../document.js';
import { type SandboxResponse, tokenFailure } from '../response.js';
import type { Client, PublicJwk } from './oauth-client.js';

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const BASIC = { 'WWW-Authenticate': 'Basic realm="token endpoint"' };

const { failures } = behavior.tokenEndpoint;

/** The parameters of a token request by name. Empty values are omitted. */
export type TokenParameters = ReadonlyMap<string, string>;

/** `exp` of the client assertions that were used, in seconds since the Unix epoch, by client and `jti`. */
type UsedAssertions = Map<string, number>;

/**
 * Resolves with the client that sent a token request, or with the response that rejects the request.
 *
 * @param authorization Value of the `Authorization` header field.
 */
export type ClientAuthentication = (
  authorization: string | undefined,
  parameters: TokenParameters,
) => Promise<Client | SandboxResponse>;

/** The clients of a token endpoint, and what it needs to check their assertions. */
interface RegisteredClients {
  readonly clients: ReadonlyMap<string, Client>;
  /** Accepted values of the `aud` of an assertion. */
  readonly audiences: readonly string[];
  readonly usedAssertions: UsedAssertions;
}

/**
 * Creates the client authentication by `client_secret_post` and `client_secret_basic` (RFC 6749 section 2.3.1) and by
 * `private_key_jwt` (RFC 7523 section 2.2).
 */
export function createClientAuthentication(registered: RegisteredClients): ClientAuthentication {
  return async (authorization, parameters) => {
    const assertion = parameters.get('client_assertion');
    const methods = [authorization, assertion, parameters.get('client_secret')].filter((value) => value !== undefined);
    if (methods.length > 1) return tokenFailure(failures.severalMethods);
    return assertion === undefined
      ? authenticateBySecret(registered, authorization, parameters)
      : authenticateByAssertion(registered, assertion, parameters);
  };
}

function authenticateBySecret(
  { clients }: RegisteredClients,
  authorization: string | undefined,
  parameters: TokenParameters,
): Client | SandboxResponse {
  const idParameter = parameters.get('client_id');
  const { clientId, clientSecret } =
    authorization === undefined
      ? { clientId: idParameter ?? '', clientSecret: parameters.get('client_secret') }
      : readBasic(authorization);
  const client = clients.get(clientId);
  const isSecretValid = client?.clientSecret !== undefined && client.clientSecret === clientSecret;
  if (isSecretValid && (idParameter === undefined || idParameter === clientId)) return client;
  // RFC 6749 section 5.2: the challenge names the scheme that the client used.
  return tokenFailure(failures.wrongSecret, {}, authorization === undefined ? {} : BASIC);
}

async function authenticateByAssertion(
  { clients, audiences, usedAssertions }: RegisteredClients,
  assertion: string,
  parameters: TokenParameters,
): Promise<Client | SandboxResponse> {
  if (parameters.get('client_assertion_type') !== ASSERTION_TYPE) {
    return tokenFailure(failures.assertionType, { type: ASSERTION_TYPE });
  }
  try {
    const clientId = decodeJwt(assertion).sub ?? '';
    const client = clients.get(clientId);
    if (client?.publicKey === undefined) return tokenFailure(failures.noPublicKey);
    const payload = await verifyAssertion(assertion, client.publicKey, {
      issuer: clientId,
      subject: parameters.get('client_id') ?? clientId,
      audience: [...audiences],
      requiredClaims: ['exp', 'jti'],
    });
    const isFirstUse = addAssertion(usedAssertions, clientId, String(payload.jti), Number(payload.exp));
    return isFirstUse ? client : tokenFailure(failures.usedAssertion);
  } catch (error) {
    return tokenFailure(failures.wrongAssertion, { reason: error instanceof Error ? error.message : 'not a JWT' });
  }
}

/**
 * Records the use of an assertion. Returns whether this is the first use of its `jti` by this client before it expires:
 * RFC 7523 section 3 lets a server reject a second use.
 */
function addAssertion(used: UsedAssertions, clientId: string, jti: string, expiresAt: number): boolean {
  const now = Date.now() / 1000;
  for (const [key, expiry] of used) if (expiry <= now) used.delete(key);
  const key = JSON.stringify([clientId, jti]);
  if (used.has(key)) return false;
  used.set(key, expiresAt);
  return true;
}

/**
 * Reads the id and the secret of `client_secret_basic`, which are form-encoded (RFC 6749 section 2.3.1) and separated
 * by the first colon (RFC 7617 section 2).
 */
function readBasic(authorization: string): { clientId: string; clientSecret: string } {
  const encoded = /^Basic ([\w+/]+=*)$/i.exec(authorization)?.[1] ?? '';
  const [clientId = '', ...rest] = Buffer.from(encoded, 'base64').toString().split(':');
  const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
  try {
    return { clientId: decode(clientId), clientSecret: decode(rest.join(':')) };
  } catch {
    // Invalid percent-encoding: return an empty id, which no client has, so that the request is rejected.
    return { clientId: '', clientSecret: '' };
  }
}

const ALGORITHMS = ['RS256', 'ES256'];

/**
 * Verifies the signature of an assertion with the public key of a client, and then the claims. The times are compared
 * with the system clock instead of the option `clock`, because clients use the system clock.
 *
 * @throws Error If the assertion is not valid. The message names the failed check and does not contain the assertion.
 */
async function verifyAssertion(
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
