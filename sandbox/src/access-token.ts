import { randomUUID } from 'node:crypto';
import { errors, exportJWK, generateKeyPair, type JWK, jwtVerify, SignJWT } from 'jose';
import { behavior } from './behavior.js';
import { apiFailure, type Reply } from './reply.js';

const ALGORITHM = 'RS256';
const KEY_ID = 'sandbox';
/** A header field with a token in the form of a JWT: three parts. The public service refuses other tokens with 400. */
const BEARER_JWT = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i;

const { failures } = behavior.api;

/** The key pair of this process. Generating it takes longer than the remaining startup of a sandbox. */
let keyPair: ReturnType<typeof generateKeyPair> | undefined;
const keys = () => {
  keyPair ??= generateKeyPair(ALGORITHM);
  return keyPair;
};

/** The client and the scopes of an access token. */
export interface GrantedAccess {
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/** Issues and checks the access tokens of one sandbox. */
export interface AccessTokens {
  /** Resolves with a JWT that expires after `lifetime` seconds. */
  issue(grant: GrantedAccess, lifetime: number): Promise<string>;
  /** The grant of the token in an `Authorization` header field, or the reply that refuses the token. */
  check(authorization: string | undefined): Promise<GrantedAccess | Reply>;
  /** The public key as a JSON Web Key Set: RFC 7517 section 5. */
  jwks(): Promise<{ keys: JWK[] }>;
}

/**
 * @param issuer `iss` of the tokens, such as `http://127.0.0.1:4020/`.
 * @param audience Their `aud`, such as `http://127.0.0.1:4020/api/v2/`.
 */
export function createAccessTokens(issuer: string, audience: string, clock: () => number): AccessTokens {
  // Start now, so that the first token does not wait for the key.
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
          // Two tokens of the same second must differ: a client takes an equal one for the refused token.
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
        return refusalOf(error);
      }
    },
    jwks: async () => {
      const jwk = await exportJWK((await keys()).publicKey);
      return { keys: [{ ...jwk, kid: KEY_ID, use: 'sig', alg: ALGORITHM }] };
    },
  };
}

/** The reply to a token that jose refuses. */
function refusalOf(error: unknown): Reply {
  if (error instanceof errors.JWTExpired) return apiFailure(failures.expiredToken);
  if (error instanceof errors.JWSSignatureVerificationFailed) return apiFailure(failures.invalidSignature);
  if (error instanceof errors.JWTClaimValidationFailed)
    return apiFailure(failures.invalidClaim, { claim: error.claim });
  return apiFailure(failures.invalidToken);
}
