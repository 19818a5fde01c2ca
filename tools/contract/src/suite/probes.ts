// Calls that no documented response describes. A service must reject each of them.
import {
  accessOf,
  joined,
  listOperations,
  type OpenApiDocument,
  type OperationEntry,
  operationFinder,
  parameterNames,
  sampleCall,
  uncallable,
} from 'tools-document';
import { expect } from 'vitest';
import { pathWith } from '../calls/call-url.ts';
import type { Fetch } from '../recorder.ts';
import { callOperation } from './call-operation.ts';
import type { Client } from './client.ts';
import { documentedResponses, responseFor } from './documented-responses.ts';
import type { ContractTest } from './target.ts';

/** A valid call of an operation. */
export interface ProbedCall {
  readonly entry: OperationEntry;
  readonly init: { readonly params: { readonly path: Readonly<Record<string, unknown>> } };
}

/** Returns the sample calls of the operations that the suite can call. It reports the others as skipped. */
export const sampleCalls = (document: OpenApiDocument): ProbedCall[] =>
  listOperations(document).flatMap((entry) => {
    const { params, body, skipped } = sampleCall(document, entry);
    if (skipped !== undefined || uncallable(document, entry) !== undefined) return [];
    return [{ entry, init: { params, ...(body !== undefined && { body }) } }];
  });

/** Statuses with which a server can reject a URL before the service sees the request (RFC 9110, RFC 6585). */
const URL_TOO_LONG = ['414', '431'];

/** More characters than the columns of most databases have. */
const LONG = '0'.repeat(300);
/** Characters that must be encoded in a path, in SQL or in HTML. */
const SPECIAL = '\'"<%é漢';

/** Returns tests of calls without a token, and with a token whose signature algorithm is `none`. */
export function tokenProbes(
  document: OpenApiDocument,
  calls: readonly ProbedCall[],
  connect: (token: 'missing' | 'unsigned') => Promise<Client>,
): ContractTest[] {
  return calls.flatMap(({ entry, init }): ContractTest[] => {
    const probe = (token: 'missing' | 'unsigned', when: string, expected: readonly string[]): ContractTest => {
      const statuses = rejections(document, entry, expected);
      return {
        group: entry.id,
        title: `returns ${joined(statuses, 'or')} ${when}`,
        run: async () => {
          const { response } = await callOperation(await connect(token), entry, init);
          expect(statuses).toContain(classOf(response, statuses));
        },
      };
    };
    if (!accessOf(document, entry).needsToken) return [];
    return [
      probe('missing', 'without a token', ['401']),
      probe('unsigned', 'for a token with the algorithm none', ['401', '400']),
    ];
  });
}

/** Returns the documented ones of some statuses; `4XX` if the document does not show the first of them. */
function rejections(document: OpenApiDocument, entry: OperationEntry, statuses: readonly string[]): string[] {
  const responses = documentedResponses(document, entry);
  const documented = statuses.filter((status) => responseFor(status, responses) !== undefined);
  return documented[0] === statuses[0] ? documented : ['4XX'];
}

/** Returns the status of a response, or its range if the range is expected. */
const classOf = ({ status }: Response, statuses: readonly string[]): string =>
  statuses.includes('4XX') ? `${String(status)[0]}XX` : String(status);

/** Returns tests of unusual ids. Each id begins with the id of an existing item. */
export function idProbes(document: OpenApiDocument, calls: readonly ProbedCall[], client: Client): ContractTest[] {
  return calls.flatMap(({ entry, init }): ContractTest[] => {
    const [name, id] = Object.entries(init.params.path).at(-1) ?? [];
    if (name === undefined) return [];
    const responses = documentedResponses(document, entry);
    const isDocumented = (status: string) => responseFor(status, responses) !== undefined;
    const showsFailures = responses.some(({ documented }) => /^(4|default)/.test(documented));
    return [
      ['a long id', `${id}${LONG}`],
      ['an id with special characters', `${id}${SPECIAL}`],
    ].map(([what, oddId]) => ({
      group: entry.id,
      title: `returns a ${showsFailures ? 'documented ' : ''}4XX status for ${what}`,
      run: async () => {
        const path = { ...init.params.path, [name]: oddId };
        const { response } = await callOperation(client, entry, { params: { ...init.params, path } });
        expect(response.status).toSatisfy(
          (status) =>
            String(status)[0] === '4' &&
            (!showsFailures || isDocumented(String(status)) || URL_TOO_LONG.includes(String(status))),
        );
      },
    }));
  });
}

const METHODS = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'];
/** A server that does not know a method can answer with 501 (RFC 9110, 9.1). */
export const NOT_IMPLEMENTED = 501;

/**
 * Returns the methods that the document does not have, for each path.
 *
 * @param calls The values of path parameters. By default, those of the sample call are used.
 */
export function undocumentedMethods(document: OpenApiDocument, calls: readonly ProbedCall[]) {
  const find = operationFinder(document);
  const entries = new Map(listOperations(document).map((entry) => [entry.path, entry]));
  return [...entries].flatMap(([path, entry]) => {
    const values =
      calls.find((call) => call.entry.path === path)?.init.params.path ?? sampleCall(document, entry).params?.path;
    // A path can have a parameter that the document does not declare.
    if (values === undefined || parameterNames(path).some((name) => values[name] === undefined)) return [];
    // A method can belong to another path: /users/me is also a path of /users/{id}.
    const url = pathWith(path, values);
    const methods = METHODS.filter((method) => find(method, url) === undefined);
    return methods.length === 0 ? [] : [{ path, url, methods }];
  });
}

/** Returns a test for each path: the service must reject all methods that the document does not have for the path. */
export const methodProbes = (document: OpenApiDocument, calls: readonly ProbedCall[], client: Client): ContractTest[] =>
  undocumentedMethods(document, calls).map(({ path, url, methods }) => ({
    group: 'undocumented methods',
    title: `are rejected: ${joined(methods, 'and')} ${path}`,
    run: async () => {
      const accepted: string[] = [];
      for (const method of methods) {
        // The client knows the styles of parameters only for documented methods, so the path has no parameters.
        const { response } = await callOperation(client, { method, path: url, operation: {} }, {});
        const { status } = response;
        if (String(status)[0] !== '4' && status !== NOT_IMPLEMENTED) accepted.push(`${method} returns ${status}`);
      }
      expect(accepted).toEqual([]);
    },
  }));

/** Returns a `fetch` that removes the token of each request. */
export const withoutToken =
  (fetch: Fetch): Fetch =>
  (request, init) => {
    const changed = new Request(request);
    changed.headers.delete('Authorization');
    return fetch(changed, init);
  };
