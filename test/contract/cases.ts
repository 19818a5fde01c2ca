import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { documentedKey, jsonOf, type OpenApiDocument, type OperationEntry } from '../../scripts/openapi/document.ts';
import { firstExample } from '../../scripts/openapi/sample.ts';

// One instance validates all schemas: creating an instance is slower than most validations.
const ajv = new Ajv2020({ strict: false, logger: false });
formats.default(ajv);

/** A response that the document declares for an operation. */
export interface DocumentedResponse {
  /** The key of the response in the document, such as `404`, `2XX` or `default`. */
  readonly documented: string;
  readonly description: string;
  /** Names of the header fields that are documented as required. */
  readonly headers: readonly string[];
  /** Returns whether the document allows a body that the client returned. */
  readonly accepts: (body: unknown) => boolean;
  /** The documented example; `undefined` if the document has none. */
  readonly example: unknown;
}

/** Lists the responses that the document declares for an operation. */
export function documentedResponses(document: OpenApiDocument, { operation }: OperationEntry): DocumentedResponse[] {
  return Object.entries(operation.responses ?? {}).map(([documented, { description, headers = {}, content = {} }]) => {
    const media = jsonOf(content);
    return {
      documented,
      description,
      headers: Object.entries(headers).flatMap(([name, { required }]) => (required ? [name] : [])),
      // Add the components, because circular references remain in the schemas.
      accepts: (body) =>
        // If the document shows no body, any body is allowed.
        media === undefined || ajv.validate({ ...media.schema, components: document.components }, body),
      example: media === undefined ? undefined : firstExample(media),
    };
  });
}

/** Finds the response that the document declares for a status: for the exact status, for its range, or as `default`. */
export function responseFor(status: string, responses: readonly DocumentedResponse[]): DocumentedResponse | undefined {
  const byKey = Object.fromEntries(responses.map((response) => [response.documented, response]));
  return byKey[documentedKey({ responses: byKey }, status) ?? ''];
}

/** Returns whether the document allows a body for a status. A 204 response must have no body. */
export const acceptsBody = (responses: readonly DocumentedResponse[], status: number, body: unknown): boolean =>
  status === 204 ? body === undefined : responseFor(String(status), responses)?.accepts(body) === true;
