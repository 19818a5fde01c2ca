import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { listOperations, type OpenApiDocument, type PlacedOperation } from '../../scripts/document.ts';
import { firstExample, type SampleCall, sampleCall } from '../../scripts/sample.ts';

/** One response of one operation, asked for by a status code. */
export interface Case {
  readonly status: number;
  /** As the document has it: `404`, `2XX` or `default`. */
  readonly documented: string;
  readonly description: string;
  readonly call: SampleCall;
  /** Names of the header fields that the response documents as required. */
  readonly headers: readonly string[];
  /** What the body must be. */
  readonly accepts: (body: unknown) => boolean;
}

/** Status codes that stand for a range and for `default`; of those, what the operation documents by itself is left out. */
const REPRESENTATIVES: Readonly<Record<string, readonly number[]>> = {
  '2XX': [200, 204],
  '3XX': [302],
  '4XX': [400, 404],
  '5XX': [500, 503],
  default: [400, 404, 500],
};

/** The cases of each operation of a document. */
export function contractCases(document: OpenApiDocument): { placed: PlacedOperation; cases: Case[] }[] {
  const ajv = new Ajv2020({ strict: false, logger: false });
  formats.default(ajv);
  return listOperations(document).map((placed) => {
    const { responses = {} } = placed.operation;
    const call = sampleCall(document, placed);
    const cases = Object.entries(responses).flatMap(([documented, response]) => {
      const codes = REPRESENTATIVES[documented]?.filter((code) => !isCovered(responses, documented, code));
      const media = Object.entries(response.content ?? {}).find(([type]) => /[/+]json\b/.test(type))?.[1];
      return (codes ?? [Number(documented)]).map((status) => ({
        status,
        documented,
        description: response.description,
        call,
        headers: Object.entries(response.headers ?? {}).flatMap(([name, { required }]) => (required ? [name] : [])),
        accepts: (body: unknown) => {
          if (media === undefined || status === 204) return body === undefined;
          const example = firstExample(media);
          // References in a circle are left in the schemas; they point into the components.
          const isValid = ajv.validate({ ...media.schema, components: document.components }, body);
          return isValid && (example === undefined || JSON.stringify(body) === JSON.stringify(example));
        },
      }));
    });
    return { placed, cases };
  });
}

/** Whether a more exact entry than a range or `default` answers a status code. */
const isCovered = (responses: object, documented: string, code: number): boolean =>
  String(code) in responses || (documented === 'default' && `${String(code)[0]}XX` in responses);
