import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { documentedKey, jsonOf, type OpenApiDocument, type PlacedOperation } from '../../scripts/document.ts';
import { firstExample } from '../../scripts/sample.ts';

// One for all: making one takes longer than most schemas do.
const ajv = new Ajv2020({ strict: false, logger: false });
formats.default(ajv);

/** One response of an operation, as the document has it. */
export interface DocumentedResponse {
  /** `404`, `2XX` or `default`. */
  readonly documented: string;
  readonly description: string;
  /** Names of the header fields that it documents as required. */
  readonly headers: readonly string[];
  /** What the body must be, as the client gives it. */
  readonly accepts: (body: unknown) => boolean;
  /** Its example, where it has one. */
  readonly example: unknown;
}

/** Every response that the document has for an operation. */
export function documentedResponses(document: OpenApiDocument, { operation }: PlacedOperation): DocumentedResponse[] {
  return Object.entries(operation.responses ?? {}).map(([documented, { description, headers = {}, content = {} }]) => {
    const media = jsonOf(content);
    return {
      documented,
      description,
      headers: Object.entries(headers).flatMap(([name, { required }]) => (required ? [name] : [])),
      // References in a circle are left in the schemas; they point into the components.
      accepts: (body) =>
        // Where no body is shown, anything may come.
        media === undefined || ajv.validate({ ...media.schema, components: document.components }, body),
      example: media === undefined ? undefined : firstExample(media),
    };
  });
}

/** The response that the document has for a status: exact, by range, or `default`. */
export function responseFor(status: string, responses: readonly DocumentedResponse[]): DocumentedResponse | undefined {
  const byKey = Object.fromEntries(responses.map((response) => [response.documented, response]));
  return byKey[documentedKey({ responses: byKey }, status) ?? ''];
}
