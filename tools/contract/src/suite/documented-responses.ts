import { formatProblem, problemOf } from 'tools-document/behavior';
import type { MediaType, OpenApiDocument } from 'tools-document/model';
import { documentedKey, jsonOf, type OperationEntry, uncallable } from 'tools-document/operations';
import { firstExample, sampleCall, sampleResponse } from 'tools-document/samples';
import { checksOf, validatorsOf } from 'tools-document/validation';
import { isAdditional, violations } from '../../../../common/compare-response.ts';
import type { CheckedBody } from '../../../../common/response-checks.ts';

/** A response that the document declares for an operation. */
export interface DocumentedResponse {
  /** The key of the response in the document, such as `404`, `2XX` or `default`. */
  readonly documented: string;
  readonly description: string;
  /** Names of the header fields that are documented as required. */
  readonly headers: readonly string[];
  /** Returns whether the document allows a body that the client returned. */
  readonly accepts: (body: unknown) => boolean;
  /** Whether the document shows a JSON body. */
  readonly isJson: boolean;
  /** The JSON body that the mock sends: the documented example, or else a valid sample; `undefined` without either. */
  readonly sample: unknown;
  /** How the documented example violates its schema, such as `id: must be string`; absent for a valid example. */
  readonly exampleProblem?: string;
}

/** Returns why the suite cannot test a response; `undefined` if it can. */
export const gapOf = ({ isJson, sample }: DocumentedResponse): string | undefined =>
  isJson && sample === undefined ? 'no valid sample of the response: add an example' : undefined;

/** Whether a sequence can contain an operation: the operation has a valid call and valid successful responses. */
export function fitsSequence(document: OpenApiDocument, entry: OperationEntry): boolean {
  const successes = documentedResponses(document, entry).filter(({ documented }) => documented.startsWith('2'));
  return (
    uncallable(document, entry) === undefined &&
    sampleCall(document, entry).skipped === undefined &&
    // Without a valid sample, the items of the sandbox do not match the schema of the response either.
    successes.every((response) => gapOf(response) === undefined) &&
    // Without a documented success, the status of the sandbox is not documented.
    (successes.length > 0 || entry.operation.responses?.['default'] !== undefined)
  );
}

/** Lists the responses that the document declares for an operation. */
export function documentedResponses(
  document: OpenApiDocument,
  { id, operation }: OperationEntry,
): DocumentedResponse[] {
  const { responses = {}, trees = [] } = checksOf(document, 'response').get(id) ?? {};
  return Object.entries(operation.responses ?? {}).map(([documented, { description, headers = {}, content = {} }]) => {
    const media = jsonOf(content);
    const exampleProblem = media && problemOfExample(document, media);
    return {
      documented,
      description,
      headers: Object.entries(headers).flatMap(([name, { required }]) => (required ? [name] : [])),
      accepts: (body) => {
        const bodies: Readonly<Record<string, Partial<CheckedBody>>> = responses[documented] ?? {};
        // If the document shows no JSON body, any body is allowed.
        return Object.values(bodies).every(
          ({ validate, fields }) =>
            validate === undefined ||
            fields === undefined ||
            violations(trees, { validate, fields }, body).every(isAdditional),
        );
      },
      isJson: media !== undefined,
      sample: media && (firstExample(media) ?? sampleResponse(document, media)),
      ...(exampleProblem !== undefined && { exampleProblem }),
    };
  });
}

/** Returns how the example that the mock sends violates its schema. */
function problemOfExample(document: OpenApiDocument, media: MediaType): string | undefined {
  const example = firstExample(media);
  if (example === undefined || media.schema === undefined) return undefined;
  const validate = validatorsOf(document, 'response').compile(media.schema);
  if (validate(example)) return undefined;
  const error = validate.errors?.at(-1);
  return error == null ? 'not valid' : formatProblem('the example', problemOf(error));
}

/** Finds the response that the document declares for a status: for the exact status, for its range, or as `default`. */
export function responseFor(status: string, responses: readonly DocumentedResponse[]): DocumentedResponse | undefined {
  const byKey = Object.fromEntries(responses.map((response) => [response.documented, response]));
  return byKey[documentedKey({ responses: byKey }, status) ?? ''];
}

/** Returns whether the document allows a body for a status. A 204 response must have no body. */
export const acceptsBody = (responses: readonly DocumentedResponse[], status: number, body: unknown): boolean =>
  status === 204 ? body === undefined : responseFor(String(status), responses)?.accepts(body) === true;
