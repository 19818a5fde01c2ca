import type { SuccessContent } from '../common/success-content.js';
import type { Result } from './calls.js';
import { ApiError, type Unreadable } from './errors/errors.js';
import type { SendContext } from './retry.js';

/**
 * Matches the content type of JSON: a type that ends in `/json` or `+json` (RFC 6839 section 3.1), or an empty string
 * if the response has no content type.
 */
const JSON_TYPE = /^$|[/+]json\s*(;|$)/i;

/** A response that openapi-fetch has read. */
export interface ReadResponse {
  readonly response: Response;
  /**
   * Body of a 2xx response as text. Body of any other response: the parsed JSON, or the text if it is not JSON.
   * `undefined` if the client does not read the body, or could not read it, or if the body of an error is empty.
   */
  readonly body: unknown;
  /** The platform's error if the body of a response other than 2xx could not be read. */
  readonly cause: unknown;
}

const contentType = ({ headers }: Response): string => headers.get('Content-Type') ?? '';

/**
 * Returns whether the client leaves the body of a 2xx response unread, because its content is not JSON. `data` is then
 * the response. If the document shows JSON and other media types, the `Content-Type` of the response decides.
 */
const staysUnread = (response: Response, content: SuccessContent): boolean =>
  response.status !== 204 && (content === 'mixed' ? !JSON_TYPE.test(contentType(response)) : content === 'other');

/** Returns the response in a result of openapi-fetch, with its body. */
export async function readBody(
  result: { data?: unknown; error?: unknown; response: Response },
  content: SuccessContent,
): Promise<ReadResponse> {
  const { response } = result;
  let body: unknown;
  // openapi-fetch returns an empty string for an empty body.
  if (!response.ok) body = result.error === '' ? undefined : result.error;
  else if (!staysUnread(response, content))
    body = typeof result.data === 'string' ? result.data : await response.text();
  return { response, body, cause: undefined };
}

/**
 * Turns a response into a result: `data` for a readable 2xx response, `error` for every other response.
 *
 * A 2xx response is not readable if its body is not JSON, if its body is `null` although the document shows an object or
 * an array, if its body is any other JSON although the document shows an object, or if it is a 200 response to GET with
 * an empty body. If the document shows no content for the 2xx responses of the operation, a text and an empty body are
 * readable too: `data` is the text or `undefined`. HTML is never readable, because captive portals send it.
 */
export function readResult(
  { response, body: text, cause }: ReadResponse,
  content: SuccessContent,
  { progress, pacer }: Pick<SendContext, 'progress' | 'pacer'>,
): Result<unknown> {
  const fail = (body: unknown, unreadable?: Unreadable): Result<unknown> => ({
    error: new ApiError(response, progress, body, unreadable, cause, pacer),
    response,
  });
  if (!response.ok) return fail(text);
  if (typeof text !== 'string') return { data: response, response };

  if (text === '') {
    const isMissing = content !== 'none' && progress.method === 'GET' && response.status === 200;
    return isMissing ? fail(undefined, 'empty_body') : { data: undefined, response };
  }
  const type = contentType(response);
  if (JSON_TYPE.test(type)) {
    try {
      const data: unknown = JSON.parse(text);
      const unreadable = unreadableJson(data, content);
      return unreadable === undefined ? { data, response } : fail(data, unreadable);
    } catch {
      // Do not set the syntax error as the cause of the ApiError: the message of a syntax error quotes the body, and
      // loggers would print it.
    }
  }
  const isHtml = /html/i.test(type) || (!/xml/i.test(type) && /^\s*</.test(text));
  return content !== 'none' || isHtml ? fail(text, 'not_json') : { data: text, response };
}

/** Returns why the parsed JSON of a 2xx response is not the documented content; `undefined` if it can be. */
function unreadableJson(data: unknown, content: SuccessContent): Unreadable | undefined {
  if (content !== 'object' && content !== 'json') return undefined;
  if (data === null) return 'empty_body';
  return content === 'object' && (typeof data !== 'object' || Array.isArray(data)) ? 'not_object' : undefined;
}
