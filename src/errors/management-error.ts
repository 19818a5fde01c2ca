/**
 * The codes of all errors of this package. Unlike a message, a code does not change between versions.
 *
 * An `ApiError`, by the status:
 * - `rate_limited` 429, `unauthorized` 401, `forbidden` 403, `not_found` 404, `client_error` other 4xx
 * - `server_error`: 5xx, or a status that HTTP does not define
 * - `not_modified`: 304
 * - `redirect`: a redirect, which is not followed
 * - `not_json`: a 2xx whose body is not JSON
 * - `not_object`: a 2xx whose body is not an object although the document shows one
 * - `empty_body`: a 2xx whose body is empty or `null` although the document shows one
 *
 * A `NetworkError`:
 * - `connection`: no response
 * - `cut_off`: the connection broke in the body of a 2xx
 * - `attempt_timeout`: the last attempt exceeded `attemptTimeout`
 *
 * A `TimeoutError`: `timeout`.
 *
 * A `TokenError`, by the response of the token endpoint:
 * - `token_denied`: 401, 403, or another 4xx with an OAuth error code
 * - `token_unavailable`: 408, 429, a 5xx, a redirect, or a 4xx without an OAuth error code
 * - `token_unusable`: a 2xx without a usable access token
 *
 * A `BulkError`:
 * - `outage`: the first or the last calls of a job got no usable response
 * - `no_progress`: the tenant accepted no request for too long
 * - `stopped`: an error stopped the run
 */
export type ErrorCode =
  | 'rate_limited'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'client_error'
  | 'server_error'
  | 'not_modified'
  | 'redirect'
  | 'not_json'
  | 'not_object'
  | 'empty_body'
  | 'connection'
  | 'cut_off'
  | 'attempt_timeout'
  | 'timeout'
  | 'token_denied'
  | 'token_unavailable'
  | 'token_unusable'
  | 'outage'
  | 'no_progress'
  | 'stopped';

/** The call of an error. */
export interface FailedCall {
  /** Method of the operation, in upper case. */
  readonly method: string;
  /** Path template of the operation, without ids. */
  readonly path: string;
  /** Number of attempts; `0` if the request was never sent. */
  readonly attempts: number;
  /** Number of attempts that the server may have performed. */
  readonly maybePerformed: number;
}

/** The JSON of an error: its message and its enumerable properties. */
export interface ErrorJson {
  readonly name: string;
  readonly message: string;
  readonly code: ErrorCode;
  readonly [property: string]: unknown;
}

/**
 * Marks the errors of every copy of this package in a program, because `instanceof` recognizes only those of one copy.
 */
const MARK = Symbol.for('tenant-management-client error 1');

/** The base class of all errors of this package, except `TypeError` for an invalid argument. */
export abstract class ManagementError extends Error {
  /** The reason of the failure: use it to tell failures apart. */
  declare readonly code: ErrorCode;
  /**
   * Method of the operation, in upper case. Present in the error of a call, as are `path`, `attempts` and
   * `maybePerformed`.
   */
  declare readonly method?: string;
  /** Path template of the operation, without ids. */
  declare readonly path?: string;
  /** Number of attempts; `0` if the request was never sent. For a failed token request, those of the token request. */
  declare readonly attempts?: number;
  /**
   * Number of attempts that the server may have performed: those with a network error, a 5xx, a redirect or an
   * unreadable 2xx, and the attempt in flight at a timeout. An attempt was not performed if it got a 4xx, even if the
   * body never arrived, or if the network error shows that nothing was sent, such as `ECONNREFUSED`. Attempts of a token
   * request do not count.
   */
  declare readonly maybePerformed?: number;

  /** @param cause The original error, if there is one. */
  constructor(message: string, code: ErrorCode, call?: FailedCall, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
    if (call === undefined) return;
    this.method = call.method;
    this.path = call.path;
    this.attempts = call.attempts;
    this.maybePerformed = call.maybePerformed;
  }

  /** Returns the message and the enumerable properties: no body, header field, cause or secret. */
  toJSON(): ErrorJson {
    const { name, message, code } = this;
    return { ...(this as object), name, message, code };
  }
}

Object.defineProperty(ManagementError.prototype, MARK, { value: true });

/** Whether a value is an error of this package, also of another copy of the package. */
export const isManagementError = (error: unknown): boolean => Object(error)[MARK] === true;
