import { isObject } from '../model/json.ts';
import type { MediaType, OpenApiDocument, Parameter } from '../model/openapi-document.ts';
import { isJsonType, sentType } from '../operations/media-type.ts';
import { type OperationEntry, WITHOUT_BODY } from '../operations/operations.ts';
import { isIgnored, parameterFinding } from '../operations/parameter-support.ts';
import { validatorsOf } from '../validation/validators.ts';
import { discriminated } from './discriminator.ts';
import { requiredPart } from './required-part.ts';
import { validSample } from './valid-sample.ts';

/** Options of a call that the document allows. */
export interface SampleCall {
  readonly params: Readonly<Record<'path' | 'query' | 'header', Readonly<Record<string, unknown>>>>;
  /** JSON, or a `URLSearchParams`, `FormData` or `Blob` if the operation has no JSON request body. */
  readonly body?: unknown;
  readonly mediaType?: string;
  readonly skipped?: undefined;
}

/** The reason why an operation has no sample call. */
export interface NoSampleCall {
  readonly body?: undefined;
  readonly params?: undefined;
  readonly skipped: 'no valid sample: add an example';
}

const NONE: NoSampleCall = { skipped: 'no valid sample: add an example' };

/**
 * Creates the options of a call from the examples of the operation, or else from samples of its schemas. Optional
 * parameters without a valid sample, and parameters that the client cannot write, are omitted.
 *
 * @param isBodyShort Whether the body has only the required fields, or one field if none is required.
 */
export function sampleCall(
  document: OpenApiDocument,
  { operation, parameters, method }: OperationEntry,
  isBodyShort = false,
): SampleCall | NoSampleCall {
  const sampled = parameters
    .filter((parameter) => !isIgnored(parameter) && parameterFinding(document, parameter) === undefined)
    .map((parameter) => ({ parameter, value: valueIn(document, parameter, 'request') }));
  if (sampled.some(({ parameter, value }) => parameter.required === true && isUnsent(value))) return NONE;
  const valuesOf = (place: Parameter['in']) =>
    Object.fromEntries(
      sampled
        .filter(({ parameter, value }) => parameter.in === place && value !== undefined)
        .map(({ parameter, value }) => [parameter.name, value]),
    );
  const params = { path: valuesOf('path'), query: valuesOf('query'), header: valuesOf('header') };
  const { content = {}, required = false } = operation.requestBody ?? {};
  const [mediaType, media] = preferredMedia(content) ?? [];
  if (mediaType === undefined || media === undefined || WITHOUT_BODY.includes(method)) return { params };
  const full = valueIn(document, media, 'request');
  if (full === undefined) return required ? NONE : { params };
  const value = isBodyShort ? shortBody(document, media, full) : full;
  return { params, body: bodyOf(mediaType, value), mediaType };
}

/**
 * Returns a valid response body for a media type: the example, or else a sample. Returns `undefined` if no valid value
 * is found.
 */
export const sampleResponse = (document: OpenApiDocument, media: MediaType): unknown =>
  valueIn(document, media, 'response');

/** Returns the example that Prism's mock sends, or `undefined` if the document has no example. */
export function firstExample({ example, examples = {} }: Parameter | MediaType): unknown {
  return example ?? Object.values(examples)[0]?.value;
}

function valueIn(document: OpenApiDocument, place: Parameter | MediaType, direction: 'request' | 'response'): unknown {
  if (place.schema === undefined) return firstExample(place) ?? {};
  return validSample(document, direction, place.schema, firstExample(place));
}

/** Whether the client does not send a parameter with this value: it omits null, also in lists. */
const isUnsent = (value: unknown): boolean => [value].flat().every((item) => item === undefined || item === null);

/** Returns the required part of a body. A body without any member would show nothing, so one member stays. */
function shortBody(document: OpenApiDocument, { schema }: MediaType, body: unknown): unknown {
  if (schema === undefined) return body;
  const { compile } = validatorsOf(document, 'request');
  const accepts = compile(schema);
  const alternatives = discriminated(document, schema).map((one) => ({ ...one, accepts: compile(one.schema) }));
  const isSelected = (value: object) =>
    alternatives.every((one) => Object(value)[one.field] !== one.value || one.accepts(value));
  return requiredPart(
    body,
    (value) => !(isObject(value) && (Object.keys(value).length === 0 || !isSelected(value))) && accepts(value),
  );
}

/** Returns the media type of the request body of a sample call: JSON, or else a form, or else the first type. */
export function preferredMedia(
  content: Readonly<Record<string, MediaType>>,
): [type: string, media: MediaType] | undefined {
  const types = Object.entries(content).map(([type, media]): [string, MediaType] => [sentType(type), media]);
  return (
    types.find(([type]) => isJsonType(type)) ??
    types.find(([type]) => type.startsWith('application/x-www-form-urlencoded')) ??
    types.find(([type]) => type.startsWith('multipart/form-data')) ??
    types[0]
  );
}

/** Converts a sample to the `body` that a caller passes to the client for a media type. */
function bodyOf(mediaType: string, value: unknown): unknown {
  if (isJsonType(mediaType)) return value;
  // A form repeats the name of a list (OpenAPI 3.1, 4.8.15: `style` is `form`, and `explode` is true).
  const fields = Object.entries((value ?? {}) as object).flatMap(([name, field]) =>
    [field].flat().map((item): [string, string] => [name, typeof item === 'string' ? item : JSON.stringify(item)]),
  );
  if (mediaType.startsWith('application/x-www-form-urlencoded')) return new URLSearchParams(fields);
  if (mediaType.startsWith('multipart/form-data')) {
    const form = new FormData();
    for (const [name, field] of fields) form.append(name, field);
    return form;
  }
  return new Blob([typeof value === 'string' ? value : JSON.stringify(value)], { type: mediaType });
}
