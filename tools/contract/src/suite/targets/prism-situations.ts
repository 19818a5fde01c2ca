import type { OpenApiDocument } from 'tools-document/model';
import type { OperationEntry } from 'tools-document/operations';
import { type NegativeCase, negativeCases, type SampleCall, sampleCall } from 'tools-document/samples';
import { unicodePattern } from '../../prism/prism-document.ts';
import { type DocumentedResponse, gapOf, responseFor } from '../documented-responses.ts';
import { statusOf } from '../situations.ts';
import type { Expectation, TargetSituation } from '../target.ts';
import type { TestedClient } from '../tested-client.ts';

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

/** Returns why the suite does not call an operation of the mock; `undefined` if it does. */
export const prismExcludes = (document: OpenApiDocument, operation: OperationEntry): string | undefined =>
  sampleCall(document, operation).body === null ? 'Prism: the mock takes the body null for a missing body' : undefined;

/**
 * Lists a situation for each documented response, which the header field `Prefer` selects, and for each invalid request
 * of which the document shows the response.
 */
export function prismSituations(
  document: OpenApiDocument,
  operation: OperationEntry,
  responses: readonly DocumentedResponse[],
  connect: () => TestedClient,
): TargetSituation[] {
  const call = sampleCall(document, operation);
  const skip = (response: DocumentedResponse): string | undefined =>
    call.skipped ?? prismExcludes(document, operation) ?? gapOf(response);
  const selected = responses.flatMap((response): TargetSituation[] => {
    const { documented } = response;
    const skipped = skip(response);
    if (call.skipped !== undefined || skipped !== undefined)
      return [{ when: `Prefer: code=${documented}`, status: documented, response, ...(skipped && { skipped }) }];
    return statusesOf(response, responses).map((status) => {
      const Prefer = `code=${status}`;
      return situationOf({ when: `Prefer: ${Prefer}`, status, response }, withoutPrefer(call), connect, { Prefer });
    });
  });
  const status = INVALID_REQUEST.find((code) => responses.some(({ documented }) => documented === code));
  const response = status === undefined ? undefined : responseFor(status, responses);
  if (status === undefined || response === undefined || skip(response) !== undefined) return selected;
  const invalid = negativeCases(document, operation).map((negative): TargetSituation => {
    const { when, call: invalidCall } = negative;
    const gap = gapOfPrism(negative);
    if (gap !== undefined) return { when, status, response, skipped: `Prism: ${gap}` };
    return { ...situationOf({ when, status, response }, invalidCall, connect), isRequestInvalid: true };
  });
  return [...selected, ...invalid];
}

/** Returns the statuses to request for a response, without those for which the operation documents another response. */
function statusesOf(response: DocumentedResponse, responses: readonly DocumentedResponse[]): readonly string[] {
  const { documented } = response;
  const statuses = (REPRESENTATIVES[documented] ?? [documented]).filter(
    (status) => responseFor(status, responses) === response,
  );
  return statuses.length > 0 ? statuses : [statusOf(response, responses)];
}

function situationOf(
  expectation: Expectation,
  { params, body }: SampleCall,
  connect: () => TestedClient,
  headers = {},
): TargetSituation {
  const { status, response } = expectation;
  return {
    ...expectation,
    arrange: async () => {
      // The mock sends the examples of the document, so an invalid example is the reason for the failure.
      if (response.exampleProblem !== undefined)
        throw new Error(
          `The document's example of the response ${response.documented} violates its schema: ${response.exampleProblem}`,
        );
      return { client: connect(), init: { params, headers, ...(body !== undefined && { body }) } };
    },
    ...(response.sample === undefined || status === '204' ? {} : { body: response.sample }),
  };
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
