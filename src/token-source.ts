import type { Fetch } from './calls.js';

/** The argument of a token source. */
export interface TokenRequest {
  /** Origin of the tenant that the token is for, for example `https://acme.example.com`. */
  readonly origin: string;
  /** The client's `fetch`. It adds no `Authorization` header field. */
  readonly fetch: Fetch;
  /**
   * The client's option `headers`. They can contain secrets of the tenant, so send them only to `origin`.
   * `clientCredentials` does this, except for `Accept` and `Content-*`.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborted when the call that needs the token is aborted or reaches its timeout. */
  readonly signal: AbortSignal;
  /**
   * Milliseconds until the timeout of the call.
   * @default 60_000
   */
  readonly timeout?: number;
  /** The call's option `attemptTimeout`: the time limit of one attempt of a token request, in milliseconds. */
  readonly attemptTimeout?: number | undefined;
  /**
   * The access token that the API rejected with a 401. If the token source returns this token again, the `error` of
   * the result is that 401.
   */
  readonly rejected?: string | undefined;
  /** Method of the call that needs the token, in upper case. The errors of `clientCredentials` contain it. */
  readonly method?: string;
  /** Path template of the call that needs the token, without ids. The errors of `clientCredentials` contain it. */
  readonly path?: string;
  /**
   * Number of attempts of the call that the API may have performed before this token request. The errors of
   * `clientCredentials` contain it.
   * @default 0
   */
  readonly maybePerformed?: number;
}

/**
 * An access token, or a function that returns one. The client calls the function for each call, and again after a 401.
 * So the function decides how long it keeps a token. If the call times out while the function runs, the message of the
 * `TimeoutError` contains `waiting for the token endpoint`.
 */
export type TokenSource = string | ((request: TokenRequest) => string | Promise<string>);
