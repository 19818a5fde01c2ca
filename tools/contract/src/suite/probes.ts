// Calls that no documented response describes.

import { type OpenApiDocument, pointerTo } from 'tools-document/model';
import {
  accessOf,
  listOperations,
  type OperationEntry,
  operationFinder,
  parameterNames,
  uncallable,
} from 'tools-document/operations';
import { sampleCall } from 'tools-document/samples';
import { joined } from '../../../../common/formatting.ts';
import type { ClientFetch } from '../recorder.ts';
import { pathWith } from '../request-parts.ts';
import { type ContractTest, documentShows, NO_SERVER_ERROR_TITLE, type Observe, probeTest } from './call-rules.ts';
import { callOperation } from './operation-call.ts';
import type { TestedClient } from './tested-client.ts';

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

/** More characters than the columns of most databases have. */
const LONG = '0'.repeat(300);
/** Characters that must be encoded in a path, in SQL or in HTML. */
const SPECIAL = '\'"<%é漢';

/** The statement of the document about a call without a valid token. */
export function securitySource({ method, path, operation }: OperationEntry): string {
  const keys = operation.security === undefined ? [] : ['paths', path, method.toLowerCase()];
  return `the document (${pointerTo([...keys, 'security'])}) requires a valid token`;
}

/** The tokens with which `tokenProbes` calls an operation. */
export type ProbedToken = 'missing' | 'unsigned' | 'otherAudience';

const AUDIENCE_SOURCE = 'RFC 7519 (section 4.1.3) requires to reject a token whose `aud` does not identify the API';

/**
 * Returns tests of calls without a token, with a token whose signature algorithm is `none`, and with a token of another
 * audience.
 *
 * @param skipped Why a target has no such token.
 */
export function tokenProbes(
  document: OpenApiDocument,
  calls: readonly ProbedCall[],
  connect: (token: ProbedToken) => Promise<TestedClient>,
  observe?: Observe,
  skipped: Partial<Record<ProbedToken, string>> = {},
): ContractTest[] {
  return calls.flatMap(({ entry, init }): ContractTest[] => {
    const call = `${entry.method} ${entry.path}`;
    const probe = (token: ProbedToken, what: string, when: string, source = securitySource(entry)): ContractTest => {
      const title = `rejects a call ${what}`;
      if (skipped[token] !== undefined) return { group: entry.id, title: `${title}: skipped: ${skipped[token]}` };
      const send = async () => callOperation(await connect(token), entry, init);
      // RFC 9110 (section 11.4) only recommends 401.
      const rule = { call, when, passes: ['401'], open: ['4XX'], source };
      return probeTest(entry.id, title, [{ ...rule, send }], observe);
    };
    if (!accessOf(document, entry).needsToken) return [];
    return [
      probe('missing', 'without a token', 'no token'),
      probe('unsigned', 'for a token with the algorithm none', 'a token with the algorithm none'),
      probe('otherAudience', 'for a token of another audience', 'a token of another audience', AUDIENCE_SOURCE),
    ];
  });
}

/** Returns tests of unusual ids. Each id begins with the id of an existing item. */
export function idProbes(calls: readonly ProbedCall[], client: TestedClient, observe?: Observe): ContractTest[] {
  return calls.flatMap(({ entry, init }): ContractTest[] => {
    const [name, id] = Object.entries(init.params.path).at(-1) ?? [];
    if (name === undefined) return [];
    // An undocumented 4XX status is a difference in the report. Servers also reject such a URL with 414 or 431.
    const isDocumented = entry.operation.responses?.['404'] !== undefined;
    const source = isDocumented && { open: [], source: documentShows(entry, '404') };
    return [
      ['a long id', `${id}${LONG}`],
      ['an id with special characters', `${id}${SPECIAL}`],
    ].map(([when = '', oddId]): ContractTest => {
      const path = { ...init.params.path, [name]: oddId };
      const send = () => callOperation(client, entry, { params: { ...init.params, path } });
      const rule = { call: `${entry.method} ${entry.path}`, when, passes: ['4XX'], ...source };
      const outcome = isDocumented || observe === undefined ? 'finds no item' : `returns ${NO_SERVER_ERROR_TITLE}`;
      return probeTest(entry.id, `${outcome} for ${when}`, [{ ...rule, send }], observe);
    });
  });
}

const METHODS = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'];
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

/** Returns a test for each path: the methods that the document does not have for the path cause no server error. */
export const methodProbes = (
  document: OpenApiDocument,
  calls: readonly ProbedCall[],
  client: TestedClient,
  observe?: Observe,
): ContractTest[] =>
  undocumentedMethods(document, calls).map(({ path, url, methods }) =>
    probeTest(
      'undocumented methods',
      `${observe === undefined ? 'are rejected' : `get ${NO_SERVER_ERROR_TITLE}`}: ${joined(methods, 'and')} ${path}`,
      methods.map((method) => ({
        call: `${method} ${path}`,
        when: 'an undocumented method',
        // A server that does not know a method can send 501 (RFC 9110, section 9.1).
        passes: ['4XX', '501'],
        // The client knows the styles of parameters only for documented methods, so the path has no parameters.
        send: () => callOperation(client, { method, path: url, operation: {} }, {}),
      })),
      observe,
    ),
  );

/** Returns a `fetch` that removes the token of each request. */
export const withoutToken =
  (fetch: ClientFetch): ClientFetch =>
  (request, init) => {
    const changed = new Request(request);
    changed.headers.delete('Authorization');
    return fetch(changed, init);
  };
