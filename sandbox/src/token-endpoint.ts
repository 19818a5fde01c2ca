import type { AccessTokens } from './access-token.js';
import type { ClientAuthentication } from './client-authentication.js';
import { declaredScopes } from './document.js';
import type { Bucket } from './rate-limit.js';
import { type Answer, NO_STORE, type Reply, tokenFailure } from './reply.js';

/** `expires_in` of the public service. */
const DAY_S = 86_400;

/** A token request. */
export interface TokenRequest {
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly body: string;
}

/** What a token endpoint rests on. */
export interface TokenEndpointOptions {
  readonly authenticate: ClientAuthentication;
  readonly tokens: AccessTokens;
  /** What the form parameter `audience` may be. */
  readonly audiences: readonly string[];
  readonly bucket: Bucket;
}

/** Makes the token endpoint: the client credentials grant, RFC 6749 section 4.4. */
export function createTokenEndpoint({ authenticate, tokens, audiences, bucket }: TokenEndpointOptions) {
  return async ({ authorization, contentType = '', body }: TokenRequest): Promise<Answer> => {
    const taken = bucket.take();
    if (!taken.isAllowed) {
      return { reply: tokenFailure(429, 'too_many_requests', 'Global limit has been reached', taken.headers) };
    }
    if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType)) {
      return { reply: invalidRequest('Content-Type: expected application/x-www-form-urlencoded') };
    }
    // RFC 6749 section 3.2: a parameter without a value counts as left out.
    const form = new URLSearchParams([...new URLSearchParams(body)].filter(([, value]) => value !== ''));
    const repeated = [...form.keys()].find((name) => form.getAll(name).length > 1);
    if (repeated !== undefined) return { reply: invalidRequest(`${repeated}: expected once`) };
    const client = await authenticate(authorization, form);
    if ('status' in client) return { reply: client };

    const { clientId, tokenLifetime: lifetime = DAY_S, scopes: granted = declaredScopes } = client;
    const refuse = (error: string, description: string) => ({
      reply: tokenFailure(400, error, description),
      clientId,
    });
    const grantType = form.get('grant_type');
    if (grantType === null) return refuse('invalid_request', 'grant_type: expected client_credentials');
    if (grantType !== 'client_credentials') {
      return refuse('unsupported_grant_type', 'grant_type: expected client_credentials');
    }
    if (!audiences.includes(form.get('audience') ?? '')) {
      return refuse('invalid_request', 'audience: expected that of the management API, /api/v2/ on this tenant');
    }
    const asked = form.get('scope')?.split(' ').filter(Boolean) ?? [];
    const excess = asked.find((scope) => !granted.includes(scope));
    if (excess !== undefined) return refuse('invalid_scope', `scope: ${excess} is not granted to this client`);
    const scopes = asked.length > 0 ? asked : granted;
    const access_token = await tokens.issue({ clientId, scopes }, lifetime);
    return {
      reply: {
        status: 200,
        headers: NO_STORE,
        body: { access_token, scope: scopes.join(' '), expires_in: lifetime, token_type: 'Bearer' },
      },
      clientId,
    };
  };
}

const invalidRequest = (description: string): Reply => tokenFailure(400, 'invalid_request', description);
