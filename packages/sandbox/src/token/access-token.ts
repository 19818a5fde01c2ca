import { randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { behavior } from '../document.js';
import { apiFailure, type SandboxResponse } from '../response.js';
import { ALGORITHM, type SigningKeys } from './signing-keys.js';

/**
 * Matches a header field whose token has the three parts of a JWT. The public service rejects other tokens with 400.
 */
const BEARER_JWT = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i;

const { failures } = behavior.api;

/** The client that an access token was issued to, and the scopes that the token grants. */
export interface GrantedAccess {
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/** Issues, checks and revokes the access tokens of one sandbox. */
export interface AccessTokens {
  /**
   * Resolves with a JWT (RFC 7519) that expires after `lifetime` seconds.
   *
   * @param audience `aud` of the token; by default, the audience of the API.
   */
  issue(access: GrantedAccess, lifetime: number, audience?: string): Promise<string>;
  /**
   * Checks the token of an `Authorization` header field. Resolves with the access that the token grants, or with the
   * response that rejects the token.
   */
  check(authorization: string | undefined): Promise<GrantedAccess | SandboxResponse>;
  /** Revokes the existing tokens. */
  revoke(): void;
  /** Resolves with the public keys as a JSON Web Key Set: RFC 7517 section 5. */
  jwks: SigningKeys['jwks'];
}

/** Number of tokens that the sandboxes of this process have issued. It is part of the `jti` of each token. */
let issued = 0;

/**
 * @param issuer `iss` of the tokens, such as `http://127.0.0.1:4020/`.
 * @param audience `aud` of the tokens, such as `http://127.0.0.1:4020/api/v2/`.
 * @param clock Returns the time in milliseconds since the Unix epoch.
 */
export function createAccessTokens(
  keys: SigningKeys,
  issuer: string,
  audience: string,
  clock: () => number,
): AccessTokens {
  /** The number of the last token before the last revocation. */
  let lastRevoked = 0;
  return {
    issue: async ({ clientId, scopes }, lifetime, tokenAudience = audience) => {
      const now = Math.floor(clock() / 1000);
      const claims = { azp: clientId, scope: scopes.join(' '), gty: 'client-credentials' };
      issued += 1;
      // The number shows whether the token was issued before a revocation; `iat` has only whole seconds. The random
      // part distinguishes the tokens of different processes.
      const jti = `${issued}-${randomUUID()}`;
      const { kid, pair } = await keys.current();
      return new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(`${clientId}@clients`)
        .setAudience(tokenAudience)
        .setIssuedAt(now)
        .setExpirationTime(now + lifetime)
        .setJti(jti)
        .sign(pair.privateKey);
    },
    check: async (authorization) => {
      if (authorization === undefined) return apiFailure(failures.missingToken);
      const token = BEARER_JWT.exec(authorization)?.[1];
      if (token === undefined) return apiFailure(failures.notJwt);
      try {
        const { payload } = await jwtVerify(token, async ({ kid }) => (await keys.find(kid)).pair.publicKey, {
          algorithms: [ALGORITHM],
          issuer,
          audience,
          currentDate: new Date(clock()),
        });
        if (Number.parseInt(payload.jti ?? '', 10) <= lastRevoked) return invalidToken('revoked');
        return { clientId: String(payload['azp']), scopes: String(payload['scope']).split(' ') };
      } catch (error) {
        return tokenRefusal(error);
      }
    },
    revoke: () => {
      lastRevoked = issued;
    },
    jwks: keys.jwks,
  };
}

const invalidToken = (reason: string) => apiFailure(failures.invalidToken, { reason });

/** Returns the response to a token that jose rejects. */
function tokenRefusal(error: unknown): SandboxResponse {
  if (error instanceof errors.JWTExpired) return apiFailure(failures.expiredToken);
  if (error instanceof errors.JWSSignatureVerificationFailed) return apiFailure(failures.invalidSignature);
  if (error instanceof errors.JWTClaimValidationFailed)
    return apiFailure(failures.invalidClaim, { claim: error.claim });
  return invalidToken('not a JWT of this tenant');
}
