import { createRemoteJWKSet, errors, jwtVerify } from 'jose';

/** A person or a program that calls the service. */
export interface Caller {
  /** Identifies the caller in the audit log. */
  readonly id: string;
  readonly mayResetMfa: boolean;
}

/**
 * Authenticates the caller of a request. Resolves with `undefined` if the request does not prove who the caller is, and
 * rejects if the check fails, for example because the identity provider does not respond.
 */
export type Authenticate = (request: Request) => Promise<Caller | undefined>;

/** The scope that a caller needs. */
export const RESET_SCOPE = 'reset:mfa';

/** Codes of errors that the identity provider causes, and not the caller's token. */
const PROVIDER_ERRORS = ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'];

/** Authenticates a caller by the JWT in `Authorization`, an access token of the company's identity provider. */
export function jwtCallers(provider: { jwksUrl: string; issuer: string; audience: string }): Authenticate {
  const keys = createRemoteJWKSet(new URL(provider.jwksUrl));
  const { issuer, audience } = provider;
  return async (request) => {
    const token = /^Bearer (\S+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1];
    if (token === undefined) return undefined;
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: ['RS256', 'ES256'],
        requiredClaims: ['sub', 'exp'],
      });
      return { id: String(payload.sub), mayResetMfa: String(payload['scope']).split(' ').includes(RESET_SCOPE) };
    } catch (error) {
      if (error instanceof errors.JOSEError && !PROVIDER_ERRORS.includes(error.code)) return undefined;
      throw error;
    }
  };
}
