import type { Pacing } from '../rate-limit/pacing.js';
import { type RateLimit, readRateLimit } from '../rate-limit/rate-limit.js';
import { type ErrorCode, type FailedCall, ManagementError } from './management-error.js';
import { platformCode } from './platform-code.js';
import { encodedForms, redactStart } from './redact.js';
import { serverText } from './server-text.js';

/** Returns the end of a message, such as ` (attempt 2)`; an empty string for the first attempt. */
const attemptSuffix = (attempts: number): string => (attempts > 1 ? ` (attempt ${attempts})` : '');

/** The codes of statuses that need their own handling. */
const STATUS_CODES: Readonly<Record<number, ErrorCode>> = {
  304: 'not_modified',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  429: 'rate_limited',
};

/** Returns the code of a response that is not 2xx. */
function statusCode(status: number): ErrorCode {
  const other = status < 400 ? 'redirect' : status < 500 ? 'client_error' : 'server_error';
  return STATUS_CODES[status] ?? other;
}

/**
 * The fields of an error body that can contain its message. The document does not show them: `message` is usual, and
 * `detail` and `title` are those of {@link https://www.rfc-editor.org/rfc/rfc9457#section-3.1 | RFC 9457 section 3.1}.
 */
const MESSAGE_FIELDS = ['message', 'detail', 'title'] as const;

/** Returns the message in an error body: the first field that is a non-empty string. */
const messageIn = (body: unknown): string =>
  MESSAGE_FIELDS.map((field) => Object(body)[field]).find((text) => typeof text === 'string' && text !== '') ?? '';

/** The reasons for which a 2xx response is an error, for the message. */
const REASONS = {
  not_json: 'the body is not JSON',
  not_object: 'the body is not a JSON object',
  empty_body: 'the body is empty',
} as const;

/** The code of a 2xx response that is an error. */
export type Unreadable = keyof typeof REASONS;

/**
 * The error of a call whose response is not a readable 2xx response. It is the `error` of the result, and `unwrap`
 * throws it.
 *
 * The message starts with the status, the method and the path template, for example `404 Not Found: GET /items/{id}`.
 * If the response body has a `message`, a `detail` or a `title`, that text follows. If the response is not from the
 * first attempt, the message ends with `(attempt 2)`. The client adds no id and no token. In the server's text, the
 * client removes control characters and replaces the access token that was sent; it cuts the text after 1,000
 * characters.
 */
export class ApiError extends ManagementError {
  override readonly name = 'ApiError';
  /** Status code of the response; 0 if a browser hides a redirect. */
  declare readonly status: number;
  declare readonly method: string;
  declare readonly path: string;
  /** Number of the attempt that resulted in this response: 1 for the first attempt, 3 after two retries. */
  declare readonly attempts: number;
  declare readonly maybePerformed: number;
  /** The numbers in the header fields of the rate limit; `undefined` if the response has none of them. */
  declare readonly rateLimit: RateLimit | undefined;
  readonly #response: Response;
  readonly #body: unknown;

  /**
   * @param call The call that failed; `token` is the access token that was sent, and `pacer` reads the rate limit.
   * @param details `unreadable` states why a 2xx response is an error; the message contains the reason instead of the
   *   server's message. `cause` is the platform's error if the body could not be read.
   */
  constructor(
    response: Response,
    call: FailedCall & { body: unknown; token?: string | undefined; pacer?: Partial<Pacing> | undefined },
    details: { unreadable?: Unreadable; cause?: unknown } = {},
  ) {
    const { status, statusText, headers } = response;
    const { method, path, attempts, body, token = '', pacer } = call;
    const { unreadable, cause } = details;
    const clean = (text: string) => serverText(redactStart(text, encodedForms(token), '[access token]'));
    const statusLine = `${status || 'Redirect not followed'} ${clean(statusText)}`.trim();
    const reason = body === null ? 'the body is null' : unreadable && REASONS[unreadable];
    const explanation = unreadable ? reason : clean(messageIn(body));
    super(
      [statusLine, `${method} ${path}`, explanation].filter(Boolean).join(': ') + attemptSuffix(attempts),
      unreadable ?? statusCode(status),
      call,
      cause,
    );
    this.status = status;
    this.rateLimit = (pacer?.readRateLimit ?? readRateLimit)(headers);
    this.#response = response;
    this.#body = body;
  }

  /**
   * Body of the response, unchanged: the parsed JSON, or the text if the body is not JSON. It is `undefined` if the
   * body is empty or could not be read. The property is not enumerable, because loggers copy enumerable properties.
   *
   * In the `error` of a call, comparing `status` narrows the type if the OpenAPI document shows a schema for the error.
   * The client does not check the body: a proxy can send another body, such as HTML.
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
}

/**
 * Thrown when a call gets no complete response: `fetch` rejects in the last attempt (`connection`), the connection breaks
 * while the body of a 2xx response is read (`cut_off`), or the last attempt takes longer than `attemptTimeout`
 * (`attempt_timeout`). A call that is aborted rejects with the reason of the signal instead, and a call that times out
 * rejects with a {@link TimeoutError}.
 *
 * The message reads `GET /items/{id}: the request failed (attempt 2)`. The message does not contain the text of the
 * platform's error, which can name hosts and addresses; that error is the `cause`.
 */
export class NetworkError extends ManagementError {
  override readonly name = 'NetworkError';
  declare readonly code: 'connection' | 'cut_off' | 'attempt_timeout';
  declare readonly method: string;
  declare readonly path: string;
  /** Number of the attempt that failed: 1 for the first attempt, 3 after two retries. */
  declare readonly attempts: number;
  declare readonly maybePerformed: number;
  /** The request that failed: `call` for the request of the operation, `token` for a token request. */
  declare readonly during: 'call' | 'token';

  /** @param cause The platform's error, if there is one. */
  constructor(call: FailedCall & Pick<NetworkError, 'during'> & Partial<Pick<NetworkError, 'code'>>, cause?: unknown) {
    const { method, path, attempts, during, code = 'connection' } = call;
    const request = during === 'token' ? 'token request' : 'request';
    const problem = code === 'attempt_timeout' ? 'exceeded attemptTimeout' : 'failed';
    const end = attemptSuffix(attempts) + platformCode(cause);
    super(`${method} ${path}: the ${request} ${problem}${end}`, code, call, cause);
    this.during = during;
  }
}

/**
 * The event that a call waits for. While a call waits for a custom token source, it is also `token_endpoint`, because
 * the client cannot find out what the token source does.
 */
export type Activity = 'token_endpoint' | 'rate_limit' | 'response' | 'body';

/**
 * Thrown when a call takes longer than its option `timeout`.
 *
 * The message reads `GET /items/{id} timed out after 60000 ms (attempt 2, waiting for the token endpoint)`. If the
 * request was never sent, it contains `not sent` instead of the attempt.
 *
 * If `signal` comes from `AbortSignal.timeout()`, the call throws the platform's `TimeoutError` instead: a
 * `DOMException` whose `code` is the number 23.
 */
export class TimeoutError extends ManagementError {
  override readonly name = 'TimeoutError';
  declare readonly code: 'timeout';
  declare readonly method: string;
  declare readonly path: string;
  /** Number of attempts; `0` if the request was never sent, so the tenant has not performed the operation. */
  declare readonly attempts: number;
  declare readonly maybePerformed: number;

  /** The event that the call waited for when it timed out. */
  declare readonly activity: Activity;

  /** @param timeout The option `timeout`, in milliseconds. */
  constructor(call: FailedCall, timeout: number, activity: Activity) {
    const { method, path, attempts } = call;
    const sent = attempts === 0 ? 'not sent' : `attempt ${attempts}`;
    const what = activity.replace('_', ' ');
    super(`${method} ${path} timed out after ${timeout} ms (${sent}, waiting for the ${what})`, 'timeout', call);
    this.activity = activity;
  }
}
