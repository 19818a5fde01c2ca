import type { ClientAuth } from 'oauth4webapi';
import { withoutPrototype } from '../options/members.js';

/** Matches the names of the header fields that a token request sets itself. */
export const OWN_FIELD = /^(authorization|accept|content-.*)$/i;

/** The parameters of a client credentials grant. */
export interface ClientCredentialsGrant {
  readonly tokenUrl: string;
  readonly audience: string | undefined;
  readonly clientId: string;
  /** Header fields of the client and of `clientCredentials`. A later field replaces an earlier one with the same name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Adds the client's credentials to the body or to the header fields. */
  readonly authenticate: ClientAuth;
}

/**
 * Creates the token request of {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.4.2 | RFC 6749 section 4.4.2}.
 *
 * @returns The request, and its body again as `form`, because the body of a `Request` can be read only once.
 * @throws The error of the client authentication.
 */
export async function createTokenRequest(grant: ClientCredentialsGrant) {
  const { tokenUrl, audience, clientId, authenticate } = grant;
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  if (audience !== undefined) form.set('audience', audience);
  const headers = new Headers({ Accept: 'application/json' });
  for (const [name, value] of Object.entries(grant.headers)) if (!OWN_FIELD.test(name)) headers.set(name, value);
  const server = withoutPrototype({ issuer: new URL('/', tokenUrl).href, token_endpoint: tokenUrl });
  await authenticate(server, withoutPrototype({ client_id: clientId }), form, headers);
  const init = withoutPrototype<RequestInit>({ method: 'POST', headers, body: form, redirect: 'manual' });
  return { request: new Request(tokenUrl, init), form };
}

/** The authentication method `client_secret_post` of RFC 6749 section 2.3.1. */
export const clientSecretPost =
  (clientSecret: string): ClientAuth =>
  (_server, { client_id }, form) => {
    form.set('client_id', client_id);
    form.set('client_secret', clientSecret);
  };
