import type { Fetch } from './calls.js';

/** The argument of a token source. */
export interface TokenRequest {
  /** Origin of the tenant, such as `https://acme.example.com`. */
  readonly origin: string;
  /** The client's `allowHttp`: whether a token URL may have `http:`, also for a host that is not loopback. */
  readonly allowHttp?: boolean | undefined;
  /** The client's `fetch`, without an `Authorization` header field. */
  readonly fetch: Fetch;
  /**
   * The client's `headers`. They can contain secrets: send them only to `origin`. `clientCredentials` omits `Accept`
   * and `Content-*`.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborted when the call is aborted or reaches its timeout. */
  readonly signal: AbortSignal;
  /**
   * Milliseconds until the timeout of the call.
   * @default 60_000
   */
  readonly timeout?: number;
  /** Time limit of one attempt of a token request, in milliseconds. */
  readonly attemptTimeout?: number | undefined;
  /** The token that the API rejected with a 401. If it is returned again, the result is that 401. */
  readonly rejected?: string | undefined;
  /** Method of the call that needs the token, in upper case, for errors. */
  readonly method?: string;
  /** Path template of the call, without ids, for errors. */
  readonly path?: string;
  /**
   * Number of attempts of the call that the API may have performed before, for errors.
   * @default 0
   */
  readonly maybePerformed?: number;
}

/**
 * An access token, or a function that returns one. The client calls the function for each call, and again after a 401,
 * so the function decides how long it keeps a token.
 */
export type TokenSource = string | ((request: TokenRequest) => string | Promise<string>);
