import { type AccessTokens, refusal } from './access-token.js';
import type { Client } from './client.js';
import type { SandboxOperation } from './document.js';
import type { Bucket } from './rate-limit.js';
import { type Answer, apiFailure } from './reply.js';
import { behaviour, type State } from './state.js';

/** A call of an operation. */
export interface ApiCall {
  readonly authorization: string | undefined;
  /** Names of its query parameters. */
  readonly query: readonly string[];
  readonly params: { readonly id: string };
}

/** What the API of a tenant rests on. */
export interface ApiOptions {
  readonly tokens: AccessTokens;
  readonly clients: ReadonlyMap<string, Client>;
  readonly bucket: Bucket;
  readonly state: State;
  /** Whether the scopes that the document does not show are asked for, as the naming rule has them. */
  readonly assumeScopes: boolean;
}

/** Makes the API: who calls, how often, what for, and then what the operation does. */
export function createApi({ tokens, clients, bucket, state, assumeScopes }: ApiOptions) {
  return async (operation: SandboxOperation, { authorization, query, params }: ApiCall): Promise<Answer> => {
    const grant = await tokens.check(authorization);
    if ('status' in grant) return { reply: grant };
    const { clientId } = grant;
    const isGlobal = clients.get(clientId)?.global !== false;
    if (!isGlobal) return { reply: refusal('Invalid token: the client is not global'), clientId };
    const taken = bucket.take();
    if (!taken.isAllowed) {
      return { reply: apiFailure(429, 'Global limit has been reached', 'too_many_requests', taken.headers), clientId };
    }
    const needed = operation.isScopeAssumed && !assumeScopes ? [] : operation.scopes;
    if (needed.some((scope) => !grant.scopes.includes(scope))) {
      const challenge = `Bearer error="insufficient_scope", scope="${needed.join(' ')}"`;
      const message = `Insufficient scope, expected: ${needed.join(', ')}`;
      return { reply: apiFailure(403, message, 'insufficient_scope', { 'WWW-Authenticate': challenge }), clientId };
    }
    const [parameter] = query;
    if (parameter !== undefined) {
      const message = `Query validation error: '${parameter}' is not allowed: this operation has no query parameter`;
      return { reply: apiFailure(400, message, 'invalid_query_string'), clientId };
    }
    const reply = behaviour[operation.id](state, params);
    // As the public service does, which sends the three header fields with successes and 429 alone.
    return { reply: reply.status < 300 ? { ...reply, headers: taken.headers } : reply, clientId };
  };
}
