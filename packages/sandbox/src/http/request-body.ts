import { isObject } from 'tools-document/model';
import type { BundledOperation } from '../bundled-document.js';
import { typedValue } from '../engine/parameters.js';
import { apiFailure, type SandboxResponse } from '../response.js';

/** Largest body of a request to the API and to the control API, in bytes. */
export const MAX_BODY_BYTES = 1_048_576;

/**
 * Reads a body to its end, even if the body is too large. If a part stayed unread, the client could not read the
 * response.
 *
 * @param maxBytes Largest size of the body, in bytes.
 * @returns The text of the body; `undefined` if the body is too large.
 */
export async function readLimitedText(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size <= maxBytes) chunks.push(part.value);
  }
  return size > maxBytes ? undefined : new TextDecoder().decode(Buffer.concat(chunks));
}

/** Largest number of nested objects and lists in a body: functions that call themselves for each level would fail. */
const MAX_LEVELS = 1000;

/**
 * Parses the JSON of a request body.
 *
 * @throws SyntaxError If the text is not JSON, or has too many nested objects and lists.
 */
function parseBody(text: string): unknown {
  const value: unknown = JSON.parse(text);
  let level = [value];
  for (let count = 0; level.length > 0; count += 1) {
    if (count > MAX_LEVELS) throw new SyntaxError(`The body must have at most ${MAX_LEVELS} levels`);
    level = level.filter((one) => Object(one) === one).flatMap((one) => Object.values(Object(one)));
  }
  return value;
}

/** The value of a request body, or the reason why the body cannot be read. */
type ReadBody =
  | { readonly value: unknown; readonly isParsed: boolean }
  | { readonly problem: 'contentType' | 'json' | 'missing' | 'tooLarge' };

export interface SentBody {
  readonly contentType: string | undefined;
  /** Resolves with `undefined` if the body is too large. */
  readonly text: () => Promise<string | undefined>;
}

const JSON_TYPE = /[/+]json$/i;
const FORM_TYPE = 'application/x-www-form-urlencoded';

/**
 * Reads the body of a request: parses JSON and forms, and does not parse other media types.
 *
 * @returns The value, which is `undefined` if nothing was parsed, or the reason why the body cannot be read.
 */
export async function readBody({ body }: BundledOperation, sent: SentBody): Promise<ReadBody> {
  if (body === undefined) return { value: undefined, isParsed: false };
  const mediaType = mediaTypeOf(sent.contentType);
  const text = await sent.text();
  if (text === undefined) return { problem: 'tooLarge' };
  if (text === '') return body.required ? { problem: 'missing' } : { value: undefined, isParsed: false };
  if (!body.mediaTypes.some((type) => mediaTypeOf(type) === mediaType)) return { problem: 'contentType' };
  if (mediaType === FORM_TYPE) return { value: formFields(text, body.fields), isParsed: true };
  if (!JSON_TYPE.test(mediaType)) return { value: undefined, isParsed: false };
  try {
    return { value: parseBody(text), isParsed: true };
  } catch {
    return { problem: 'json' };
  }
}

/** Returns a media type without its parameters. */
export const mediaTypeOf = (contentType = ''): string => (contentType.split(';')[0] ?? '').trim().toLowerCase();

/** Returns the fields of a form with values of the documented types. The values of a repeated field are an array. */
function formFields(text: string, types: Readonly<Record<string, readonly string[]>>): Record<string, unknown> {
  const form = new URLSearchParams(text);
  const fields = [...new Set(form.keys())].map((name) => {
    const values = form.getAll(name).map((value) => typedValue(value, types[name] ?? ['string']));
    const isList = values.length > 1 || (types[name]?.includes('array') === true && !Array.isArray(values[0]));
    return [name, isList ? values : values[0]];
  });
  return Object.fromEntries(fields);
}

/**
 * Reads the body of a request as a JSON object.
 *
 * @returns The object, or the response that rejects the request. Without a body, the object is empty.
 */
export async function readJsonObject(request: Request): Promise<{ body: object } | { response: SandboxResponse }> {
  const text = await readLimitedText(request.body, MAX_BODY_BYTES);
  if (text === undefined) {
    return { response: apiFailure({ status: 413, message: `The body must have at most ${MAX_BODY_BYTES} bytes` }) };
  }
  if (text === '') return { body: {} };
  if (mediaTypeOf(request.headers.get('Content-Type') ?? '') !== 'application/json') {
    return { response: apiFailure({ status: 415, message: 'Content-Type must be application/json' }) };
  }
  try {
    const body: unknown = parseBody(text);
    if (isObject(body)) return { body };
  } catch {
    // Continue: the code below rejects every body that is not an object.
  }
  return {
    response: apiFailure({ status: 400, message: `the body must be a JSON object of at most ${MAX_LEVELS} levels` }),
  };
}
