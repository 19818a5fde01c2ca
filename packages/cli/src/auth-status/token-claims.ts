/** The claims of an access token that `auth status` shows. */
export interface TokenClaims {
  readonly scope?: unknown;
  readonly exp?: unknown;
}

/**
 * Decodes the claims of an access token if the token is a JWT. Returns no claims for any other token. The claims are
 * only for display, because the function does not check the signature.
 */
export function tokenClaims(token: string): TokenClaims {
  const parts = token.split('.');
  // A signed JWT has three parts: RFC 7519 section 3.
  if (parts.length !== 3) return {};
  try {
    return Object(JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString('utf8')));
  } catch {
    return {};
  }
}
