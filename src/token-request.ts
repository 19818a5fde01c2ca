import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretPost,
  clientCredentialsGrantRequest,
  customFetch,
} from 'oauth4webapi';
import type { Fetch } from './calls.js';

/** One client credentials grant. */
export interface Grant {
  readonly tokenUrl: string;
  readonly audience: string | undefined;
  readonly clientId: string;
  /** Sent by `client_secret_post` where there is no `clientAuthentication`. */
  readonly clientSecret: string | undefined;
  readonly clientAuthentication: ClientAuth | undefined;
}

/** Sends the token request of {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.4.2 | RFC 6749 section 4.4.2}. */
export function sendTokenRequest(grant: Grant, fetch: Fetch, signal: AbortSignal): Promise<Response> {
  const { tokenUrl, audience, clientId, clientSecret = '' } = grant;
  const server = { issuer: new URL('/', tokenUrl).href, token_endpoint: tokenUrl };
  const clientAuthentication = grant.clientAuthentication ?? ClientSecretPost(clientSecret);
  return clientCredentialsGrantRequest(
    server,
    { client_id: clientId },
    clientAuthentication,
    audience === undefined ? {} : { audience },
    {
      // `http:` was refused before for every host but loopback.
      [allowInsecureRequests]: true,
      [customFetch]: (url, { method, headers, body }) =>
        fetch(new Request(url, { method, headers, body, redirect: 'manual' }), { signal }),
    },
  );
}
