import type { DeprecatedPaths, paths } from '#generated/management.js';
import type { Content, RequestContent } from './content.js';
import type { ApiError } from './errors/errors.js';
import type { OperationError } from './errors/operation-error.js';
import type { Method } from './http-method.js';

type LowercaseMethod = Lowercase<Method>;

/** The purpose of a request, without ids and secrets, such as the name of a span. */
export interface RequestedOperation {
  /** `call` for an operation, `token` for a token request. */
  readonly kind: 'call' | 'token';
  /** Method in upper case; `POST` for a token request. */
  readonly method: string;
  /** Path template without ids; the path of the token URL for a token request. */
  readonly path: string;
  /** Number of the attempt, from 1; the same after a 401 with another token. */
  readonly attempt: number;
}

/**
 * A function that sends a request once: `globalThis.fetch`, or a wrapper. Called for every attempt and every token
 * request. `init.operation` is absent only if a custom token source omits it. The attempts of a call share a signal,
 * unless the call has an `attemptTimeout`.
 */
export type Fetch = (
  request: Request,
  init: { signal: AbortSignal; operation?: RequestedOperation },
) => Promise<Response>;

/** Header fields. A field that is `undefined` or `null` is absent, and removes no field of the client. */
export type HeaderFields = Headers | Readonly<Record<string, string | null | undefined>>;

/** Options of one call, next to `params` and `body`. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /**
   * Time limit of the full call in milliseconds, with token request, attempts, delays and the time to read the body
   * (not of a `Response` in `data`). After it, the call rejects with a `TimeoutError`.
   * @default 60_000
   */
  timeout?: number | undefined;
  /**
   * Time limit of one attempt in milliseconds, with the time to read the body; also of a token request. After it, the
   * attempt counts as a network error (`attempt_timeout`).
   * @default no limit
   */
  attemptTimeout?: number | undefined;
  /**
   * Number of retries; `0` disables them, also those of a pacer. 429 is retried for every method; 408, 502, 503, 504,
   * 520 to 527, 530 and network errors only for idempotent methods.
   * @default 2
   */
  retry?: number | undefined;
  /** For a call of a bulk job: with a pacer, other calls go first. */
  pace?: 'bulk' | undefined;
  /**
   * Header fields of the request, but not `Authorization`, which comes from `auth`, or fields that Fetch forbids, such
   * as `Host` and `Cookie`.
   */
  headers?: HeaderFields | undefined;
}

/** The result of a call: `data` for a readable 2xx response, otherwise `error`. */
export type Result<T, E extends ApiError = ApiError> =
  | { data: T; error?: undefined; response: Response }
  | { data?: undefined; error: E; response: Response };

type PathsWithMethod<Paths, M extends LowercaseMethod> = {
  [P in keyof Paths]: Paths[P] extends { [K in M]: unknown } ? P : never;
}[keyof Paths];

// The conditions compare tuples such as `[O]`. With a condition on `O` itself, the compiler would compare each argument
// with the arguments of all operations. With a large document, this takes seconds for each call.
type ParametersOf<O> = [O] extends [{ parameters: infer P }]
  ? Partial<P> extends P
    ? { params?: P }
    : { params: P }
  : unknown;

type Body<O> = [O] extends [{ requestBody: { content: infer C } }]
  ? { body: RequestContent<C> }
  : [O] extends [{ requestBody?: { content: infer C } | undefined }]
    ? unknown extends C
      ? { body?: never }
      : { body?: RequestContent<C> }
    : unknown;

type Init<O> = ParametersOf<O> & Body<O> & CallOptions;

type SuccessStatus<S> = S extends number | string ? (`${S}` extends `2${string}` ? S : never) : never;
/**
 * The type of the data of one response. If the document shows no content, the type is `undefined` for an exact status,
 * and `unknown` for `default` or a range such as `2XX`.
 */
type ResponseData<S, R> = R extends { content: infer C } ? Content<C> : S extends number ? undefined : unknown;
/**
 * The type of the data of an operation: the data of its 2xx responses. If the document shows no 2xx response, the type
 * is the data of the `default` response.
 */
type Data<O> = O extends { responses: infer R }
  ? [SuccessStatus<keyof R>] extends [never]
    ? R extends { default: infer D }
      ? ResponseData<'default', D>
      : unknown
    : { [S in SuccessStatus<keyof R>]: ResponseData<S, R[S]> }[SuccessStatus<keyof R>]
  : never;

type OperationOf<Item, M> = Item[M & keyof Item];

// These types have a member for each path, for functions that are generic over paths: the compiler can assign to
// `Inits<…>[P]` if `P` is a type parameter, but not to a conditional type such as `ParametersOf<…>`.
type Inits<Paths, M extends LowercaseMethod> = { [P in PathsWithMethod<Paths, M>]: Init<OperationOf<Paths[P], M>> };
type Datas<Paths, M extends LowercaseMethod> = { [P in PathsWithMethod<Paths, M>]: Data<OperationOf<Paths[P], M>> };
type CallErrors<Paths, M extends LowercaseMethod> = {
  [P in PathsWithMethod<Paths, M>]: OperationError<OperationOf<Paths[P], M>>;
};

type Need<I> = Partial<I> extends I ? 'optional' : 'required';
type Needs<Paths, M extends LowercaseMethod> = { [P in PathsWithMethod<Paths, M>]: Need<Inits<Paths, M>[P]> };

/**
 * The arguments of a call after the path. They are optional if the operation has no required parameter and no body. For
 * a union of paths, they are optional if they are for one path: the compiler checks the number of arguments of an
 * unknown path with the union of all paths, and the error must name the unknown path. If no path has the method, `N` is
 * `never`.
 */
type InitArguments<I, N extends 'optional' | 'required'> = { optional: [init?: I]; required: [init: I] }[[N] extends [
  never,
]
  ? 'optional'
  : N];

/** The function that calls the operations with one HTTP method. */
type ClientMethod<Paths, M extends LowercaseMethod> = <P extends PathsWithMethod<Paths, M>>(
  path: P,
  ...init: InitArguments<Inits<Paths, M>[P], Needs<Paths, M>[P]>
) => Promise<Result<Datas<Paths, M>[P], CallErrors<Paths, M>[P]>>;

/**
 * The overload of {@link ClientMethod} for deprecated operations. Editors strike through the calls that match the
 * overload.
 */
interface DeprecatedMethod<Paths, M extends LowercaseMethod, Deprecated> {
  /** @deprecated The OpenAPI document declares this operation deprecated. */
  // biome-ignore lint/style/useShorthandFunctionType: TypeScript reads @deprecated only before a call signature.
  <P extends PathsWithMethod<Paths, M> & Deprecated>(
    path: P,
    ...init: InitArguments<Inits<Paths, M>[P], Needs<Paths, M>[P]>
  ): Promise<Result<Datas<Paths, M>[P], CallErrors<Paths, M>[P]>>;
}

/**
 * The functions that call the operations of an OpenAPI document: one function for each HTTP method. `Paths` is the type
 * `paths` that openapi-typescript generates from the document. `Deprecated` has the path templates of the deprecated
 * operations by method. Only methods with deprecated operations have an overload, because overloads make the error
 * messages of the compiler longer.
 */
export type TypedCalls<Paths, Deprecated = Record<never, never>> = {
  readonly [M in LowercaseMethod as Uppercase<M>]: M extends keyof Deprecated
    ? DeprecatedMethod<Paths, M, Deprecated[M]> & ClientMethod<Paths, M>
    : ClientMethod<Paths, M>;
} & {
  /** Calls the operation with a method, for functions that are generic over methods. */
  request<M extends Method, P extends PathsWithMethod<Paths, Lowercase<M>>>(
    method: M,
    path: P,
    ...init: InitArguments<Inits<Paths, Lowercase<M>>[P], Needs<Paths, Lowercase<M>>[P]>
  ): Promise<Result<Datas<Paths, Lowercase<M>>[P], CallErrors<Paths, Lowercase<M>>[P]>>;
};

/**
 * The client of the API: a function for each HTTP method, whose first argument is a path template such as
 * `/items/{id}`.
 */
export type ManagementClient = TypedCalls<paths, DeprecatedPaths>;

/** The paths that have an operation with a method: `PathsWith<'GET'>`. */
export type PathsWith<M extends Method> = PathsWithMethod<paths, Lowercase<M>>;
/** The type of the options of a call: `InitOf<'/token-exchange-profiles/{id}', 'GET'>`. */
export type InitOf<Path extends PathsWith<M>, M extends Method> = Inits<paths, Lowercase<M>>[Path];
/** The type of the `data` of a call: `DataOf<'/token-exchange-profiles/{id}', 'GET'>`. */
export type DataOf<Path extends PathsWith<M>, M extends Method> = Datas<paths, Lowercase<M>>[Path];
/** The type of the `error` of a call: `ErrorOf<'/guardian/enrollments/{id}', 'DELETE'>`. */
export type ErrorOf<Path extends PathsWith<M>, M extends Method> = CallErrors<paths, Lowercase<M>>[Path];
