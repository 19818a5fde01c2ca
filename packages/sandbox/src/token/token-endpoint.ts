import { behavior, declaredScopes, audience as documentAudience } from '../document-facts.js';
import { includesStatus } from '../documented-response.js';
import type { Bucket } from '../http/token-bucket.js';
import { NO_STORE, type ResponseToClient, type SandboxResponse, tokenFailure } from '../response.js';
import type { AccessTokens } from './access-token.js';
import type { ClientAuthentication } from './client-authentication.js';
import type { Client } from './oauth-client.js';
import { readTokenParameters, type TokenParameters, type TokenRequestBody } from './token-parameters.js';

const { failures, lifetime, rateLimitFields } = behavior.tokenEndpoint;

/** A token request that the sandbox received. */
export interface ReceivedTokenRequest extends TokenRequestBody {
  readonly authorization: string | undefined;
}

/** The token endpoint: the client credentials grant of RFC 6749 section 4.4. */
export interface TokenEndpoint {
  readonly authenticate: ClientAuthentication;
  readonly tokens: AccessTokens;
  /** Accepted values of the parameter `audience`. */
  readonly audiences: readonly string[];
  readonly bucket: Bucket;
}

/** Returns the response to a token request. */
export async function respondToTokenRequest(
  endpoint: TokenEndpoint,
  request: ReceivedTokenRequest,
): Promise<ResponseToClient> {
  const { isAllowed, headers } = endpoint.bucket.take();
  if (!isAllowed) return { response: tokenFailure(failures.tooManyRequests, {}, headers) };
  const result = await authenticateAndGrant(endpoint, request);
  const { response } = result;
  return includesStatus(rateLimitFields.statuses, response.status)
    ? { ...result, response: { ...response, headers: { ...response.headers, ...headers } } }
    : result;
}

async function authenticateAndGrant(endpoint: TokenEndpoint, request: ReceivedTokenRequest): Promise<ResponseToClient> {
  const parameters = await readTokenParameters(request);
  if ('status' in parameters) return { response: parameters };
  const client = await endpoint.authenticate(request.authorization, parameters);
  if ('status' in client) return { response: client };
  return { response: await grantToken(endpoint, client, parameters), clientId: client.clientId };
}

async function grantToken(
  { tokens, audiences }: TokenEndpoint,
  client: Client,
  parameters: TokenParameters,
): Promise<SandboxResponse> {
  const { clientId, tokenLifetime = lifetime.seconds, scopes: granted = declaredScopes } = client;
  const grantType = parameters.get('grant_type');
  if (grantType === undefined) return tokenFailure(failures.missingGrantType);
  if (grantType !== 'client_credentials') return tokenFailure(failures.unsupportedGrantType);
  const audience = parameters.get('audience');
  if (audience === undefined && documentAudience !== undefined) return tokenFailure(failures.missingAudience);
  if (audience !== undefined && !audiences.includes(audience))
    return tokenFailure(failures.unknownAudience, { audience });
  const requested = parameters.get('scope')?.split(' ').filter(Boolean) ?? [];
  const denied = requested.find((scope) => !granted.includes(scope));
  if (denied !== undefined) return tokenFailure(failures.scopeNotGranted, { scope: denied });
  const scopes = requested.length > 0 ? requested : granted;
  const access_token = await tokens.issue({ clientId, scopes }, tokenLifetime);
  return {
    status: 200,
    headers: NO_STORE,
    body: { access_token, scope: scopes.join(' '), expires_in: tokenLifetime, token_type: 'Bearer' },
  };
}
