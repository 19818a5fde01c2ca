import type { Fetch } from './calls.js';

/** The arguments of a token source. */
export interface TokenRequest {
  /** Origin of the tenant that the token is for, for example `https://acme.example.com`. */
  readonly origin: string;
  /** The client's `fetch`, without a token. */
  readonly fetch: Fetch;
  /** Aborted when the call that needs the token is aborted or times out. */
  readonly signal: AbortSignal;
  /**
   * Milliseconds that the call has left.
   * @default 60_000
   */
  readonly timeout?: number;
  /** The token that the API refused with 401. If the source returns it again, the call ends with that 401. */
  readonly rejected?: string | undefined;
}

/** An access token, or a function that returns one for each call and decides when to renew it. */
export type TokenSource = string | ((request: TokenRequest) => string | Promise<string>);
