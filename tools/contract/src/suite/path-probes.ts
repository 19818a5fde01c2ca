// Calls whose path differs a little from the path of an item. A server can route them to another item, or fail.
import { deriveOperations, isSameId, type OpenApiDocument, operationFinder, parameterNames } from 'tools-document';
import { expect } from 'vitest';
import { pathWith } from '../calls/call-url.ts';
import { callOperation } from './call-operation.ts';
import type { Client } from './client.ts';
import { NOT_IMPLEMENTED, type ProbedCall } from './probes.ts';
import type { ContractTest } from './target.ts';

/** The clients that make the calls. */
interface ProbeClients {
  /** The document does not describe most of these calls, so the report does not contain them. */
  readonly unrecorded: Client;
  /** Records an id in another case that the server accepts. Absent if the server has one item for all ids. */
  readonly recorded?: Client;
}

type ProbeRequest = readonly [method: string, path: string, id: string];

/**
 * Returns a test for each GET operation with an id: no server error and no item with another id is returned for HEAD and
 * OPTIONS, for a slash after the id, and for an id that ends with an encoded character or has another case.
 */
export function pathProbes(
  document: OpenApiDocument,
  calls: readonly ProbedCall[],
  { unrecorded, recorded }: ProbeClients,
): ContractTest[] {
  const find = operationFinder(document);
  const fields = new Map(
    deriveOperations(document).map(({ id, kind, idField }) => [id, kind === 'read' ? idField : undefined]),
  );
  return calls.flatMap(({ entry, init }): ContractTest[] => {
    const name = parameterNames(entry.path).at(-1);
    if (entry.method !== 'GET' || name === undefined) return [];
    const id = String(init.params.path[name]);
    const idField = fields.get(entry.id);
    const otherCase = id === id.toUpperCase() ? id.toLowerCase() : id.toUpperCase();
    const pathOf = (value: string) => pathWith(entry.path, { ...init.params.path, [name]: value });
    const requests = [
      ...['HEAD', 'OPTIONS'].map((method): ProbeRequest => [method, pathOf(id), id]),
      ['GET', `${pathOf(id)}/`, id] as const,
      ...[`${id}/`, `${id}\0`, `${id} `, otherCase].map((one): ProbeRequest => ['GET', pathOf(one), one]),
    ].filter(([method, path]) => method === 'GET' || find(method, path) === undefined);
    const run = async () => {
      const faults: string[] = [];
      for (const [method, path, wanted] of requests) {
        const { data, error, response } = await callOperation(unrecorded, { method, path, operation: {} }, {});
        const { status, ok } = response;
        const isServerError = status >= 500 && (method === 'GET' || status !== NOT_IMPLEMENTED);
        const isOther = recorded !== undefined && ok && hasOtherId(data ?? error?.body, idField, wanted);
        if (isServerError || isOther) faults.push(`${method} ${path} returns ${isOther ? 'another item' : status}`);
        if (recorded !== undefined && ok && idField !== undefined && wanted !== id && wanted === otherCase)
          await callOperation(recorded, { ...entry, path }, {});
      }
      expect(faults).toEqual([]);
    };
    return [
      { group: entry.id, title: 'returns no 5XX status and no other item for HEAD, OPTIONS and similar ids', run },
    ];
  });
}

/** Whether a body is an item, and none of its fields is the requested id in any case. */
function hasOtherId(body: unknown, idField: string | undefined, id: string): boolean {
  if (idField === undefined || !Object.hasOwn(Object(body), idField)) return false;
  return !Object.values(Object(body)).some((value) => isSameId(value, id));
}
