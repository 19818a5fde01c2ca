import type { Fetch } from './calls.js';

/** The argument of a token source. */
export interface TokenRequest {
  /** Origin of the tenant that the token is for, for example `https://acme.example.com`. */
  readonly origin: string;
  /** The client's `fetch`. It adds no `Authorization`. */
  readonly fetch: Fetch;
  /** Aborted when the call that needs the token is aborted or reaches its timeout. */
  readonly signal: AbortSignal;
  /**
   * Milliseconds until the timeout of the call.
   * @default 60_000
   */
  readonly timeout?: number;
  /** The token that the API refused with 401. If the source returns it again, the result of the call is that 401. */
  readonly rejected?: string | undefined;
}

/**
 * An access token, or a function that returns one. The client calls the function for each call, so the function decides
 * how long it keeps a token. If the call times out meanwhile, the error says `waiting for the token endpoint`.
 */
export type TokenSource = string | ((request: TokenRequest) => string | Promise<string>);
