import type { OpenApiDocument } from 'tools-document/model';
import { withoutSignature } from '../../invalid-tokens.ts';
import type { LiveTenant, TenantClient } from '../../live/tenant.ts';
import { type ClientFetch, createRecorder } from '../../recorder.ts';
import { ContractFailure, FollowUp } from '../call-rules.ts';
import { type ProbedToken, withoutToken } from '../probes.ts';
import type { ClientOptions, ClientPackage, TestedTokenSource } from '../tested-client.ts';

export type LiveClients = ReturnType<typeof createLiveClients>;

export function createLiveClients(
  document: OpenApiDocument,
  { createClient, clientCredentials }: ClientPackage,
  tenant: LiveTenant,
) {
  const { baseUrl, tokenUrl, callTimeout: timeout = 60_000 } = tenant;
  const recorder = createRecorder(document, baseUrl);
  // Keep the default retries, because the suite can exceed the rate limit of a live tenant.
  const connect = (auth: ClientOptions['auth'], fetch: ClientFetch = recorder.createFetch()) =>
    createClient({ baseUrl, auth, fetch, timeout });
  const failedRequests = new Map<number | string, string>();
  function credentialsOf(variable: string, client: TenantClient, audience = tenant.audience): TestedTokenSource {
    const request = clientCredentials({ ...client, tokenUrl, ...(audience !== undefined && { audience }) });
    return failingOnce(request, variable, failedRequests);
  }
  // Most situations use this token source, so that they need only one token request.
  const tokenSource = credentialsOf('TENANT_CLIENT_ID', tenant.client);
  const recordingFetch = recorder.createFetch();
  const requestToken = async (): Promise<string> =>
    tokenSource({ origin: baseUrl, fetch: recordingFetch, signal: AbortSignal.timeout(timeout) });
  return {
    /** The recorded calls of all clients except `unrecorded`. */
    calls: recorder.calls,
    connect,
    requestToken,
    withCredentials: connect(tokenSource),
    /** The report does not contain the calls of undocumented methods and paths. */
    unrecorded: createClient({ baseUrl, auth: tokenSource, timeout }),
    withoutScopes: tenant.withoutScopes && connect(credentialsOf('TENANT_UNSCOPED_CLIENT_ID', tenant.withoutScopes)),
    connectWith: async (token: ProbedToken) => {
      if (token === 'otherAudience')
        return connect(credentialsOf('TENANT_OTHER_AUDIENCE', tenant.client, tenant.otherAudience));
      if (token === 'unsigned') return connect(withoutSignature(await requestToken()));
      return connect('no-token', withoutToken(recorder.createFetch()));
    },
  };
}

/**
 * Returns a token source that fails only one test for one fault of the token endpoint.
 *
 * @param variable The variable that selects the token.
 * @param failed The variables of the failed token requests, by the status or the kind of the error.
 */
function failingOnce(
  request: TestedTokenSource,
  variable: string,
  failed: Map<number | string, string>,
): TestedTokenSource {
  return async (options) => {
    try {
      return await request(options);
    } catch (error) {
      const { message, name, status } = error as Error & { readonly status?: number };
      // A token endpoint can refuse a token without scopes, or of another audience: then no call needs a rejection.
      if ((status === 400 || status === 403) && variable !== 'TENANT_CLIENT_ID')
        throw new FollowUp(`no token for ${variable}: ${message}`);
      const earlier = failed.get(status ?? name);
      if (earlier !== undefined) throw new FollowUp(`follows from: the token request with ${earlier}`);
      failed.set(status ?? name, variable);
      const rule = { call: 'the token request', when: variable, source: 'the calls of the run need a token' };
      throw new ContractFailure(rule, message);
    }
  };
}
