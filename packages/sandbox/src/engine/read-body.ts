import type { BuiltOperation } from '../built-document.js';
import { parseBody } from '../http/parse-body.js';
import { typedValue } from './parameters.js';

/** The value of a request body, or the reason why the body cannot be read. */
export type ReadBody =
  | { readonly value: unknown; readonly isParsed: boolean }
  | { readonly problem: 'contentType' | 'json' | 'missing' | 'tooLarge' };

/** A body that a client sent. */
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
export async function readBody({ body }: BuiltOperation, sent: SentBody): Promise<ReadBody> {
  if (body === undefined) return { value: undefined, isParsed: false };
  const mediaType = mediaTypeOf(sent.contentType ?? '');
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
const mediaTypeOf = (contentType: string): string => (contentType.split(';')[0] ?? '').trim().toLowerCase();

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
