// The parts of the client that the suite uses, and how it calls them. The tests of an API pass the client to the suite.
import { type OperationEntry, otherJsonType } from 'tools-document/operations';
import type { TenantClient } from '../live/tenant.ts';
import type { ClientFetch } from '../recorder.ts';
import { isVerdict } from './call-rules.ts';

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

/**
 * Calls an operation that is known only at run time, so the compiler cannot check the path. If the media
 * type of a JSON request body is not `application/json`, the function sets `Content-Type`. If the client does not read
 * the body of the response, the function cancels this body.
 *
 * @throws Error If the call has no result. The error has only the message of the client's error.
 */
export async function callOperation(
  client: TestedClient,
  { method, path, operation }: Pick<OperationEntry, 'method' | 'path' | 'operation'>,
  init: { readonly params?: object; readonly body?: unknown; readonly headers?: object },
): Promise<ClientResult> {
  // The cast is safe if the path and the options match the document: the compiler cannot know them.
  const call = client[method as keyof TestedClient] as (path: string, init: object) => Promise<ClientResult>;
  const mediaType = init.body === undefined ? undefined : otherJsonType(operation.requestBody?.content);
  const headers = { ...(mediaType !== undefined && { 'Content-Type': mediaType }), ...init.headers };
  const result = await call(path, { ...init, headers }).catch((error: Error) => {
    if (isVerdict(error)) throw error;
    // The cause of an error can contain the response, and a reporter of the tests prints causes.
    throw new Error(error.message);
  });
  if (result.data instanceof Response) await result.data.body?.cancel();
  return result;
}
