import type { Result } from './calls.js';
import { ApiError } from './errors.js';
import { contentExceptions, methodsWithContent } from './generated/defaults.js';

/**
 * Matches the content type of JSON: a type that ends in `/json` or `+json` (RFC 6839 section 3.1), or an empty string
 * if the response has no content type.
 */
const JSON_TYPE = /^$|[/+]json\b/i;

/** The result of openapi-fetch, which reads the body of a success as text. */
export interface CoreResult {
  /** Body of a 2xx response. */
  readonly data?: string;
  /** Body of any other response: the parsed JSON, or the text if the body is not JSON. */
  readonly error?: unknown;
  readonly response: Response;
  /** The platform's error if the body of a response other than 2xx could not be read. */
  readonly cause?: unknown;
}

/** The call that a response belongs to, with the access token that was sent. */
export type ResponseCall = Pick<ApiError, 'method' | 'path' | 'attempts'> & { readonly token?: string | undefined };

/**
 * Turns a response into a result: `data` for a readable 2xx response, `error` for every other response.
 *
 * A 2xx response is not readable if its body is not JSON, or if it is a 200 response to GET with an empty body. If the
 * document shows no content for the 2xx responses of the operation, a text and an empty body are readable too: `data`
 * is the text or `undefined`. HTML is never readable, because captive portals send it.
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
      // Do not set the syntax error as the cause of the ApiError: the message of a syntax error quotes the body, and
      // loggers would print it.
    }
  }
  const isHtml = /html/i.test(type) || (!/xml/i.test(type) && /^\s*</.test(text));
  return isContentDocumented || isHtml ? fail(text, { reason: 'the body is not JSON' }) : { data: text, response };
}
