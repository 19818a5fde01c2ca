import { isObject, type MediaType, type OpenApiDocument } from 'tools-document/model';
import { jsonOf, type OperationEntry, sentType } from 'tools-document/operations';
import { sampleResponse } from 'tools-document/samples';
import type { BundledErrorBody } from '../src/bundled-document.ts';
import type { Accepts } from './response-fields.ts';

/** Fields that can contain the message of an error response, the most usual field first. */
const MESSAGE_FIELDS = ['message', 'detail', 'error_description', 'title', 'description', 'error', 'reason'];

/** Fields that can contain the status code of an error response. */
const STATUS_FIELDS = ['statusCode', 'status', 'code'];

const MESSAGE = 'A message';
/** Returns the usual error body, which the sandbox sends if the document does not show another body. */
const usualBody = (statusCode: number) => ({ statusCode, error: 'Not Found', message: MESSAGE, errorCode: 'a_code' });

/** Index of an error response with the usual body. */
const USUAL = -1;

/** The documented bodies of error responses, without duplicates. */
interface ErrorBodyIndex {
  readonly errorBodies: readonly BundledErrorBody[];
  /**
   * Returns the body of each documented error response of an operation, as an index in `errorBodies`, or -1 for the usual
   * body. The keys are statuses, ranges such as `4XX`, and `default`.
   */
  indexesOf(entry: OperationEntry): Readonly<Record<string, number>>;
}

/** Collects the documented bodies of error responses that differ from the usual body of the sandbox. */
export function collectErrorBodies(document: OpenApiDocument, accepts: Accepts): ErrorBodyIndex {
  const errorBodies: BundledErrorBody[] = [];
  const indexes = new Map<string, number>();
  const indexOf = (body: BundledErrorBody): number => {
    const text = JSON.stringify(body);
    const index = indexes.get(text) ?? errorBodies.push(body) - 1;
    indexes.set(text, index);
    return index;
  };
  return {
    errorBodies,
    indexesOf: ({ operation: { responses = {} } }) => {
      const entries = Object.entries(responses)
        .filter(([key]) => !/^[123]/.test(key))
        .map(([key, { content = {} }]): [string, number] => {
          const [mediaType = '', media] = Object.entries(content).find(([, one]) => one === jsonOf(content)) ?? [];
          const body = media && bundledErrorBody(document, sentType(mediaType), media, accepts);
          return [key, body === undefined ? USUAL : indexOf(body)];
        });
      return entries.every(([, index]) => index === USUAL) ? {} : Object.fromEntries(entries);
    },
  };
}

function bundledErrorBody(
  document: OpenApiDocument,
  mediaType: string,
  media: MediaType,
  accepts: Accepts,
): BundledErrorBody | undefined {
  const { schema = {} } = media;
  const { errorCode: _, ...withoutCode } = usualBody(404);
  const isUsual = accepts(schema, usualBody(404)) && accepts(schema, withoutCode);
  if (isUsual && mediaType.startsWith('application/json')) return undefined;
  const body = sampleResponse(document, media);
  if (body === undefined) return undefined;
  const fieldIn = (names: readonly string[], ...values: readonly unknown[]) =>
    names.find(
      (name) => isObject(body) && name in body && values.every((value) => accepts(schema, { ...body, [name]: value })),
    );
  const messageField = fieldIn(MESSAGE_FIELDS, MESSAGE);
  // The list of the allowed statuses can be shorter than the list of the statuses that the sandbox sends.
  const statusField = fieldIn(STATUS_FIELDS, 401, 404, 429);
  return { mediaType, body, ...(messageField && { messageField }), ...(statusField && { statusField }) };
}
