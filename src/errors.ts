import { type RateLimit, readRateLimit } from './rate-limit.js';
import { encodedForms, redact } from './redact.js';
import { serverText } from './server-text.js';

/** Returns the end of a message, such as ` (attempt 2)`; an empty string for the first attempt. */
const attemptSuffix = (attempts: number): string => (attempts > 1 ? ` (attempt ${attempts})` : '');

/**
 * The `error` of a result, which `unwrap` throws: the tenant has sent a response that is not a readable 2xx.
 *
 * The message reads `404 Not Found: GET /token-exchange-profiles/{id}`, then the `message` of the response body if it
 * has one, then `(attempt 2)` if it is not the response of the first attempt. The client adds no id and no token. It
 * cuts the server's text at 1,000 characters, removes control characters from it, and replaces the access token that
 * was sent.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Status code of the response; 0 if a browser hides a redirect. */
  readonly status: number;
  /** Method of the request, in upper case. */
  readonly method: string;
  /** Path template of the operation, without ids. */
  readonly path: string;
  /** Number of the attempt that this response belongs to: 1 for the first, 3 after two retries. */
  readonly attempts: number;
  /** The three `X-RateLimit-*` header fields; `undefined` if the response has none. */
  readonly rateLimit: RateLimit | undefined;
  readonly #response: Response;
  readonly #body: unknown;

  /**
   * @param call The call that failed; `token` is the access token that was sent.
   * @param details `reason` tells why a 2xx is an error, and replaces the server's message; `cause` is the platform's
   *   error if the body could not be read.
   */
  constructor(
    response: Response,
    call: { method: string; path: string; attempts: number; body: unknown; token?: string | undefined },
    details: { reason?: string | undefined; cause?: unknown } = {},
  ) {
    const { status, statusText, headers } = response;
    const { method, path, attempts, body, token = '' } = call;
    const { reason, cause } = details;
    const clean = (text: string) => serverText(redact(text, encodedForms(token), '[access token]'));
    const statusLine = `${status || 'Redirect not followed'} ${clean(statusText)}`.trim();
    // The document does not show the shape of error bodies, so only a string counts as the server's message.
    const message = (body as { message?: unknown } | null | undefined)?.message;
    const explanation = reason ?? (typeof message === 'string' ? clean(message) : '');
    super(
      [statusLine, `${method} ${path}`, explanation].filter(Boolean).join(': ') + attemptSuffix(attempts),
      cause === undefined ? {} : { cause },
    );
    this.status = status;
    this.method = method;
    this.path = path;
    this.attempts = attempts;
    this.rateLimit = readRateLimit(headers);
    this.#response = response;
    this.#body = body;
  }

  /**
   * Body of the response, unchanged: the parsed JSON, else its text; `undefined` if it is empty or could not be read.
   * Not enumerable, since loggers copy enumerable properties.
   */
  get body(): unknown {
    return this.#body;
  }

  /** Header fields of the response. Not enumerable. */
  get headers(): Headers {
    return this.#response.headers;
  }

  /** The response itself, with its body read. Not enumerable. */
  get response(): Response {
    return this.#response;
  }

  /** The message and the enumerable properties: no body, no header field and no secret. */
  toJSON(): Pick<ApiError, 'name' | 'message' | 'status' | 'method' | 'path' | 'attempts' | 'rateLimit'> {
    return { ...this, message: this.message };
  }
}

/**
 * Thrown when a call gets no complete response: `fetch` rejects in the last attempt, or the connection breaks within
 * the body of a 2xx. After an abort, the call rejects with the reason of the signal instead; after a timeout, with a
 * `TimeoutError`.
 *
 * The message reads `GET /token-exchange-profiles/{id}: the request failed (attempt 2)`. The platform's error, which
 * can name hosts and addresses, is only the `cause`.
 */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  /** Method of the caller's operation, in upper case. */
  readonly method: string;
  /** Path template of the caller's operation, without ids. */
  readonly path: string;
  /** Number of the attempt that failed: 1 for the first, 3 after two retries. */
  readonly attempts: number;
  /** The request that failed: `call` for the operation, `token` for the token request before it. */
  readonly during: 'call' | 'token';

  /** @param cause The platform's error. */
  constructor(call: { method: string; path: string; attempts: number; during: 'call' | 'token' }, cause: unknown) {
    const { method, path, attempts, during } = call;
    const request = during === 'token' ? 'token request' : 'request';
    super(`${method} ${path}: the ${request} failed${attemptSuffix(attempts)}`, { cause });
    this.method = method;
    this.path = path;
    this.attempts = attempts;
    this.during = during;
  }

  /** The message and the enumerable properties, without the cause. */
  toJSON(): Pick<NetworkError, 'name' | 'message' | 'method' | 'path' | 'attempts' | 'during'> {
    return { ...this, message: this.message };
  }
}
