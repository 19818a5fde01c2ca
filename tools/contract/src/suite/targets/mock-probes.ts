// Calls that the mock must reject. They use fetch, because the client always sends a token, and because it would not
// read the responses of Prism.
import { accessOf, type OpenApiDocument } from 'tools-document';
import { expect } from 'vitest';
import { pathWith } from '../../calls/call-url.ts';
import { sampleCalls, undocumentedMethods } from '../probes.ts';
import type { ContractTest } from '../target.ts';

/** Returns tests that the mock rejects calls without a token, and methods and paths that the document does not have. */
export function mockProbes(document: OpenApiDocument, mockUrl: string): ContractTest[] {
  const calls = sampleCalls(document);
  const rejects = (method: string, url: string, status: number, type: string) => async () => {
    const response = await fetch(mockUrl + url, { method, headers: { Authorization: 'Bearer any-token' } });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ type: `https://stoplight.io/prism/errors#${type}` });
  };
  return [
    ...calls
      .filter(({ entry }) => accessOf(document, entry).needsToken)
      .map(({ entry: { id, method, path }, init }) => ({
        group: id,
        title: 'returns 401 for a request without a token',
        run: async () => {
          const response = await fetch(mockUrl + pathWith(path, init.params.path), { method });
          expect(response.status).toBe(401);
        },
      })),
    // One method for each path is enough: the first that could change something.
    ...undocumentedMethods(document, calls).flatMap(({ path, url, methods }) =>
      methods
        .filter((one) => one !== 'GET')
        .slice(0, 1)
        .map((method) => ({
          group: 'the mock',
          title: `returns 405 for ${method} ${path}, a method that the document does not have`,
          run: rejects(method, url, 405, 'NO_METHOD_MATCHED_ERROR'),
        })),
    ),
    {
      group: 'the mock',
      title: 'returns 404 for a path that the document does not have',
      run: rejects('GET', '/not-in-the-document', 404, 'NO_PATH_MATCHED_ERROR'),
    },
  ];
}
