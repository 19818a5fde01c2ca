import type { Result } from './calls.js';
import { ApiError } from './errors.js';
import { contentExceptions, methodsWithContent } from './generated/defaults.js';

/** `application/json`, a type that ends in `+json` (RFC 6839 section 3.1), or no content type. */
const JSON_TYPE = /^$|[/+]json\b/i;

/** The result of openapi-fetch, which reads the body of a success as text. */
export interface CoreResult {
  /** Body of a 2xx. */
  readonly data?: string;
  /** Body of any other response: the parsed JSON, else its text. */
  readonly error?: unknown;
  readonly response: Response;
  /** The platform's error if the body of a failure could not be read. */
  readonly cause?: unknown;
}

/** The call that a response belongs to, with the access token that was sent. */
export type ResponseCall = Pick<ApiError, 'method' | 'path' | 'attempts'> & { readonly token?: string | undefined };

/**
 * Turns a response into a result: a readable 2xx is `data`, every other response an `error`.
 *
 * A 2xx is not readable if its body is not JSON, or if it is a 200 response to GET with an empty body. If the document
 * shows no content for the success, a text and an empty body are successes too: `data` is the text, or `undefined`.
 * HTML is always an error, because captive portals send it.
 */
export function readResult(
  { data: text = '', error, response, cause }: CoreResult,
  call: ResponseCall,
): Result<unknown> {
  const fail = (body: unknown, details: { reason?: string; cause?: unknown }): Result<unknown> => ({
    error: new ApiError(response, { ...call, body: body === '' ? undefined : body }, details),
    response,
  });
  if (!response.ok) return fail(error, { cause });

  const { method, path } = call;
  const isException = contentExceptions.includes(`${method} ${path}`);
  const isContentDocumented = methodsWithContent.includes(method) !== isException;
  if (text === '') {
    const isMissing = isContentDocumented && method === 'GET' && response.status === 200;
    return isMissing ? fail(undefined, { reason: 'the body is empty' }) : { data: undefined, response };
  }
  const type = response.headers.get('Content-Type') ?? '';
  if (JSON_TYPE.test(type)) {
    try {
      return { data: JSON.parse(text), response };
    } catch {
      // Do not set the syntax error as the cause of the ApiError: its message quotes the body, which loggers would
      // print.
    }
  }
  const isHtml = /html/i.test(type) || (!/xml/i.test(type) && /^\s*</.test(text));
  return isContentDocumented || isHtml ? fail(text, { reason: 'the body is not JSON' }) : { data: text, response };
}
