import { type RateLimit, readRateLimit } from './rate-limit.js';

type Call = Pick<ApiError, 'method' | 'path' | 'attempts' | 'body'>;

/**
 * The `error` of a result, and what `unwrap` throws: the tenant answered, and the answer is not a readable 2xx.
 *
 * The message reads `404 Not Found: GET /token-exchange-profiles/{id}`, then the server's own message where the body
 * has one, then `(attempt 2)` where the answer is not the first. Of its own it holds no id and no token; the server's
 * words stand as they were sent.
 */
export class ApiError extends Error {
  /** Status code of the response; 0 where a browser hides a redirect. */
  declare readonly status: number;
  /** Method of the request, in upper case. */
  declare readonly method: string;
  /** Path template of the operation, never the path with its ids. */
  declare readonly path: string;
  /** Body of the response: the parsed JSON, else its text; `undefined` where it was empty or could not be read. */
  declare readonly body: unknown;
  /** Header fields of the response. */
  declare readonly headers: Headers;
  /** The three `X-RateLimit-*` header fields; `undefined` where the response has none. */
  declare readonly rateLimit: RateLimit | undefined;
  /** Which attempt this answer belongs to: 1 for the first, 3 after two retries. */
  declare readonly attempts: number;
  /** The response itself, with its body read. Not enumerable. */
  declare readonly response: Response;

  /**
   * @param reason What was wrong with a 2xx, in place of the server's own message.
   * @param cause The platform's error where a body could not be read.
   */
  constructor(response: Response, call: Call, reason: string | undefined, cause: unknown) {
    const { status, statusText, headers } = response;
    const known = `${status || 'Redirect not followed'} ${statusText}`.trim();
    // The shape of error bodies is not shown, so only a text counts as the server's own message.
    const said = reason ?? (call.body as { message?: unknown } | null | undefined)?.message;
    const repeated = call.attempts > 1 ? ` (attempt ${call.attempts})` : '';
    super(
      [known, `${call.method} ${call.path}`, said].filter((part) => typeof part === 'string').join(': ') + repeated,
      cause ? { cause } : {},
    );
    Object.assign(this, { name: 'ApiError', status, headers, rateLimit: readRateLimit(headers), ...call });
    Object.defineProperty(this, 'response', { value: response });
  }
}

/**
 * Thrown when the token endpoint answered and the answer holds no usable access token.
 *
 * `error` and `error_description` are those of {@link https://www.rfc-editor.org/rfc/rfc6749#section-5.2 | RFC 6749
 * section 5.2}. Neither the message nor any property holds a token, a secret or a key.
 */
export class TokenError extends Error {
  /** Status code of the token endpoint's response. */
  declare readonly status: number;
  /** Error code that the token endpoint gave, for example `invalid_client`. */
  declare readonly error: string | undefined;
  /** Explanation that the token endpoint gave. */
  declare readonly error_description: string | undefined;

  constructor({ status }: Response, reason: string, error?: string, error_description?: string) {
    const said = [error, error_description].filter(Boolean).join(': ') || reason;
    // Without the reason phrase, which is the server's to choose and may echo a secret.
    super(`Token request: ${status}: ${said}`);
    Object.assign(this, { name: 'TokenError', status, error, error_description });
  }
}

export class NetworkError extends Error {
  declare readonly method: string;
  declare readonly path: string;
  declare readonly attempts: number;
  declare readonly during: 'call' | 'token';
  constructor(call: Pick<NetworkError, 'method' | 'path' | 'attempts' | 'during'>, cause: unknown) {
    super(`${call.method} ${call.path}: failed`, { cause });
    Object.assign(this, { name: 'NetworkError', ...call });
  }
}
