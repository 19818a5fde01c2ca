import type { AccessTokens } from './access-token.js';
import { behavior, includesStatus } from './behavior.js';
import type { Client } from './client.js';
import type { SandboxOperation } from './document.js';
import type { Bucket } from './rate-limit.js';
import type { Admission } from './request-handler.js';
import { apiFailure, type SandboxResponse } from './response.js';
import { hasScopes, scopeNames } from './scopes.js';
import { performOperation, type State } from './state.js';

const { failures, rateLimitFields } = behavior.api;

/** The values of a call that `createApi` reads. */
export interface ApiCall {
  readonly authorization: string | undefined;
  /** Names of the query parameters. */
  readonly query: readonly string[];
  /** The decoded path parameter `id`. */
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
 * Creates the function that handles the calls of the API. The function checks the token and the client. If it accepts
 * them, it returns `respond`, which checks the rate limit, the scopes and the query, and performs the operation.
 */
export function createApi({ tokens, clients, bucket, state, assumeScopes }: ApiOptions) {
  return async (operation: SandboxOperation, call: ApiCall): Promise<Admission> => {
    const access = await tokens.check(call.authorization);
    if ('status' in access) return { response: access };
    const { clientId, scopes } = access;
    if (clients.get(clientId)?.global === false) return { response: apiFailure(failures.notGlobal), clientId };
    return { clientId, respond: async () => ({ response: respond(operation, scopes, call), clientId }) };
  };

  function respond(operation: SandboxOperation, granted: readonly string[], { query, id }: ApiCall): SandboxResponse {
    const { isAllowed, headers } = bucket.take();
    if (!isAllowed) return apiFailure(failures.tooManyRequests, {}, headers);
    const response = scopeFailure(operation, granted) ?? queryFailure(query) ?? performOperation(operation, state, id);
    return includesStatus(rateLimitFields.statuses, response.status)
      ? { ...response, headers: { ...response.headers, ...headers } }
      : response;
  }

  function scopeFailure(
    { scopes, isScopeAssumed }: SandboxOperation,
    granted: readonly string[],
  ): SandboxResponse | undefined {
    if ((isScopeAssumed && !assumeScopes) || hasScopes(scopes, granted)) return undefined;
    return apiFailure(failures.insufficientScope, scopeNames(scopes));
  }
}

/** Rejects every query parameter, because no operation of the document has a query parameter. */
const queryFailure = ([name]: readonly string[]): SandboxResponse | undefined =>
  name === undefined ? undefined : apiFailure(failures.unknownQueryParameter, { name });
