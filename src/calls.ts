import type { MaybeOptionalInit } from 'openapi-fetch';
import type { ApiError } from './errors.js';
import type { paths } from './generated/management.js';

/** The HTTP methods that an operation can have and a `Request` can carry: no `fetch` sends TRACE. */
export const METHODS = ['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'POST', 'PATCH'] as const;

type HttpMethod = Lowercase<(typeof METHODS)[number]>;

/**
 * The seam to the network: `globalThis.fetch`, or a function around it that sees or changes the traffic. All attempts of a
 * call carry the same signal; an attempt after the first may be a copy of the request that was sent before.
 */
export type Fetch = (request: Request, init: { signal: AbortSignal }) => Promise<Response>;

/** What a call may set beside `params` and `body`. */
export interface CallOptions {
  /** Ends the call at once; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /**
   * Milliseconds that the whole call may take: token, attempts, waits and the body. It then rejects with a
   * `TimeoutError`.
   * @default 60_000
   */
  timeout?: number | undefined;
  /**
   * Further attempts after the first; 0 is off.
   * @default 2
   */
  retry?: number | undefined;
  /** Header fields to send. `Authorization` is refused: it is the token source's. */
  headers?: Record<string, string> | undefined;
}

/** Resolves to either `data`, or `error` when the response is not a readable 2xx. */
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
/** The JSON of a response with content, `unknown` if the document has only content of other types. */
type Content<C> = [keyof C & JsonType] extends [never] ? unknown : C[keyof C & JsonType];
/** Data of one response. Without content, an exact status has no body; the body of a range or `default` is not shown. */
type ResponseData<S, R> = R extends { content: infer C } ? Content<C> : S extends number ? undefined : unknown;
/** Data of each documented 2xx, or of `default` if the document has no 2xx. */
type Data<O> = O extends { responses: infer R }
  ? [SuccessStatus<R>] extends [never]
    ? R extends { default: infer D }
      ? ResponseData<'default', D>
      : unknown
    : { [S in SuccessStatus<R> & keyof R]: ResponseData<S, R[S]> }[SuccessStatus<R> & keyof R]
  : never;

/** The typed calls: one method per HTTP method, taking the path templates of the OpenAPI document. */
export type ManagementClient = {
  readonly [M in HttpMethod as Uppercase<M>]: <P extends PathsWithMethod<M>>(
    path: P,
    ...init: undefined extends MaybeOptionalInit<paths[P], M> ? [init?: Init<paths[P], M>] : [init: Init<paths[P], M>]
  ) => Promise<Result<Data<paths[P][M]>>>;
};
