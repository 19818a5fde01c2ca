import { listOperations, type OperationEntry } from 'tools-document/operations';
import type { OpenApiDocument } from 'tools-document/read';
import { type NegativeCase, negativeCases, type SampleCall, sampleCall } from 'tools-document/samples';
import { reportFile, writeReport } from '../../contract-report.ts';
import { unicodePattern } from '../../prism/prism-document.ts';
import { createRecorder } from '../../recorder.ts';
import type { ClientPackage } from '../client.ts';
import { type DocumentedResponse, documentedResponses, gapOf, responseFor } from '../documented-responses.ts';
import { pathProbes } from '../path-probes.ts';
import { sampleCalls } from '../probes.ts';
import { statusOf } from '../situations.ts';
import type { ContractTarget, Situation } from '../target.ts';
import { fitsSequence } from './fits-sequence.ts';
import { mockProbes } from './mock-probes.ts';

/** Status codes to request for a response that is documented with a range or `default`. */
const REPRESENTATIVES: Readonly<Record<string, readonly string[]>> = {
  '2XX': ['200', '204'],
  '3XX': ['302'],
  '4XX': ['400', '404'],
  '5XX': ['500', '503'],
  default: ['400', '404', '500'],
};

/** Status codes that Prism uses for an invalid request, in the order of Prism's preference. */
const INVALID_REQUEST = ['422', '400'];

/** Creates the target for the Prism mock, which keeps no state. The header field `Prefer` selects the response. */
export function prismTarget(
  document: OpenApiDocument,
  { createClient }: Pick<ClientPackage, 'createClient'>,
  mockUrl: string,
): ContractTarget {
  const recorder = createRecorder(document, mockUrl);
  const fetch = recorder.createFetch();
  const situationOf = (
    when: string,
    status: string,
    response: DocumentedResponse,
    { params, body }: SampleCall,
    headers = {},
  ): Situation => ({
    when,
    status,
    response,
    arrange: async () => {
      // The mock sends the examples of the document, so an invalid example is the reason for the failure.
      if (response.exampleProblem !== undefined)
        throw new Error(
          `The document's example of the response ${response.documented} violates its schema: ${response.exampleProblem}`,
        );
      // A new client for each call, because a client that gets a 429 delays its next call.
      const client = createClient({ baseUrl: mockUrl, auth: 'any-token', retry: 0, fetch });
      return { client, init: { params, headers, ...(body !== undefined && { body }) } };
    },
    ...(response.sample === undefined || status === '204' ? {} : { body: response.sample }),
  });

  const excludes = (operation: OperationEntry): string | undefined =>
    sampleCall(document, operation).body === null
      ? 'Prism: the mock takes the body null for a missing body'
      : undefined;
  const target: ContractTarget = {
    excludes,
    situations: (operation, responses) => {
      const call = sampleCall(document, operation);
      const skip = (response: DocumentedResponse): string | undefined =>
        call.skipped ?? excludes(operation) ?? gapOf(response);
      const selected = responses.flatMap((response): Situation[] => {
        const { documented } = response;
        const skipped = skip(response);
        if (call.skipped !== undefined || skipped !== undefined) {
          return [{ when: `Prefer: code=${documented}`, status: documented, response, ...(skipped && { skipped }) }];
        }
        // Skip a status for which the operation documents another response.
        const statuses = (REPRESENTATIVES[documented] ?? [documented]).filter(
          (status) => responseFor(status, responses) === response,
        );
        return (statuses.length > 0 ? statuses : [statusOf(response, responses)]).map((status) =>
          situationOf(`Prefer: code=${status}`, status, response, withoutPrefer(call), { Prefer: `code=${status}` }),
        );
      });
      const status = INVALID_REQUEST.find((code) => responses.some(({ documented }) => documented === code));
      const response = status === undefined ? undefined : responseFor(status, responses);
      if (status === undefined || response === undefined || skip(response) !== undefined) return selected;
      const invalid = negativeCases(document, operation).map((negative): Situation => {
        const gap = gapOfPrism(negative);
        if (gap !== undefined) return { when: negative.when, status, response, skipped: `Prism: ${gap}` };
        return { ...situationOf(negative.when, status, response, negative.call), isRequestInvalid: true };
      });
      return [...selected, ...invalid];
    },
    stop: () => {
      // The mock keeps no items: it sends the id of the example for each requested id.
      const calls = recorder.calls.map((call) => ({ ...call, parameters: {} }));
      return writeReport(reportFile('prism'), document, calls);
    },
  };
  // For the other targets, a situation is planned for each response.
  const complete = listOperations(document).map((operation) => ({
    group: operation.id,
    title: 'has a situation for every documented response',
    run: async () => {
      const responses = documentedResponses(document, operation);
      const tested = target.situations(operation, responses).map(({ response }) => response);
      const missing = responses.filter((response) => !tested.includes(response)).map(({ documented }) => documented);
      if (missing.length > 0) throw new Error(`${operation.id} must have a situation for ${missing.join(', ')}`);
    },
  }));
  const unrecorded = createClient({ baseUrl: mockUrl, auth: 'any-token', retry: 0 });
  // For other operations, the mock can fail to create a response.
  const calls = sampleCalls(document).filter(({ entry }) => fitsSequence(document, entry));
  const similar = pathProbes(document, calls, { unrecorded });
  return { ...target, probes: [...mockProbes(document, mockUrl), ...similar, ...complete] };
}

/** Returns a call without the header parameter `Prefer`, because Prism reads `Prefer` too. */
function withoutPrefer({ params, ...rest }: SampleCall): SampleCall {
  const header = Object.entries(params.header).filter(([name]) => name.toLowerCase() !== 'prefer');
  return { ...rest, params: { ...params, header: Object.fromEntries(header) } };
}

/** Keywords of OpenAPI 3.1 that Prism ignores or handles wrongly, at least in some schemas. */
const NOT_VALIDATED = ['prefixItems', 'items', 'unevaluatedItems', 'maxContains', 'dependentRequired'];

/** Returns why Prism does not reject an invalid request; `undefined` if Prism rejects the request. */
function gapOfPrism({ keyword, limit, place, value }: NegativeCase): string | undefined {
  if (place !== 'body' && value === '') return 'the mock ignores an empty parameter';
  if (keyword === 'unevaluatedProperties')
    return 'the validator of unevaluatedProperties accepts some unknown properties';
  if (NOT_VALIDATED.includes(keyword)) return `the mock does not validate ${keyword} of OpenAPI 3.1`;
  if (keyword === 'pattern' && unicodePattern(String(limit)) === undefined)
    return 'the mock cannot use a pattern that is invalid with the u flag';
  return undefined;
}
