// The parts of the client that the suite uses. The tests of an API pass the client to the suite.
import type { TenantClient } from '../live/tenant.ts';
import type { ClientFetch } from '../recorder.ts';

/** The error of a call whose response is not a success. */
export interface CallError extends Error {
  readonly status: number;
  readonly body?: unknown;
  readonly rateLimit?: unknown;
}

/** The result of a call: the data, or an error. */
export interface ClientResult {
  readonly data?: unknown;
  readonly error?: CallError | undefined;
  readonly response: Response;
}

/** A client, with a function for each method of HTTP. The parameters depend on the path, so they are not known here. */
export type TestedClient = Readonly<
  Record<'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE', (...args: never[]) => Promise<ClientResult>>
>;

export type TestedTokenSource = (request: {
  readonly origin: string;
  readonly fetch: ClientFetch;
  readonly signal: AbortSignal;
}) => string | Promise<string>;

export interface ClientOptions {
  readonly baseUrl: string;
  /** An access token, or the function that requests the token. */
  readonly auth: string | TestedTokenSource;
  readonly fetch?: ClientFetch;
  readonly retry?: number;
  /** Milliseconds after which a call fails. */
  readonly timeout?: number;
}

/** The class of the errors of a client. The suite creates no error, so the arguments do not matter. */
export type ErrorClass = abstract new (...args: never[]) => CallError;

/** The functions of the client under test. */
export interface ClientPackage {
  createClient(options: ClientOptions): TestedClient;
  clientCredentials(
    options: TenantClient & { readonly tokenUrl: string; readonly audience?: string },
  ): TestedTokenSource;
}
