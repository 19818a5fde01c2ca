import {
  createRecorder,
  type LiveCall,
  type LiveTenant,
  planLiveCalls,
  type TenantClient,
} from 'tenant-management-contract';
import type { OpenApiDocument } from 'tenant-management-document';
import { startProxy } from '../../scripts/process/prism-servers.ts';
import { clientCredentials, createManagementClient, type ManagementClient, type TokenSource } from '../../src/index.js';
import { withOtherSignature } from '../support/signature.ts';
import { liveSituations } from './live-situations.ts';
import { deletedSequences } from './sequences.ts';
import { type PlannedSituation, planSituations, UNKNOWN_QUERY } from './situations.ts';
import type { ArrangedCall, ContractTarget, Situation } from './target.ts';
import { unknownIdLike } from './unknown-id.ts';

/** Options of `startLiveTarget`. */
export interface LiveTargetOptions {
  /** The URL to which the client sends its calls. By default, Prism's validating proxy is started for the tenant. */
  readonly proxyUrl?: string;
  /**
   * Folder of the HTTP archive.
   * @default the project's `reports`
   */
  readonly reports?: string;
}

/**
 * Starts Prism's validating proxy in front of a live tenant. Some operations need ids, change items or delete items:
 * the tests call such an operation only if its ids were passed on the command line. If the path of a DELETE does not
 * end in a parameter, the ids belong to outer items, and the DELETE removes all items of the collection.
 */
export async function startLiveTarget(
  document: OpenApiDocument,
  tenant: LiveTenant,
  { proxyUrl, reports }: LiveTargetOptions = {},
): Promise<ContractTarget> {
  const prism = proxyUrl === undefined ? await startProxy(document, tenant.baseUrl) : undefined;
  const baseUrl = proxyUrl ?? prism?.url ?? tenant.baseUrl;
  const secrets = [tenant.client, tenant.withoutScopes].flatMap((client) => client?.clientSecret ?? []);
  const recorder = createRecorder('live', baseUrl, { secrets, ...(reports !== undefined && { folder: reports }) });

  // Keep the default retries, because the suite can exceed the rate limit of a live tenant.
  const connect = (auth: TokenSource) => createManagementClient({ baseUrl, auth, fetch: recorder.createFetch() });
  const credentialsOf = (client: TenantClient) =>
    clientCredentials({
      ...client,
      tokenUrl: tenant.tokenUrl,
      ...(tenant.audience !== undefined && { audience: tenant.audience }),
    });
  // Most situations use this token source, so that they need only one token request.
  const tokenSource = credentialsOf(tenant.client);
  const withCredentials = connect(tokenSource);
  const recordingFetch = recorder.createFetch();
  const requestToken = (): Promise<string> =>
    tokenSource({ origin: baseUrl, fetch: recordingFetch, signal: new AbortController().signal });

  const calls = planLiveCalls(document, tenant.ids);
  const { withoutScopes } = tenant;

  /** Returns the function that arranges a situation, or the reason why the suite does not arrange the situation. */
  function arrangementOf(
    { entry, effect, init = { params: { path: {}, query: {} } }, skipped }: LiveCall,
    { kind }: PlannedSituation,
  ): string | (() => Promise<ArrangedCall>) {
    if (skipped !== undefined) return skipped;
    const callWith = (management: ManagementClient, params: object = {}) => ({
      management,
      init: { ...init, params: { ...init.params, ...params } },
    });
    const isRead = effect === 'read';
    switch (kind) {
      case 'notJwt':
        return async () => callWith(connect('no-jwt'));
      case 'invalidSignature':
        return async () => callWith(connect(withOtherSignature(await requestToken())));
      case 'notGlobal':
      case 'expiredToken':
        return 'a live tenant cannot be made to issue such a token';
      case 'withoutScope':
        if (withoutScopes === undefined) return 'no client without scopes was configured';
        return async () => callWith(connect(credentialsOf(withoutScopes)));
      case 'unknownQueryParameter':
        if (!isRead) return `the request could ${effect} the item`;
        return async () => callWith(withCredentials, { query: { ...init.params.query, ...UNKNOWN_QUERY } });
      case 'unknownId': {
        if (!isRead) return `the suite sends ${entry.method} only with the ids that were passed`;
        const [name = ''] = Object.keys(init.params.path).slice(-1);
        const id = unknownIdLike(init.params.path[name] ?? '');
        return async () => callWith(withCredentials, { path: { ...init.params.path, [name]: id } });
      }
      case 'rateLimit':
        return 'the suite does not exhaust the rate limit of a live tenant';
      case 'bearerToken':
        return async () => callWith(connect(await requestToken()));
      case 'clientCredentials':
        return async () => callWith(withCredentials);
      default:
        return 'a live tenant cannot be made to send this response';
    }
  }

  return {
    situations: (entry, responses) => {
      const call = calls.find((one) => one.entry.id === entry.id);
      return planSituations(liveSituations(document, entry), responses).map((planned): Situation => {
        const arrange = call === undefined ? 'the operation is not planned' : arrangementOf(call, planned);
        return typeof arrange === 'string' ? { ...planned, skipped: arrange } : { ...planned, arrange };
      });
    },
    sequences: deletedSequences(document, calls),
    startSequence: async () => withCredentials,
    stop: async () => {
      await prism?.stop();
      await recorder.write();
    },
  };
}
