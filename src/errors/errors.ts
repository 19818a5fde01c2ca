import type { Pacing } from '../rate-limit/pacing.js';
import { type RateLimit, readRateLimit } from '../rate-limit/rate-limit.js';
import { type ErrorCode, type FailedCall, ManagementError } from './management-error.js';
import { platformCode } from './platform-code.js';
import { redact } from './redact.js';
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
 * The error of a call whose response is not a readable 2xx response: the `error` of the result, which `unwrap` throws.
 *
 * The message has the status, the method and the path template, such as `404 Not Found: GET /items/{id}`; the
 * `message`, `detail` or `title` of the body, without control characters and the access token, cut after 1,000
 * characters; and `(attempt 2)` after a retry.
 */
export class ApiError extends ManagementError {
  override readonly name = 'ApiError';
  /** Status code of the response; 0 if a browser hides a redirect. */
  declare readonly status: number;
  declare readonly method: string;
  declare readonly path: string;
  declare readonly attempts: number;
  declare readonly maybePerformed: number;
  /** The numbers in the header fields of the rate limit, if there are any. */
  declare readonly rateLimit: RateLimit | undefined;
  readonly #response: Response;
  readonly #body: unknown;

  /**
   * @param call The call that failed; `token` is the access token that was sent.
   * @param unreadable Why a 2xx response is an error; the message contains the reason instead of the server's message.
   * @param cause The platform's error if the body could not be read.
   * @param pacer Reads the rate limit.
   */
  constructor(
    response: Response,
    call: FailedCall & { readonly token?: string | undefined },
    body: unknown,
    unreadable?: Unreadable,
    cause?: unknown,
    pacer?: Partial<Pacing>,
  ) {
    const { status, statusText, headers } = response;
    const { method, path, attempts, token = '' } = call;
    const clean = (text: string) => serverText(redact(text, [token], '[access token]'));
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
   * Body of the response: the parsed JSON, or the text if it is not JSON; `undefined` if it is empty or could not be
   * read. Not enumerable, because loggers copy enumerable properties.
   *
   * Comparing `status` narrows the type if the OpenAPI document shows a schema for the error. The client does not check
   * the body: a proxy can send HTML.
   */
  get body(): unknown {
    return this.#body;
  }

  /** Header fields of the response. Not enumerable. */
  get headers(): Headers {
    return this.#response.headers;
  }

  /** The response, whose body was already read. Not enumerable. */
  get response(): Response {
    return this.#response;
  }
}

/**
 * Thrown when a call gets no complete response: `fetch` rejects in the last attempt (`connection`), the body of a 2xx
 * breaks off (`cut_off`), or the last attempt exceeds `attemptTimeout` (`attempt_timeout`). An aborted call rejects
 * with the reason of the signal instead.
 *
 * The message reads `GET /items/{id}: the request failed (attempt 2)`. The platform's error, whose text can name hosts
 * and addresses, is the `cause`.
 */
export class NetworkError extends ManagementError {
  override readonly name = 'NetworkError';
  declare readonly code: 'connection' | 'cut_off' | 'attempt_timeout';
  declare readonly method: string;
  declare readonly path: string;
  declare readonly attempts: number;
  declare readonly maybePerformed: number;
  /** The request that failed: of the operation, or of a token. */
  declare readonly during: 'call' | 'token';

  /** @param cause The platform's error, if there is one. */
  constructor(
    call: FailedCall & Pick<NetworkError, 'during'>,
    cause?: unknown,
    code: NetworkError['code'] = 'connection',
  ) {
    const { method, path, attempts, during } = call;
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
 * The message reads `GET /items/{id} timed out after 60000 ms (attempt 2, waiting for the token endpoint)`, with
 * `not sent` instead of the attempt if the request was never sent.
 *
 * With a `signal` of `AbortSignal.timeout()`, the call throws the platform's `TimeoutError` instead, a `DOMException`.
 */
export class TimeoutError extends ManagementError {
  override readonly name = 'TimeoutError';
  declare readonly code: 'timeout';
  declare readonly method: string;
  declare readonly path: string;
  declare readonly attempts: number;
  declare readonly maybePerformed: number;

  /** The event that the call waited for: `token_endpoint`, `rate_limit`, `response` or `body`. */
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
