import { createRecorder } from '../../scripts/contract/recorder.ts';
import type { OpenApiDocument } from '../../scripts/openapi/document.ts';
import { sampleCall } from '../../scripts/openapi/sample.ts';
import { createManagementClient } from '../../src/index.js';
import { responseFor } from './cases.ts';
import type { ContractTarget, Situation } from './target.ts';

/** The status codes with which the suite tests a range or `default`. */
const REPRESENTATIVES: Readonly<Record<string, readonly string[]>> = {
  '2XX': ['200', '204'],
  '3XX': ['302'],
  '4XX': ['400', '404'],
  '5XX': ['500', '503'],
  default: ['400', '404', '500'],
};

/** Creates the target for the Prism mock, which keeps no state. The header field `Prefer` selects the response. */
export function prismTarget(document: OpenApiDocument, mockUrl: string): ContractTarget {
  const recorder = createRecorder('prism', mockUrl);
  const management = createManagementClient({
    baseUrl: mockUrl,
    auth: 'any-token',
    headers: Object.fromEntries(apiKeyHeaders(document).map((name) => [name, 'any-key'])),
    retry: 0,
    fetch: recorder.createFetch(),
  });
  return {
    situations: (operation, responses) => {
      const call = sampleCall(document, operation);
      return responses.flatMap((response): Situation[] => {
        const { documented, sample } = response;
        const when = (status: string) => `Prefer: code=${status}`;
        if (call.skipped !== undefined || (response.isJson && sample === undefined)) {
          const skipped = call.skipped ?? 'no valid sample of the response: add an example';
          return [{ when: when(documented), status: documented, response, skipped }];
        }
        const { params, body } = call;
        return (
          (REPRESENTATIVES[documented] ?? [documented])
            // Skip a status that the operation documents with another response.
            .filter((status) => responseFor(status, responses) === response)
            .map((status) => ({
              when: when(status),
              status,
              response,
              arrange: async () => ({ management, init: { params, body, headers: { Prefer: `code=${status}` } } }),
              ...(sample === undefined || status === '204' ? {} : { body: sample }),
            }))
        );
      });
    },
    stop: () => recorder.write(),
  };
}

/** Names of the header fields of the API keys that the document declares. */
const apiKeyHeaders = ({ components }: OpenApiDocument): string[] =>
  Object.values(components?.securitySchemes ?? {}).flatMap(({ type, in: place, name }) =>
    type === 'apiKey' && place === 'header' && name !== undefined ? [name] : [],
  );
