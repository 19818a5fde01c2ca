import { readBehavior } from 'tools-document/behavior';
import {
  clientDefaults,
  type DerivedOperation,
  deriveOperations,
  listOperations,
  type OperationEntry,
  parameterNames,
  sentType,
} from 'tools-document/operations';
import { findApi, type OpenApiDocument } from 'tools-document/read';
import { type SampleCall, sampleCall, sampleResponse } from 'tools-document/samples';
import { validatorsOf } from 'tools-document/validation';
import { withOtherSignature, withoutSignature } from '../../calls.ts';
import { reportFile, writeReport } from '../../contract-report.ts';
import { createRecorder, type Fetch } from '../../recorder.ts';
import type { Client, ClientOptions, ClientPackage, Sandbox, SandboxOptions } from '../client.ts';
import { gapOf } from '../documented-responses.ts';
import { createObservations } from '../observations.ts';
import { pathProbes } from '../path-probes.ts';
import { methodProbes, sampleCalls, tokenProbes, withoutToken } from '../probes.ts';
import { deriveSequences, type Sequence } from '../sequences.ts';
import { type PlannedSituation, planSituations, type SituationKind, UNKNOWN_QUERY } from '../situations.ts';
import type { ArrangedCall, ContractTarget, Situation } from '../target.ts';
import { traceProbes } from '../trace-probes.ts';
import { unknownId } from '../unknown-id.ts';
import { directRequest } from './direct-request.ts';
import { fitsSequence } from './fits-sequence.ts';
import { deletionOf, type SandboxOperation, sandboxSituations, unknownPath } from './sandbox-situations.ts';

/** A low rate limit, so that a test of 429 needs few calls. Before each test, the clock advances to refill it. */
const RATE_LIMIT = { limit: 3, perSecond: 1 };
const REFILL_MS = (RATE_LIMIT.limit / RATE_LIMIT.perSecond) * 1000;

/** A client that is not global: the API rejects its tokens. */
const NOT_GLOBAL = { clientId: 'not-global', clientSecret: 'secret', global: false };

/** The situations in which an operation can change the items of the sandbox. */
const PERFORMED: readonly SituationKind[] = ['bearerToken', 'clientCredentials', 'unknownId', 'conflict', 'rateLimit'];

/** The options of a valid call. */
type ValidCall = Pick<SampleCall, 'params' | 'body'>;

const initOf = ({ params, body }: SampleCall, path: Readonly<Record<string, unknown>>): ValidCall => ({
  params: { ...params, path },
  ...(body !== undefined && { body }),
});

/** Starts a sandbox. The target arranges every situation that the sandbox simulates. */
export async function startSandboxTarget(
  document: OpenApiDocument,
  { createClient, clientCredentials }: ClientPackage,
  startSandbox: (options: SandboxOptions) => Promise<Sandbox>,
): Promise<ContractTarget> {
  let now = Date.now();
  const refillRateLimit = () => {
    now += REFILL_MS;
  };
  const sandbox = await startSandbox({ clients: [NOT_GLOBAL], clock: () => now, rateLimit: RATE_LIMIT });
  const { file } = await findApi();
  const behavior = await readBehavior(file, document);
  const entries = listOperations(document);
  const isSimulated = ({ method, path }: DerivedOperation) => !sandbox.notSimulated.includes(`${method} ${path}`);
  const all = deriveOperations(document).map(
    (operation): DerivedOperation => (isSimulated(operation) ? operation : { ...operation, kind: 'sample' }),
  );
  /** Whether a sequence can contain an operation. The suite reports the other operations as skipped. */
  const isCallable = ({ id }: DerivedOperation): boolean => {
    const entry = entries.find((one) => one.id === id);
    return entry !== undefined && fitsSequence(document, entry);
  };
  const recorder = createRecorder(document, sandbox.baseUrl);
  const observations = createObservations();
  const connect = (auth: ClientOptions['auth'], fetch: Fetch = recorder.createFetch()) =>
    createClient({ baseUrl: sandbox.baseUrl, auth, retry: 0, fetch });
  const token = await sandbox.issueToken();
  const { audience } = clientDefaults(document);
  const credentials = clientCredentials({
    ...sandbox.credentials,
    tokenUrl: sandbox.tokenUrl,
    ...(audience !== undefined && { audience: new URL(audience, sandbox.baseUrl).href }),
  });
  const clients = {
    bearerToken: connect(token),
    clientCredentials: connect(credentials),
    notJwt: connect('no-jwt'),
    invalidSignature: connect(withOtherSignature(token)),
    notGlobal: connect(await sandbox.issueToken({ clientId: NOT_GLOBAL.clientId })),
    expiredToken: connect(await sandbox.issueToken({ expiresIn: 0 })),
    withoutScope: connect(await sandbox.issueToken({ scopes: [] })),
  };
  const refilling =
    (send: Fetch): Fetch =>
    (request, init) => {
      refillRateLimit();
      return send(request, init);
    };
  const inSequence = connect(token, refilling(recorder.createFetch()));
  // The report does not contain invalid requests.
  const unrecorded = refilling(fetch);
  const probing = {
    valid: connect(token, unrecorded),
    unsigned: connect(withoutSignature(token), unrecorded),
    missing: connect('no-token', withoutToken(unrecorded)),
    otherAudience: connect(await sandbox.issueToken({ audience: 'https://api.example.com/' }), unrecorded),
  };
  const probed = sampleCalls(document);
  const callable = probed.filter(({ entry }) => fitsSequence(document, entry));

  /** Returns the items of the resource of an operation; `undefined` if the sandbox has no such resource. */
  const itemsOf = ({ resource }: DerivedOperation): Map<string, unknown> | undefined =>
    // The key of the resource at the path `/` is empty.
    resource === undefined ? undefined : sandbox.resources[resource];

  /** Returns the path parameters of the first item of a resource. Without an item, returns those of the sample call. */
  function pathOf(
    derived: DerivedOperation,
    path: Readonly<Record<string, unknown>>,
  ): Readonly<Record<string, unknown>> {
    const [key] = itemsOf(derived)?.keys() ?? [];
    if (key === undefined) return path;
    const parts = key.split('/');
    const { length } = derived.outerNames;
    const values = [...parts.slice(0, length).map(decodeURIComponent), parts.slice(length).join('/')];
    return { ...path, ...Object.fromEntries(parameterNames(derived.path).map((name, index) => [name, values[index]])) };
  }

  /** Returns the values of the path parameters for a sequence, in the order of the path. */
  function valuesInPath({ steps: [first, ...others] }: Sequence): unknown[] {
    const { operation } = others.find((step) => step.operation.derived.idParameter !== undefined) ?? first ?? {};
    if (operation === undefined) return [];
    const path = pathOf(operation.derived, sampleCall(document, operation.entry).params?.path ?? {});
    return parameterNames(operation.derived.path).map((name) => path[name]);
  }

  /**
   * Keeps only the first item of a resource, under another id, so that a created item does not have the same id. A list
   * of the first and the created item then has two pages. If the operation requires unique fields, the first item is
   * removed too, because a created item could have the same values.
   */
  function keepOneItem(creation: DerivedOperation): void {
    const { id, idField = '' } = creation;
    const items = itemsOf(creation);
    const [[key, item] = []] = items ?? [];
    items?.clear();
    if (key === undefined || behavior.operations[id]?.unique !== undefined) return;
    const { [idField]: itemId, ...fields } = item as Record<string, unknown>;
    if (typeof itemId !== 'string') return;
    const accepts = validatorsOf(document, 'response').compile(creation.success.media?.schema ?? {});
    const otherId = unknownId(itemId, (one) => accepts({ ...fields, [idField]: one }));
    if (otherId !== undefined) items?.set(key.slice(0, -itemId.length) + otherId, { ...fields, [idField]: otherId });
  }

  let isChanged = false;
  let fault: { remove(): void } | undefined;
  /** Restores the initial items if a test changed them. Otherwise, skips the reset, which can be slow. */
  function resetIfChanged(): void {
    refillRateLimit();
    // Remove the fault of the previous test, which is still pending if the call did not reach the sandbox.
    fault?.remove();
    if (isChanged) sandbox.reset();
  }

  /** Sends a call without the client, so that the report does not contain the call. */
  const send = async (entry: OperationEntry, call: ValidCall): Promise<Response> =>
    fetch(directRequest({ baseUrl: sandbox.baseUrl, token }, call, entry));

  /** Deletes the item whose id is in the path of a call. */
  async function deleteItem(operation: SandboxOperation, { params }: ValidCall): Promise<void> {
    const deletion = entries.find(({ id }) => id === deletionOf(operation)?.id);
    const call = deletion && sampleCall(document, deletion);
    if (deletion === undefined || call?.params === undefined)
      throw new Error('The operation that deletes the item has no valid sample');
    // The paths of the two operations differ only in the names of parameters, so the parameters of the call fit.
    const { status } = await send({ ...deletion, path: operation.entry.path }, initOf(call, params.path));
    if (status >= 300) throw new Error(`The request that deletes the item must succeed; its status is ${status}`);
  }

  /** Returns the function that arranges a situation, or the reason why the sandbox cannot arrange the situation. */
  function arrangementOf(
    operation: SandboxOperation,
    { kind, status, response, call: differentCall }: PlannedSituation,
    call: ValidCall,
  ): string | (() => Promise<ArrangedCall>) {
    const { entry } = operation;
    const gap = gapOf(response);
    if (gap !== undefined) return gap;
    const callWith =
      (client: Client, init: object = call, prepare: () => Promise<unknown> = async () => {}) =>
      async () => {
        await prepare();
        return { client, init };
      };
    switch (kind) {
      case 'unknownQueryParameter': {
        const query = { ...call.params.query, ...UNKNOWN_QUERY };
        return callWith(clients.bearerToken, { ...call, params: { ...call.params, query } });
      }
      case 'invalidRequest':
        return callWith(probing.valid, differentCall);
      case 'unknownId':
        return callWith(clients.bearerToken, { ...call, params: { ...call.params, path: unknownPath(operation) } });
      case 'deletedId':
        return callWith(clients.bearerToken, call, () => deleteItem(operation, call));
      case 'conflict':
        return callWith(clients.bearerToken, call, () => send(entry, call));
      case 'rateLimit':
        // A new client, because a client that gets a 429 delays its next call.
        return callWith(connect(token), call, async () => {
          for (let count = 0; count < RATE_LIMIT.limit; count += 1) await send(entry, call);
        });
      case 'other':
        if (status.startsWith('2')) return 'the sandbox sends another success status for this operation';
        return callWith(clients.bearerToken, call, async () => {
          fault = sandbox.fail({ with: Number(status), ...documentedResponse(document, entry, response.documented) });
        });
      default:
        return callWith(clients[kind], { ...call, ...differentCall });
    }
  }
  return {
    situations: (entry, responses) => {
      const call = sampleCall(document, entry);
      const derived = all.find(({ id }) => id === entry.id);
      if (call.skipped !== undefined || derived === undefined) {
        const { skipped = 'the operation is not in the document' } = call;
        return responses.map((response) => ({ when: 'a valid call', status: response.documented, response, skipped }));
      }
      const init = initOf(call, pathOf(derived, call.params.path));
      const operation = { document, entry, derived, all, behavior, path: init.params.path, body: call.body };
      return planSituations(sandboxSituations(operation), responses).map((planned): Situation => {
        const arrange = arrangementOf(operation, planned, init);
        if (typeof arrange === 'string') return { ...planned, skipped: arrange };
        return {
          ...planned,
          arrange: () => {
            resetIfChanged();
            isChanged =
              planned.kind === 'deletedId' ||
              derived.kind === 'create' ||
              (entry.method !== 'GET' && PERFORMED.includes(planned.kind));
            // Remove the initial items: one of them could have the same id or unique field as the created item.
            if (derived.kind === 'create') itemsOf(derived)?.clear();
            return arrange();
          },
        };
      });
    },
    sequences: deriveSequences(document, all.filter(isCallable)).map((sequence) => ({
      ...sequence,
      path: valuesInPath(sequence),
    })),
    probes: [
      ...tokenProbes(document, probed, async (kind) => probing[kind]),
      ...methodProbes(document, probed, probing.valid),
      ...traceProbes(sandbox.baseUrl, callable),
      ...pathProbes(document, callable, { unrecorded: probing.valid, recorded: probing.valid }),
    ],
    startSequence: async ({ steps: [first] }) => {
      resetIfChanged();
      if (first?.kind === 'create') keepOneItem(first.operation.derived);
      isChanged = true;
      return inSequence;
    },
    calls: recorder.calls,
    stop: async () => {
      await sandbox.close();
      await writeReport(reportFile('sandbox'), document, recorder.calls, observations.rows);
    },
  };
}

/** Returns valid header fields and a valid body of a documented response, as far as the document shows them. */
function documentedResponse(
  document: OpenApiDocument,
  { operation }: OperationEntry,
  documented: string,
): { headers: Record<string, string>; body?: unknown } {
  const { headers = {}, content = {} } = operation.responses?.[documented] ?? {};
  const [[mediaType, media] = []] = Object.entries(content);
  const body = media === undefined ? undefined : sampleResponse(document, media);
  const fields = Object.entries(headers).map(([name, header]) => [
    name,
    String(sampleResponse(document, header) ?? '1'),
  ]);
  return {
    headers: { ...Object.fromEntries(fields), ...(mediaType !== undefined && { 'Content-Type': sentType(mediaType) }) },
    ...(body !== undefined && { body: typeof body === 'string' ? JSON.stringify(body) : body }),
  };
}
