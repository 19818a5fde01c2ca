import { deriveOperations, type OperationEntry } from 'tools-document/operations';
import type { OpenApiDocument } from 'tools-document/read';
import { withOtherSignature, withoutSignature } from '../../calls.ts';
import { problemsOf } from '../../compare-calls.ts';
import { reportFile, writeReport } from '../../contract-report.ts';
import { type LiveCall, planLiveCalls } from '../../live-plan.ts';
import { isLongExpired, type LiveTenant, type TenantClient } from '../../live-tenant.ts';
import { createRecorder, type Fetch, type RecordedCall } from '../../recorder.ts';
import { callOperation } from '../call-operation.ts';
import type { Client, ClientOptions, ClientPackage, TokenSource } from '../client.ts';
import { deletionProbes, lateReads } from '../deletion-probes.ts';
import { ContractFailure, type ContractTest, documentShows, FollowUp, judgeCall } from '../judge-calls.ts';
import { createObservations } from '../observations.ts';
import { pathProbes } from '../path-probes.ts';
import { idProbes, methodProbes, type ProbedToken, tokenProbes, withoutToken } from '../probes.ts';
import { sequencesAfterDelete } from '../sequences.ts';
import { type PlannedSituation, planSituations, UNKNOWN_QUERY } from '../situations.ts';
import type { ArrangedCall, ContractTarget, Situation } from '../target.ts';
import { traceProbes } from '../trace-probes.ts';
import { unknownIdLike } from '../unknown-id.ts';
import { liveSituations, successOf } from './live-situations.ts';

/**
 * Creates the target for a live tenant. Some operations need ids, change items or delete items:
 * the tests call such an operation only if its ids were passed on the command line. If the path of a DELETE does not
 * end in a parameter, the ids belong to outer items, and the DELETE removes all items of the collection.
 *
 * @param reports Folder of the report. By default, the project's `reports`.
 */
export function liveTarget(
  document: OpenApiDocument,
  { createClient, clientCredentials }: ClientPackage,
  tenant: LiveTenant,
  reports?: string,
): ContractTarget {
  const { baseUrl, callTimeout: timeout = 60_000 } = tenant;
  const recorder = createRecorder(document, baseUrl);
  const observations = createObservations();
  const observe = tenant.expectsBehavior ? undefined : observations.observe;

  // Keep the default retries, because the suite can exceed the rate limit of a live tenant.
  const connect = (auth: ClientOptions['auth'], fetch: Fetch = recorder.createFetch()) =>
    createClient({ baseUrl, auth, fetch, timeout });
  /** The variables of the failed token requests, by the status or the kind of the error. */
  const failedTokenRequests = new Map<number | string, string>();
  /** Creates a token source that fails only one test for one fault. A variable selects its token. */
  function credentialsOf(variable: string, client: TenantClient, audience = tenant.audience): TokenSource {
    const { tokenUrl } = tenant;
    const request = clientCredentials({ ...client, tokenUrl, ...(audience !== undefined && { audience }) });
    return async (options) => {
      try {
        return await request(options);
      } catch (error) {
        const { message, name, status } = error as Error & { readonly status?: number };
        // A token endpoint can refuse a token without scopes, or of another audience: then no call needs a rejection.
        if ((status === 400 || status === 403) && variable !== 'TENANT_CLIENT_ID')
          throw new FollowUp(`no token for ${variable}: ${message}`);
        const earlier = failedTokenRequests.get(status ?? name);
        if (earlier !== undefined) throw new FollowUp(`follows from: the token request with ${earlier}`);
        failedTokenRequests.set(status ?? name, variable);
        const rule = { call: 'the token request', when: variable, source: 'the calls of the run need a token' };
        throw new ContractFailure(rule, message);
      }
    };
  }
  // Most situations use this token source, so that they need only one token request.
  const tokenSource = credentialsOf('TENANT_CLIENT_ID', tenant.client);
  const withCredentials = connect(tokenSource);
  // The report does not contain the calls of undocumented methods and paths.
  const unrecorded = createClient({ baseUrl, auth: tokenSource, timeout });
  const recordingFetch = recorder.createFetch();
  const requestToken = async (): Promise<string> =>
    tokenSource({ origin: baseUrl, fetch: recordingFetch, signal: AbortSignal.timeout(timeout) });

  const calls = planLiveCalls(document, tenant.ids);
  const derived = deriveOperations(document);
  const derivedOf = ({ entry }: LiveCall) => derived.find(({ id }) => id === entry.id);
  const { expiredToken } = tenant;
  const withoutScopes =
    tenant.withoutScopes && connect(credentialsOf('TENANT_UNSCOPED_CLIENT_ID', tenant.withoutScopes));

  const isDeletionOf = (id: string) => (call: RecordedCall) =>
    call.operation?.id === id && call.operation.method === 'DELETE' && String(call.status)[0] === '2';

  /** Throws if an earlier call of a DELETE has succeeded: an item can be deleted only once. */
  function expectNoDeletion({ id }: OperationEntry): void {
    const earlier = recorder.calls.find(isDeletionOf(id));
    if (earlier !== undefined) throw new FollowUp(`an earlier DELETE has deleted the item: ${earlier.status} came`);
  }

  /**
   * Reads the item of a DELETE.
   *
   * @param after The call that must not delete the item.
   * @throws ContractFailure If the item does not exist.
   */
  async function expectItem(deletion: LiveCall, after = ''): Promise<void> {
    const { kind, resource } = derivedOf(deletion) ?? {};
    const reading = calls.find((call) => derivedOf(call)?.kind === 'read' && derivedOf(call)?.resource === resource);
    if (kind !== 'delete' || reading === undefined || deletion.init === undefined) return;
    // The paths of the two operations differ only in the names of parameters, so the parameters of the DELETE fit.
    const { entry } = reading;
    const call = `${entry.method} ${entry.path}`;
    const when = 'the id of the item to delete, which must exist before the run and until a DELETE returns 2XX';
    const rule = { call, when, passes: successOf(entry), open: [], source: `${documentShows(entry)}${after}` };
    const init = { params: { path: deletion.init.params.path, query: {} } };
    const first = recorder.calls.length;
    const send = () => callOperation(withCredentials, { ...entry, path: deletion.entry.path }, init);
    const { response } = await judgeCall({ ...rule, send }, undefined);
    if (problemsOf(document, recorder.calls.slice(first), entry.id).length > 0)
      throw new ContractFailure(rule, `${response.status} came`);
  }

  /** Returns the function that arranges a situation, or the reason why the suite does not arrange the situation. */
  function arrangementOf(call: LiveCall, { kind }: PlannedSituation): string | (() => Promise<ArrangedCall>) {
    const { entry, effect, init = { params: { path: {}, query: {} } }, skipped } = call;
    if (skipped !== undefined) return skipped;
    const callWith = (client: Client, params: object = {}) => ({
      client,
      init: { ...init, params: { ...init.params, ...params } },
    });
    const isRead = effect === 'read';
    switch (kind) {
      case 'notJwt':
        return async () => callWith(connect('no-jwt'));
      case 'invalidSignature':
        return async () => callWith(connect(withOtherSignature(await requestToken())));
      case 'notGlobal':
        return 'a live tenant cannot be made to issue such a token';
      case 'expiredToken':
        if (expiredToken === undefined) return 'no expired token was configured; set TENANT_EXPIRED_TOKEN';
        if (!isRead && !isLongExpired(expiredToken))
          return 'the token could still be valid: its claim exp must be at least 5 minutes in the past';
        return async () => callWith(connect(expiredToken));
      case 'withoutScope':
        if (withoutScopes === undefined) return 'no client without scopes was configured';
        return async () => {
          // This call can delete the item.
          expectNoDeletion(entry);
          await expectItem(call);
          return callWith(withoutScopes);
        };
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
        return async () => {
          expectNoDeletion(entry);
          await expectItem(call);
          const probes = effect === 'delete' ? deletionProbes(document, { entry, init }, unrecorded, tenant) : [];
          for (const probe of probes) {
            await judgeCall(probe, observe);
            await expectItem(call, `, also after ${probe.call} with ${probe.when}`);
          }
          return callWith(withCredentials);
        };
      default:
        return 'a live tenant cannot be made to send this response';
    }
  }

  function probes(): ContractTest[] {
    const planned = calls.flatMap(({ entry, effect, init }) => (init === undefined ? [] : [{ entry, effect, init }]));
    const reads = planned.filter(({ effect }) => effect === 'read');
    const connectWith = async (token: ProbedToken) => {
      if (token === 'otherAudience')
        return connect(credentialsOf('TENANT_OTHER_AUDIENCE', tenant.client, tenant.otherAudience));
      if (token === 'unsigned') return connect(withoutSignature(await requestToken()));
      return connect('no-token', withoutToken(recorder.createFetch()));
    };
    const otherAudience = 'no other audience was configured; set TENANT_OTHER_AUDIENCE';
    const skipped = tenant.otherAudience === undefined ? { otherAudience } : {};
    return [
      // A call without a token must never reach an operation that changes something of a real tenant.
      ...tokenProbes(document, tenant.isDisposable ? planned : reads, connectWith, observe, skipped),
      ...idProbes(reads, withCredentials, observe),
      ...traceProbes(baseUrl, reads, observe, timeout),
      ...pathProbes(document, reads, { unrecorded, recorded: withCredentials }, observe),
      ...(tenant.isDisposable ? methodProbes(document, planned, unrecorded, observe) : []),
    ];
  }

  const sequences = sequencesAfterDelete(document, calls, observe);
  return {
    situations: (entry, responses) => {
      const call = calls.find((one) => one.entry.id === entry.id);
      return planSituations(liveSituations(document, entry), responses).map((planned): Situation => {
        const arrange = call === undefined ? 'the operation is not planned' : arrangementOf(call, planned);
        return typeof arrange === 'string' ? { ...planned, skipped: arrange } : { ...planned, arrange };
      });
    },
    excludes: ({ id }) => calls.find(({ entry, isExcluded }) => isExcluded === true && entry.id === id)?.skipped,
    sequences,
    startSequence: async ({ steps: [first], after = '' }) => {
      if (first?.kind === 'readDeleted' && !recorder.calls.some(isDeletionOf(after)))
        throw new FollowUp(`follows from: no call of ${after} has deleted the item`);
      return withCredentials;
    },
    probes: [...probes(), ...lateReads(sequences, withCredentials, recorder.calls, observe)],
    calls: recorder.calls,
    observe,
    stop: () => writeReport(reportFile('live', reports), document, recorder.calls, observations.rows),
  };
}
