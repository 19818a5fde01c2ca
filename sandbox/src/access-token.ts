import { randomUUID } from 'node:crypto';
import { errors, exportJWK, generateKeyPair, type JWK, jwtVerify, SignJWT } from 'jose';
import { behavior } from './behavior.js';
import { apiFailure, type SandboxResponse } from './response.js';

const ALGORITHM = 'RS256';
const KEY_ID = 'sandbox';
/**
 * Matches a header field whose token has the three parts of a JWT. The public service rejects other tokens with 400.
 */
const BEARER_JWT = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i;

const { failures } = behavior.api;

/** The key pair of this process. All sandboxes share it, because key generation is the slowest part of a start. */
let keyPair: ReturnType<typeof generateKeyPair> | undefined;
const keys = () => {
  keyPair ??= generateKeyPair(ALGORITHM);
  return keyPair;
};

/** The client that an access token was issued to, and the scopes that the token grants. */
export interface GrantedAccess {
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/** Issues and checks the access tokens of one sandbox. */
export interface AccessTokens {
  /** Resolves with a JWT (RFC 7519) that expires after `lifetime` seconds. */
  issue(access: GrantedAccess, lifetime: number): Promise<string>;
  /**
   * Checks the token of an `Authorization` header field. Resolves with the access that the token grants, or with the
   * response that rejects the token.
   */
  check(authorization: string | undefined): Promise<GrantedAccess | SandboxResponse>;
  /** The public key as a JSON Web Key Set: RFC 7517 section 5. */
  jwks(): Promise<{ keys: JWK[] }>;
}

/**
 * Creates the functions that issue and check the access tokens of a sandbox.
 *
 * @param issuer `iss` of the tokens, such as `http://127.0.0.1:4020/`.
 * @param audience `aud` of the tokens, such as `http://127.0.0.1:4020/api/v2/`.
 * @param clock Returns the time in milliseconds since the Unix epoch.
 */
export function createAccessTokens(issuer: string, audience: string, clock: () => number): AccessTokens {
  // Generate the key now, so that the first token does not wait for it.
  void keys();
  return {
    issue: async ({ clientId, scopes }, lifetime) => {
      const now = Math.floor(clock() / 1000);
      const claims = { azp: clientId, scope: scopes.join(' '), gty: 'client-credentials' };
      return (
        new SignJWT(claims)
          .setProtectedHeader({ alg: ALGORITHM, kid: KEY_ID, typ: 'JWT' })
          .setIssuer(issuer)
          .setSubject(`${clientId}@clients`)
          .setAudience(audience)
          .setIssuedAt(now)
          .setExpirationTime(now + lifetime)
          // Tokens of the same second must differ: after a 401, a client takes an equal token for the rejected one.
          .setJti(randomUUID())
          .sign((await keys()).privateKey)
      );
    },
    check: async (authorization) => {
      if (authorization === undefined) return apiFailure(failures.missingToken);
      const token = BEARER_JWT.exec(authorization)?.[1];
      if (token === undefined) return apiFailure(failures.notJwt);
      try {
        const { payload } = await jwtVerify(token, (await keys()).publicKey, {
          algorithms: [ALGORITHM],
          issuer,
          audience,
          currentDate: new Date(clock()),
        });
        return { clientId: String(payload['azp']), scopes: String(payload['scope']).split(' ') };
      } catch (error) {
        return tokenRefusal(error);
      }
    },
    jwks: async () => {
      const jwk = await exportJWK((await keys()).publicKey);
      return { keys: [{ ...jwk, kid: KEY_ID, use: 'sig', alg: ALGORITHM }] };
    },
  };
}

/** Returns the response to a token that jose rejects. */
function tokenRefusal(error: unknown): SandboxResponse {
  if (error instanceof errors.JWTExpired) return apiFailure(failures.expiredToken);
  if (error instanceof errors.JWSSignatureVerificationFailed) return apiFailure(failures.invalidSignature);
  if (error instanceof errors.JWTClaimValidationFailed)
    return apiFailure(failures.invalidClaim, { claim: error.claim });
  return apiFailure(failures.invalidToken);
}
