// Calls that the mock must reject. They use fetch, because the client always sends a token, and because it would not
// read the responses of Prism.

import type { OpenApiDocument } from 'tools-document/model';
import { accessOf } from 'tools-document/operations';
import { pathWith } from '../../request-parts.ts';
import { ContractFailure, type ContractTest } from '../call-rules.ts';
import { sampleCalls, undocumentedMethods } from '../probes.ts';

const UNKNOWN_PATH = '/not-in-the-document';

/** Returns tests that the mock rejects calls without a token, and methods and paths that the document does not have. */
export function mockProbes(document: OpenApiDocument, mockUrl: string): ContractTest[] {
  const calls = sampleCalls(document);
  const rejects =
    (method: string, path: string, url: string, when: string, status: number, type?: string) => async () => {
      const headers = { ...(type !== undefined && { Authorization: 'Bearer any-token' }) };
      const response = await fetch(mockUrl + url, { method, headers });
      const fault = `https://stoplight.io/prism/errors#${type}`;
      if (response.status === status && (type === undefined || (await response.json()).type === fault)) return;
      const source = `Prism rejects this call with ${status}${type === undefined ? '' : ` and ${type}`}`;
      throw new ContractFailure(
        { call: `${method} ${path}`, when, source },
        `another response came: ${response.status}`,
      );
    };
  return [
    ...calls
      .filter(({ entry }) => accessOf(document, entry).needsToken)
      .map(({ entry: { id, method, path }, init }) => ({
        group: id,
        title: 'returns 401 for a request without a token',
        run: rejects(method, path, pathWith(path, init.params.path), 'no token', 401),
      })),
    // One method for each path is enough: the first that could change something.
    ...undocumentedMethods(document, calls).flatMap(({ path, url, methods }) =>
      methods
        .filter((one) => one !== 'GET')
        .slice(0, 1)
        .map((method) => ({
          group: 'the mock',
          title: `returns 405 for ${method} ${path}, a method that the document does not have`,
          run: rejects(method, path, url, 'an undocumented method', 405, 'NO_METHOD_MATCHED_ERROR'),
        })),
    ),
    {
      group: 'the mock',
      title: 'returns 404 for a path that the document does not have',
      run: rejects('GET', UNKNOWN_PATH, UNKNOWN_PATH, 'an undocumented path', 404, 'NO_PATH_MATCHED_ERROR'),
    },
  ];
}
