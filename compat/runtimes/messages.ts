// The messages between the test run and the program on a runtime.
import type { CallOutcome } from '../../test/faults/outcome.ts';

/** A call that the program makes. */
export interface CallTask {
  /** Base URL of a server that sends the faults. The token endpoint has the same origin. */
  readonly baseUrl: string;
  readonly method: string;
  readonly path: string;
  readonly options: { readonly params: object; readonly retry?: number; readonly body?: unknown };
  /** The access token, or the client credentials with which the client requests a token. */
  readonly auth: string | { readonly clientId: string; readonly clientSecret: string };
}

/** The observations of the program in a call. */
export interface CallReport {
  readonly outcome: CallOutcome;
  /** Class of the platform's error, which is the `cause` of the client's error. */
  readonly platformError?: string | undefined;
  /** The properties of a `NetworkError`. */
  readonly attempts?: number | undefined;
  readonly during?: string | undefined;
  /** Whether a text of the error contains a token or a client secret. */
  readonly leaks: boolean;
}
