import type { MaybeOptionalInit } from 'openapi-fetch';
import type { ApiError } from './errors.js';
import type { paths } from './generated/management.js';

/** The HTTP methods that an operation can have, except TRACE, because `fetch` cannot send it. */
export const METHODS = ['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'POST', 'PATCH'] as const;

type HttpMethod = Lowercase<(typeof METHODS)[number]>;

/**
 * A function that sends a request: `globalThis.fetch`, or a wrapper that observes or changes requests. The client calls
 * this function for every attempt and every token request. All attempts of a call have the same signal. The request of
 * a retry can be a clone of a request that was sent before.
 */
export type Fetch = (request: Request, init: { signal: AbortSignal }) => Promise<Response>;

/** Options of one call, next to `params` and `body`. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /**
   * Time limit of the full call in milliseconds. It includes the token request, all attempts, the delays between them,
   * and the time to read the body. After this time, the call rejects with a `DOMException` named `TimeoutError`. Its
   * message names the operation, the attempt and the activity:
   * `GET /token-exchange-profiles/{id} timed out after 60000 ms (attempt 2, waiting for the token endpoint)`.
   * @default 60_000
   */
  timeout?: number | undefined;
  /**
   * Number of retries; `0` disables retries. The client retries 429 for every method, and 502, 503, 504 and network
   * errors for idempotent methods only.
   * @default 2
   */
  retry?: number | undefined;
  /** Header fields of the request. `Authorization` is rejected, because the client sets this field from `auth`. */
  headers?: Record<string, string> | undefined;
}

/** The result of a call: `data` if the response is a readable 2xx response, otherwise `error`. */
export type Result<T> =
  | { data: T; error?: undefined; response: Response }
  | { data?: undefined; error: ApiError; response: Response };

type PathsWithMethod<M extends HttpMethod> = {
  [P in keyof paths]: paths[P] extends { [K in M]: unknown } ? P : never;
}[keyof paths];

type Init<P, M extends keyof P> = Pick<NonNullable<MaybeOptionalInit<P, M>>, 'params' | 'body'> & CallOptions;

type SuccessStatus<R> = keyof R extends infer S
  ? S extends number | string
    ? `${S}` extends `2${string}`
      ? S
      : never
    : never
  : never;
type JsonType = `${string}${'/' | '+'}json${'' | `;${string}`}`;
/** The type of the JSON content of a response; `unknown` if the document shows no JSON content. */
type Content<C> = [keyof C & JsonType] extends [never] ? unknown : C[keyof C & JsonType];
/**
 * The type of the data of one response. If the document shows no content, the type is `undefined` for an exact status,
 * and `unknown` for `default` or a range such as `2XX`.
 */
type ResponseData<S, R> = R extends { content: infer C } ? Content<C> : S extends number ? undefined : unknown;
/** The type of the data of an operation: the data of its 2xx responses or, if the document shows none, of `default`. */
type Data<O> = O extends { responses: infer R }
  ? [SuccessStatus<R>] extends [never]
    ? R extends { default: infer D }
      ? ResponseData<'default', D>
      : unknown
    : { [S in SuccessStatus<R> & keyof R]: ResponseData<S, R[S]> }[SuccessStatus<R> & keyof R]
  : never;

/**
 * The client of a tenant: one function for each HTTP method. A function accepts the path templates that have its method
 * in the OpenAPI document.
 */
export type ManagementClient = {
  readonly [M in HttpMethod as Uppercase<M>]: <P extends PathsWithMethod<M>>(
    path: P,
    ...init: undefined extends MaybeOptionalInit<paths[P], M> ? [init?: Init<paths[P], M>] : [init: Init<paths[P], M>]
  ) => Promise<Result<Data<paths[P][M]>>>;
};
