// The messages between the test run and the program on a runtime.
import type { CallOutcome } from '../../test/faults/call-outcome.ts';

/** A call that the program makes. */
export interface CallTask {
  /** Base URL of a server that sends the faults. The token endpoint has the same origin. */
  readonly baseUrl: string;
  readonly method: string;
  readonly path: string;
  readonly options: {
    readonly params: object;
    readonly retry?: number | undefined;
    readonly timeout?: number | undefined;
    readonly body?: unknown;
  };
  /**
   * When the program aborts the call: before the call, when the server has received a request, or when `fetch` has
   * resolved with a response and the client uses the response.
   */
  readonly abort?: 'before' | 'request' | 'response' | undefined;
  /** The access token, or the client credentials with which the client requests a token. */
  readonly auth: string | { readonly clientId: string; readonly clientSecret: string };
}

/** The observations of the program in a call. */
export interface CallReport {
  readonly outcome: CallOutcome;
  /** Whether a text of the error contains a token or a client secret. */
  readonly leaks: boolean;
}

/** The settings of the smoke test, which calls a sandbox. */
export interface SmokeSettings {
  readonly baseUrl: string;
  readonly token: string;
  /** Id of a profile in the sandbox. */
  readonly profile: string;
  /** Ids of enrollments in the sandbox. */
  readonly enrollments: readonly string[];
  /** Whether the runtime can keep a journal in a file. */
  readonly hasFiles: boolean;
}
