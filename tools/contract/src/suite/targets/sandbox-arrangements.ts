// The calls of the situations that the sandbox simulates, each with the state that the sandbox must have before.

import type { OpenApiDocument } from 'tools-document/model';
import { listOperations, type OperationEntry, sentType } from 'tools-document/operations';
import { sampleCall, sampleResponse } from 'tools-document/samples';
import { directRequest } from '../../request-parts.ts';
import { gapOf } from '../documented-responses.ts';
import { type PlannedSituation, UNKNOWN_QUERY } from '../situations.ts';
import type { ArrangedCall } from '../target.ts';
import type { TestedClient } from '../tested-client.ts';
import { RATE_LIMIT, type RestoredSandbox } from './restored-sandbox.ts';
import type { SandboxClients } from './sandbox-clients.ts';
import { deletionOf, type SimulatedOperation, unknownPath, type ValidCall } from './sandbox-situations.ts';

/** Returns the options of a sample call with other path parameters. */
export const withPath = ({ params, body }: ValidCall, path: Readonly<Record<string, unknown>>): ValidCall => ({
  params: { ...params, path },
  ...(body !== undefined && { body }),
});

/** Returns the function that arranges a situation, or the reason why the sandbox cannot arrange the situation. */
export function sandboxArrangement(
  { sandbox, fail }: RestoredSandbox,
  clients: SandboxClients,
  operation: SimulatedOperation,
  { kind, status, response, call: differentCall }: PlannedSituation,
): string | (() => Promise<ArrangedCall>) {
  const { document, entry, call } = operation;
  const { bearerToken } = clients.situations;
  const gap = gapOf(response);
  if (gap !== undefined) return gap;
  /** Sends a call without the client, so that the report does not contain the call. */
  const send = (sent: OperationEntry, valid: ValidCall): Promise<Response> =>
    fetch(directRequest({ baseUrl: sandbox.baseUrl, token: clients.token }, valid, sent));
  const callWith =
    (client: TestedClient, init: object = call, prepare: () => Promise<unknown> = async () => {}) =>
    async () => {
      await prepare();
      return { client, init };
    };
  switch (kind) {
    case 'unknownQueryParameter':
      return callWith(bearerToken, {
        ...call,
        params: { ...call.params, query: { ...call.params.query, ...UNKNOWN_QUERY } },
      });
    case 'invalidRequest':
      return callWith(clients.unrecorded.valid, differentCall);
    case 'unknownId':
      return callWith(bearerToken, { ...call, params: { ...call.params, path: unknownPath(operation) } });
    case 'deletedId':
      return callWith(bearerToken, call, () => deleteItem(operation, send));
    case 'conflict':
      return callWith(bearerToken, call, () => send(entry, call));
    case 'rateLimit':
      return callWith(clients.connectAnother(), call, async () => {
        for (let count = 0; count < RATE_LIMIT.limit; count += 1) await send(entry, call);
      });
    case 'other':
      if (status.startsWith('2')) return 'the sandbox sends another success status for this operation';
      return callWith(bearerToken, call, async () =>
        fail({ with: Number(status), ...sampleOfResponse(document, entry, response.documented) }),
      );
    default:
      return callWith(clients.situations[kind], { ...call, ...differentCall });
  }
}

/** Deletes the item whose id is in the path of a call. */
async function deleteItem(
  operation: SimulatedOperation,
  send: (entry: OperationEntry, call: ValidCall) => Promise<Response>,
): Promise<void> {
  const { document, entry } = operation;
  const deletion = listOperations(document).find(({ id }) => id === deletionOf(operation)?.id);
  const call = deletion && sampleCall(document, deletion);
  if (deletion === undefined || call?.params === undefined)
    throw new Error('The operation that deletes the item has no valid sample');
  // The paths of the two operations differ only in the names of parameters, so the parameters of the call fit.
  const { status } = await send({ ...deletion, path: entry.path }, withPath(call, operation.call.params.path));
  if (status >= 300) throw new Error(`The request that deletes the item must succeed; its status is ${status}`);
}

/** Returns valid header fields and a valid body of a documented response, as far as the document shows them. */
function sampleOfResponse(
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
