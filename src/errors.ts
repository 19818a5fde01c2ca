import { type RateLimit, readRateLimit } from './rate-limit.js';
import { encodedForms, redact } from './redact.js';
import { serverText } from './server-text.js';

/** Returns the end of a message, such as ` (attempt 2)`; an empty string for the first attempt. */
const attemptSuffix = (attempts: number): string => (attempts > 1 ? ` (attempt ${attempts})` : '');

/**
 * The error of a call whose response is not a readable 2xx response. It is the `error` of the result, and `unwrap`
 * throws it.
 *
 * The message starts with the status, the method and the path template, for example
 * `404 Not Found: GET /items/{id}`. If the response body has a `message`, that text follows. If the
 * response is not from the first attempt, the message ends with `(attempt 2)`. The client adds no id and no token. In
 * the server's text, the client removes control characters and replaces the access token that was sent; it cuts the
 * text after 1,000 characters.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Status code of the response; 0 if a browser hides a redirect. */
  readonly status: number;
  /** Method of the request, in upper case. */
  readonly method: string;
  /** Path template of the operation, without ids. */
  readonly path: string;
  /** Number of the attempt that resulted in this response: 1 for the first attempt, 3 after two retries. */
  readonly attempts: number;
  /** The numbers in the `X-RateLimit-*` header fields; `undefined` if the response has none of them. */
  readonly rateLimit: RateLimit | undefined;
  readonly #response: Response;
  readonly #body: unknown;

  /**
   * @param call The call that failed; `token` is the access token that was sent.
   * @param details `reason` explains why a 2xx response is an error; the message contains it instead of the server's
   *   message. `cause` is the platform's error if the body could not be read.
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
    // The document does not show the fields of error bodies, so use `message` only if it is a string.
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
   * Body of the response, unchanged: the parsed JSON, or the text if the body is not JSON. It is `undefined` if the
   * body is empty or could not be read. The property is not enumerable, because loggers copy enumerable properties.
   */
  get body(): unknown {
    return this.#body;
  }

  /** Header fields of the response. The property is not enumerable. */
  get headers(): Headers {
    return this.#response.headers;
  }

  /** The response itself. Its body was already read. The property is not enumerable. */
  get response(): Response {
    return this.#response;
  }

  /** Returns the message and the enumerable properties, without the body, header fields and secrets. */
  toJSON(): Pick<ApiError, 'name' | 'message' | 'status' | 'method' | 'path' | 'attempts' | 'rateLimit'> {
    return { ...this, message: this.message };
  }
}

/**
 * Thrown when a call gets no complete response: `fetch` rejects in the last attempt, or the connection breaks while the
 * body of a 2xx response is read. A call that is aborted rejects with the reason of the signal instead, and a call that
 * times out rejects with a `TimeoutError`.
 *
 * The message reads `GET /items/{id}: the request failed (attempt 2)`. The message does not contain
 * the text of the platform's error, which can name hosts and addresses; that error is the `cause`.
 */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  /** Method of the caller's operation, in upper case. */
  readonly method: string;
  /** Path template of the caller's operation, without ids. */
  readonly path: string;
  /** Number of the attempt that failed: 1 for the first attempt, 3 after two retries. */
  readonly attempts: number;
  /** The request that failed: `call` for the request of the operation, `token` for a token request. */
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

  /** Returns the message and the enumerable properties, without the cause. */
  toJSON(): Pick<NetworkError, 'name' | 'message' | 'method' | 'path' | 'attempts' | 'during'> {
    return { ...this, message: this.message };
  }
}
