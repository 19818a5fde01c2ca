import { behavior, declaredScopes, audience as documentAudience } from '../document.js';
import { mediaTypeOf, readLimitedText } from '../http/request-body.js';
import type { Bucket } from '../http/token-bucket.js';
import { NO_STORE, type ResponseToClient, type SandboxResponse, tokenFailure } from '../response.js';
import { includesStatus } from '../response-conformance.js';
import type { AccessTokens } from './access-token.js';
import type { ClientAuthentication, TokenParameters } from './client-authentication.js';
import type { Client } from './oauth-client.js';

const { failures, lifetime, rateLimitFields } = behavior.tokenEndpoint;

/** A token request that the sandbox received. */
interface ReceivedTokenRequest {
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly body: ReadableStream<Uint8Array> | null;
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

/** Largest body of a token request, in bytes: large enough for an assertion and hundreds of scopes. */
const MAX_BYTES = 65_536;

const CLIENT_PARAMETERS = ['client_id', 'client_secret', 'client_assertion', 'client_assertion_type'];
/** The parameters that the sandbox reads. */
const PARAMETERS = ['grant_type', ...CLIENT_PARAMETERS, 'audience', 'scope'];

/**
 * Reads the parameters of a token request. The time is linear in the size of the request.
 *
 * @returns The parameters, or the response that rejects the request.
 */
async function readTokenParameters({
  contentType,
  body,
}: ReceivedTokenRequest): Promise<TokenParameters | SandboxResponse> {
  const text = await readLimitedText(body, MAX_BYTES);
  if (text === undefined) return tokenFailure(failures.bodyTooLarge, { bytes: MAX_BYTES });
  switch (mediaTypeOf(contentType)) {
    case 'application/x-www-form-urlencoded':
      return collect(new URLSearchParams(text));
    case 'application/json':
      return collect(parseObject(text));
    default:
      return tokenFailure(failures.contentType);
  }
}

/** Returns the fields of a JSON object; `undefined` if the text is not a JSON object. */
function parseObject(text: string): [string, unknown][] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Object(value) === value && !Array.isArray(value) ? Object.entries(Object(value)) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Checks and collects the parameters of a token request. According to RFC 6749 section 3.2, each parameter can be sent
 * only once, and a parameter without a value is treated as omitted.
 */
function collect(entries: Iterable<[string, unknown]> | undefined): TokenParameters | SandboxResponse {
  if (entries === undefined) return tokenFailure(failures.notJsonObject);
  const parameters = new Map<string, string>();
  for (const [name, value] of entries) {
    if (value === '' || value === null) continue;
    // RFC 6749 section 3.2: unknown parameters are ignored.
    if (!PARAMETERS.includes(name)) continue;
    if (typeof value !== 'string') return tokenFailure(failures.notString, { name });
    if (parameters.has(name)) return tokenFailure(failures.repeatedParameter, { name });
    parameters.set(name, value);
  }
  return parameters;
}
