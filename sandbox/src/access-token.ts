import { errors, exportJWK, generateKeyPair, type JWK, jwtVerify, SignJWT } from 'jose';
import { apiFailure, type Reply } from './reply.js';

const ALGORITHM = 'RS256';
const KEY_ID = 'sandbox';

/** The key pair of this process, made once: making one takes longer than all else that a start does. */
let keyPair: ReturnType<typeof generateKeyPair> | undefined;
const keys = () => {
  keyPair ??= generateKeyPair(ALGORITHM);
  return keyPair;
};

/** What an access token says. */
export interface Grant {
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/** Issues and checks the access tokens of one sandbox. */
export interface AccessTokens {
  /** Resolves with a JWT that is good for `lifetime` seconds. */
  issue(grant: Grant, lifetime: number): Promise<string>;
  /** What the token of an `Authorization` header field says, or the answer that refuses it. */
  check(authorization: string | undefined): Promise<Grant | Reply>;
  /** The public key as a JSON Web Key Set: RFC 7517 section 5. */
  jwks(): Promise<{ keys: JWK[] }>;
}

/**
 * @param issuer `iss` of the tokens, such as `http://127.0.0.1:4020/`.
 * @param audience Their `aud`, such as `http://127.0.0.1:4020/api/v2/`.
 */
export function createAccessTokens(issuer: string, audience: string, clock: () => number): AccessTokens {
  // Begun now, so that the first token need not wait for it.
  void keys();
  return {
    issue: async ({ clientId, scopes }, lifetime) => {
      const now = Math.floor(clock() / 1000);
      const claims = { azp: clientId, scope: scopes.join(' '), gty: 'client-credentials' };
      return new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid: KEY_ID, typ: 'JWT' })
        .setIssuer(issuer)
        .setSubject(`${clientId}@clients`)
        .setAudience(audience)
        .setIssuedAt(now)
        .setExpirationTime(now + lifetime)
        .sign((await keys()).privateKey);
    },
    check: async (authorization) => {
      if (authorization === undefined) return refusal('Missing authentication', 'Bearer');
      const token = /^Bearer ([\w\-.~+/]+=*)$/i.exec(authorization)?.[1];
      if (token === undefined) return refusal('Bad HTTP authentication header format: expected Bearer <token>');
      try {
        const { payload } = await jwtVerify(token, (await keys()).publicKey, {
          algorithms: [ALGORITHM],
          issuer,
          audience,
          currentDate: new Date(clock()),
        });
        return { clientId: String(payload['azp']), scopes: String(payload['scope']).split(' ') };
      } catch (error) {
        return refusal(reasonOf(error));
      }
    },
    jwks: async () => {
      const jwk = await exportJWK((await keys()).publicKey);
      return { keys: [{ ...jwk, kid: KEY_ID, use: 'sig', alg: ALGORITHM }] };
    },
  };
}

/** Refuses a token: RFC 6750 section 3. */
export function refusal(message: string, challenge = 'Bearer error="invalid_token"'): Reply {
  return apiFailure(401, message, 'invalid_token', { 'WWW-Authenticate': challenge });
}

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'Expired token';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'Invalid token: the JWT signature is invalid';
  if (error instanceof errors.JWTClaimValidationFailed)
    return `Invalid token: the claim ${error.claim} is not for this API`;
  return 'Invalid token: not a JWT of this tenant';
}
