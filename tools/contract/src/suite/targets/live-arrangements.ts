// The calls of the situations that are possible with a live tenant. The item of a DELETE must exist until a DELETE succeeds.

import type { OpenApiDocument } from 'tools-document/model';
import { deriveOperations, type OperationEntry } from 'tools-document/operations';
import { problemsOf } from '../../call-comparison.ts';
import { withOtherSignature } from '../../invalid-tokens.ts';
import type { PlannedOperation } from '../../live/call-plan.ts';
import { isLongExpired, type LiveTenant } from '../../live/tenant.ts';
import type { RecordedCall } from '../../recorder.ts';
import { ContractFailure, documentShows, FollowUp, judgeCall, type Observe } from '../call-rules.ts';
import { deletionProbes } from '../deletion-probes.ts';
import { callOperation } from '../operation-call.ts';
import { type PlannedSituation, UNKNOWN_QUERY } from '../situations.ts';
import type { ArrangedCall } from '../target.ts';
import type { TestedClient } from '../tested-client.ts';
import { unknownIdLike } from '../unknown-id.ts';
import type { LiveClients } from './live-clients.ts';
import { successStatuses } from './live-situations.ts';

/** A run of the contract suite against a live tenant. */
export interface TenantRun {
  readonly document: OpenApiDocument;
  readonly tenant: LiveTenant;
  readonly clients: LiveClients;
  readonly planned: readonly PlannedOperation[];
  readonly observe: Observe | undefined;
}

/** Returns the function that arranges a situation, or the reason why the suite does not arrange the situation. */
export function liveArrangement(
  run: TenantRun,
  call: PlannedOperation,
  { kind }: PlannedSituation,
): string | (() => Promise<ArrangedCall>) {
  const { entry, effect, init = { params: { path: {}, query: {} } }, skipped } = call;
  const { connect, requestToken, withCredentials, withoutScopes } = run.clients;
  const { expiredToken } = run.tenant;
  if (skipped !== undefined) return skipped;
  const callWith = (client: TestedClient, params: object = {}) => ({
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
        await expectNotDeleted(run, call);
        return callWith(withoutScopes);
      };
    case 'unknownQueryParameter':
      if (!isRead) return `the request could ${effect} the item`;
      return async () => callWith(withCredentials, { query: { ...init.params.query, ...UNKNOWN_QUERY } });
    case 'unknownId':
      if (!isRead) return `the suite sends ${entry.method} only with the ids that were passed`;
      return async () => callWith(withCredentials, { path: withUnknownId(init.params.path) });
    case 'rateLimit':
      return 'the suite does not exhaust the rate limit of a live tenant';
    case 'bearerToken':
      return async () => callWith(connect(await requestToken()));
    case 'clientCredentials':
      return async () => {
        await expectNotDeleted(run, call);
        if (effect === 'delete') await probeDeletion(run, call);
        return callWith(withCredentials);
      };
    default:
      return 'a live tenant cannot be made to send this response';
  }
}

/** Returns path parameters with an unknown id instead of the last id. */
function withUnknownId(path: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const [name = ''] = Object.keys(path).slice(-1);
  return { ...path, [name]: unknownIdLike(path[name] ?? '') };
}

/** Makes the calls that must not delete the item of a DELETE, and reads the item after each. */
async function probeDeletion(run: TenantRun, deletion: PlannedOperation): Promise<void> {
  const { entry, init } = deletion;
  if (init === undefined) return;
  for (const probe of deletionProbes(run.document, { entry, init }, run.clients.unrecorded, run.tenant)) {
    await judgeCall(probe, run.observe);
    await expectItem(run, deletion, `, also after ${probe.call} with ${probe.when}`);
  }
}

/** Whether a call is a successful DELETE of an operation. */
export const isDeletion = ({ operation, status }: RecordedCall, id: string): boolean =>
  operation?.id === id && operation.method === 'DELETE' && String(status)[0] === '2';

/** Throws if an earlier call of a DELETE has succeeded, or if its item does not exist: an item can be deleted only once. */
async function expectNotDeleted(run: TenantRun, call: PlannedOperation): Promise<void> {
  const earlier = run.clients.calls.find((one) => isDeletion(one, call.entry.id));
  if (earlier !== undefined) throw new FollowUp(`an earlier DELETE has deleted the item: ${earlier.status} came`);
  await expectItem(run, call);
}

/**
 * Reads the item of a DELETE.
 *
 * @param after The call that must not delete the item.
 * @throws ContractFailure If the item does not exist.
 */
async function expectItem(
  { document, clients, planned }: TenantRun,
  deletion: PlannedOperation,
  after = '',
): Promise<void> {
  const reading = readingOf(document, planned, deletion.entry);
  if (reading === undefined || deletion.init === undefined) return;
  const rule = {
    call: `${reading.method} ${reading.path}`,
    when: 'the id of the item to delete, which must exist before the run and until a DELETE returns 2XX',
    passes: successStatuses(reading),
    open: [],
    source: `${documentShows(reading)}${after}`,
  };
  // The paths of the two operations differ only in the names of parameters, so the parameters of the DELETE fit.
  const read = { ...reading, path: deletion.entry.path };
  const init = { params: { path: deletion.init.params.path, query: {} } };
  const first = clients.calls.length;
  const send = () => callOperation(clients.withCredentials, read, init);
  const { response } = await judgeCall({ ...rule, send }, undefined);
  if (problemsOf(document, clients.calls.slice(first), reading.id).length > 0)
    throw new ContractFailure(rule, `${response.status} came`);
}

/** Returns the operation that reads the item of a DELETE; `undefined` for other operations. */
function readingOf(
  document: OpenApiDocument,
  planned: readonly PlannedOperation[],
  { id }: OperationEntry,
): OperationEntry | undefined {
  const derived = deriveOperations(document);
  const deletion = derived.find((one) => one.id === id && one.kind === 'delete');
  const readings = derived.filter(({ kind, resource }) => kind === 'read' && resource === deletion?.resource);
  const isReading = ({ entry }: PlannedOperation) => readings.some((one) => one.id === entry.id);
  return deletion && planned.find(isReading)?.entry;
}
