import type { MediaType, OperationObject } from '../model/openapi-document.ts';
import type { FieldSchema } from '../schema/field-schema.ts';
import { jsonOf, sentType } from './media-type.ts';
import type { OperationKind } from './operation-kind.ts';
import type { OperationEntry } from './operations.ts';

/** The successful response of an operation. */
export interface SuccessResponse {
  readonly status: number;
  /** The key of the response in the document: a status, a range such as `2XX`, or `default`. */
  readonly key: string;
  /** The JSON media type, or else the first media type; absent if the response has no content. */
  readonly mediaType?: string;
  /** The schema and the examples that the document contains for this media type. */
  readonly media?: MediaType;
}

/** Returns the successful response that an operation documents. */
export function successOf({ operation, method }: OperationEntry, kind: OperationKind): SuccessResponse {
  const isCreation = kind === 'create' || kind === 'createSingleton';
  const preferred = isCreation ? ['201'] : method === 'DELETE' ? ['202', '204'] : ['200'];
  const { key, content } = successResponse(operation, preferred);
  const [first] = Object.entries(content);
  const json = jsonOf(content);
  const chosen = Object.entries(content).find(([, media]) => media === json) ?? first;
  const byKind = isCreation ? 201 : chosen === undefined && method !== 'GET' && method !== 'HEAD' ? 204 : 200;
  return {
    status: /^\d{3}$/.test(key) ? Number(key) : byKind,
    key,
    ...(chosen && { mediaType: sentType(chosen[0]), media: chosen[1] }),
  };
}

/** Returns the schema of the JSON in a successful response. */
export const jsonSchemaOf = (entry: OperationEntry, kind: OperationKind): FieldSchema | undefined => {
  const { mediaType = '', media } = successOf(entry, kind);
  return media && jsonOf({ [mediaType]: media })?.schema;
};

function successResponse(
  { responses = {} }: OperationObject,
  preferred: readonly string[],
): { key: string; content: Readonly<Record<string, MediaType>> } {
  const exact = Object.keys(responses)
    .filter((key) => /^2\d\d$/.test(key))
    .sort();
  const key = preferred.find((one) => exact.includes(one)) ?? exact[0] ?? (responses['2XX'] ? '2XX' : 'default');
  return { key, content: responses[key]?.content ?? {} };
}
