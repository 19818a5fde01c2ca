import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretPost,
  clientCredentialsGrantRequest,
  customFetch,
} from 'oauth4webapi';

/** The parameters of a client credentials grant. */
export interface ClientCredentialsGrant {
  readonly tokenUrl: string;
  readonly audience: string | undefined;
  readonly clientId: string;
  /** Sent by `client_secret_post` if there is no `clientAuthentication`. */
  readonly clientSecret: string | undefined;
  readonly clientAuthentication: ClientAuth | undefined;
}

/**
 * A token request that was not sent yet. `form` contains its body again, because the body of a `Request` can be read
 * only once.
 */
export interface PreparedRequest {
  readonly request: Request;
  readonly form: URLSearchParams;
}

/**
 * Creates the token request of {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.4.2 | RFC 6749 section 4.4.2}.
 *
 * @throws The error of the client authentication.
 */
export async function createTokenRequest(grant: ClientCredentialsGrant): Promise<PreparedRequest> {
  const { tokenUrl, audience, clientId, clientSecret = '' } = grant;
  return new Promise((resolve, reject) => {
    clientCredentialsGrantRequest(
      { issuer: new URL('/', tokenUrl).href, token_endpoint: tokenUrl },
      { client_id: clientId },
      grant.clientAuthentication ?? ClientSecretPost(clientSecret),
      audience === undefined ? {} : { audience },
      {
        // `secureUrl` has rejected `http:` for every host except loopback.
        [allowInsecureRequests]: true,
        // Resolve with the request instead of sending it, because the caller sends and retries the request.
        [customFetch]: async (url, { method, headers, body }) => {
          resolve({ request: new Request(url, { method, headers, body, redirect: 'manual' }), form: body });
          return new Response();
        },
      },
    ).catch(reject);
  });
}
