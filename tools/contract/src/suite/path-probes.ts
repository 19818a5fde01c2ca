// Calls whose path differs a little from the path of an item. A server can route them to another item, or fail.

import type { OpenApiDocument } from 'tools-document/model';
import { deriveOperations, operationFinder, parameterNames } from 'tools-document/operations';
import { isSameId } from '../../../../common/compare-response.ts';
import { pathWith } from '../request-parts.ts';
import {
  type ContractTest,
  documentShows,
  type JudgedCall,
  NO_SERVER_ERROR,
  NO_SERVER_ERROR_TITLE,
  type Observe,
  probeTest,
} from './call-rules.ts';
import { callOperation } from './operation-call.ts';
import type { ProbedCall } from './probes.ts';
import type { TestedClient } from './tested-client.ts';

interface ProbeClients {
  /** The document does not describe most of these calls, so the report does not contain them. */
  readonly unrecorded: TestedClient;
  /** Records an id in another case that the server accepts. Absent if the server has one item for all ids. */
  readonly recorded?: TestedClient;
}

/** Returns requests whose paths are similar to that of an item, each with the id that its path names. */
function similarRequests({ entry: { path }, init }: ProbedCall) {
  const name = parameterNames(path).at(-1) ?? '';
  const id = String(init.params.path[name]);
  const otherCase = id === id.toUpperCase() ? id.toLowerCase() : id.toUpperCase();
  const part = id.slice(0, -1);
  const requests: readonly (readonly [when: string, method: string, id: string, end?: string])[] = [
    ['the id of an item', 'HEAD', id],
    ['the id of an item', 'OPTIONS', id],
    ['a slash after the id', 'GET', id, '/'],
    ['an encoded slash after the id', 'GET', `${id}/`],
    ['an encoded NUL after the id', 'GET', `${id}\0`],
    ['an encoded space after the id', 'GET', `${id} `],
    ['the id in another case', 'GET', otherCase],
    ['the id with .json at its end', 'GET', `${id}.json`],
    // Without its only character, an id would be the path of the collection.
    ...(part === '' ? [] : [['the id without its last character', 'GET', part] as const]),
  ];
  return requests.map(([when, method, wanted, end = '']) => ({
    when,
    method,
    path: pathWith(path, { ...init.params.path, [name]: wanted }) + end,
    id: wanted,
    isOtherCase: wanted === otherCase && wanted !== id,
  }));
}

/**
 * Returns a test for each GET operation with an id: no server error and no item with another id is returned for HEAD and
 * OPTIONS, for a slash after the id, and for an id that ends with an encoded character or `.json`, has another case, or
 * lacks its last character.
 */
export function pathProbes(
  document: OpenApiDocument,
  calls: readonly ProbedCall[],
  { unrecorded, recorded }: ProbeClients,
  observe?: Observe,
): ContractTest[] {
  const find = operationFinder(document);
  const readings = deriveOperations(document).filter(({ kind }) => kind === 'read');
  const items = recorded === undefined ? '' : ' and no other item';
  const title = `returns ${NO_SERVER_ERROR_TITLE}${items} for HEAD, OPTIONS and similar ids`;
  return calls.flatMap((probed): ContractTest[] => {
    const { entry } = probed;
    if (entry.method !== 'GET' || parameterNames(entry.path).length === 0) return [];
    const idField = recorded && readings.find(({ id }) => id === entry.id)?.idField;
    const judged = similarRequests(probed)
      .filter(({ method, path }) => method === 'GET' || find(method, path) === undefined)
      .map(
        ({ when, method, path, id, isOtherCase }): JudgedCall => ({
          call: `${method} ${entry.path}`,
          when,
          passes: observe === undefined ? NO_SERVER_ERROR : method === 'GET' ? ['4XX'] : [],
          send: async () => {
            const result = await callOperation(unrecorded, { method, path, operation: {} }, {});
            if (recorded && idField !== undefined && isOtherCase && result.response.ok)
              await callOperation(recorded, { ...entry, path }, {});
            return result;
          },
          faultSource: `${documentShows(entry)} for the item of the call`,
          faultOf: ({ data, error, response }) =>
            response.ok && hasOtherId(data ?? error?.body, idField, id) ? 'another item came' : undefined,
        }),
      );
    return [probeTest(entry.id, title, judged, observe)];
  });
}
/** Whether a body is an item, and none of its fields is the requested id in any case. */
function hasOtherId(body: unknown, idField: string | undefined, id: string): boolean {
  if (idField === undefined || !Object.hasOwn(Object(body), idField)) return false;
  return !Object.values(Object(body)).some((value) => isSameId(value, id));
}
