import type { AccessTokens } from './access-token.js';
import { behavior, includesStatus } from './behavior.js';
import type { Client } from './client.js';
import type { SandboxOperation } from './document.js';
import type { Admission } from './exchange.js';
import type { Bucket } from './rate-limit.js';
import { apiFailure, type Reply } from './reply.js';
import { hasScopes, namesOfScopes } from './scopes.js';
import { performOperation, type State } from './state.js';

const { failures, rateLimitFields } = behavior.api;

/** A call of an operation. */
export interface ApiCall {
  readonly authorization: string | undefined;
  /** Names of the query parameters. */
  readonly query: readonly string[];
  /** Path parameter `id`. */
  readonly id: string;
}

/** Options of `createApi`. */
export interface ApiOptions {
  readonly tokens: AccessTokens;
  readonly clients: ReadonlyMap<string, Client>;
  readonly bucket: Bucket;
  readonly state: State;
  /** Whether to require the scopes that the document does not show. */
  readonly assumeScopes: boolean;
}

/**
 * Creates the API. Admission checks the token; the answer then checks the rate limit, the scopes and the query, and
 * performs the operation.
 */
export function createApi({ tokens, clients, bucket, state, assumeScopes }: ApiOptions) {
  return async (operation: SandboxOperation, call: ApiCall): Promise<Admission> => {
    const grant = await tokens.check(call.authorization);
    if ('status' in grant) return { reply: grant };
    const { clientId } = grant;
    if (clients.get(clientId)?.global === false) return { reply: apiFailure(failures.notGlobal), clientId };
    return { clientId, answer: async () => ({ reply: answer(operation, grant.scopes, call), clientId }) };
  };

  function answer(operation: SandboxOperation, granted: readonly string[], { query, id }: ApiCall): Reply {
    const taken = bucket.take();
    if (!taken.isAllowed) return apiFailure(failures.tooManyRequests, {}, taken.headers);
    const reply = scopeFailure(operation, granted) ?? queryFailure(query) ?? performOperation(operation, state, id);
    return includesStatus(rateLimitFields.statuses, reply.status)
      ? { ...reply, headers: { ...reply.headers, ...taken.headers } }
      : reply;
  }

  function scopeFailure({ scopes, isScopeAssumed }: SandboxOperation, granted: readonly string[]): Reply | undefined {
    if ((isScopeAssumed && !assumeScopes) || hasScopes(scopes, granted)) return undefined;
    return apiFailure(failures.insufficientScope, namesOfScopes(scopes));
  }
}

/** No operation of the document has a query parameter. */
const queryFailure = ([name]: readonly string[]): Reply | undefined =>
  name === undefined ? undefined : apiFailure(failures.unknownQueryParameter, { name });
