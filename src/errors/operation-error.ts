import type { ErrorContent } from '../content.js';
import type { ErrorKey, OtherStatus, StatusIn, StatusRange } from './error-status.js';
import type { ApiError } from './errors.js';

/**
 * An `ApiError` with a documented status. `body` has the type of the schema, or `unknown` without one or with content
 * other than JSON. The client does not check it: a proxy can send HTML, and an empty body is `undefined`.
 */
export type DocumentedError<Status extends number, ErrorBody> = ApiError & {
  readonly status: Status;
  readonly body: ErrorBody;
};
/**
 * A {@link DocumentedError} whose status is in a range such as `4XX`, or is described by `default`, and not in
 * `Except`.
 */
export type ErrorInRange<Range extends StatusRange, Except, ErrorBody> = ApiError & {
  readonly status: StatusIn<Range, Except>;
  readonly body: ErrorBody;
};
/** An `ApiError` with a status that is not documented. */
export type OtherError<Documented> = ApiError & { readonly status: OtherStatus<Documented>; readonly body: unknown };

/** The types of the bodies of error responses, by the keys of the responses. */
type ErrorBodiesOf<R> = { [K in keyof R as ErrorKey<K>]: ErrorContent<R[K]> };
type KeyWithSchema<Bodies> = { [K in keyof Bodies]: unknown extends Bodies[K] ? never : K }[keyof Bodies];
/** The error of one key. An exact status has priority over a range, and a range has priority over `default`. */
type ErrorOfKey<K, Keys, ErrorBody> = K extends number
  ? DocumentedError<K, ErrorBody>
  : K extends StatusRange
    ? ErrorInRange<K, Exclude<Keys, K | 'default'>, ErrorBody>
    : never;
type ErrorOfBodies<Bodies> = [KeyWithSchema<Bodies>] extends [never]
  ? ApiError
  : { [K in keyof Bodies]: ErrorOfKey<K, keyof Bodies, Bodies[K]> }[keyof Bodies] | OtherError<keyof Bodies>;

/**
 * The type of the `error` of an operation, such as `operations['listItems']`: `ApiError`, or a union that `status`
 * narrows if an error has a schema.
 */
export type OperationError<O> = [O] extends [{ responses: infer R }] ? ErrorOfBodies<ErrorBodiesOf<R>> : ApiError;
