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
 * Creates the function that serves the calls of the API. It checks the token; `respond` of its result then checks the
 * rate limit, the scopes and the query, and performs the operation.
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

/** Refuses every query parameter: no operation of the document has one. */
const queryFailure = ([name]: readonly string[]): SandboxResponse | undefined =>
  name === undefined ? undefined : apiFailure(failures.unknownQueryParameter, { name });
