import type { Operation } from '../operation.js';
import type { CallResult } from '../tenant/connection.js';

/** Whether a 404 means that the item is missing: only if the call deletes the item, or reads it for `--dry-run`. */
const canBeMissing = ({ method }: Operation, isDryRun: boolean): boolean => isDryRun || method === 'DELETE';

/**
 * Checks the body of a 404 that would count as missing. If the body is not a JSON object, the response may come from a
 * web server or a proxy and not from the API, so the function replaces the error. The new error has no `status`, so the
 * journal does not record the item as finished.
 */
export function checkMissing(result: CallResult, operation: Operation, isDryRun: boolean): CallResult {
  const { error } = result;
  if (error === undefined || statusOf(error) !== 404 || !canBeMissing(operation, isDryRun)) return result;
  const { body } = error as { body?: unknown };
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return result;
  const message = `${error.message}: the body of the response is not a JSON object, so a web server or a proxy may have sent it; check the base URL of the tenant`;
  return { error: new Error(message, { cause: error }) };
}

/**
 * The outcome of an item.
 *
 * - `done`: the call succeeded
 * - `missing`: the item to delete does not exist (404 with a JSON object)
 * - `failed`: any other error
 * - `exists`: with `--dry-run`, the item was read
 * - `unknown`: with `--dry-run`, the document has no operation that reads the item
 */
export type Outcome = 'done' | 'missing' | 'failed' | 'exists' | 'unknown';

/** The result of one item. */
export interface ItemResult {
  /** The id, or the values of all path parameters with spaces between them; `null` if the path has no parameter. */
  readonly id: string | null;
  readonly outcome: Outcome;
  /** Status code of the response, if the call failed with a response. */
  readonly status?: number;
  /** Why the item is `missing` or `failed`. */
  readonly reason?: string;
  /** Body of the response, if it has one. */
  readonly data?: unknown;
}

/** A call that has ended. */
export interface EndedCall {
  /** The id of the item. */
  readonly id: string | null;
  /** The error of the result, or the error that the call has thrown. */
  readonly error: Error | undefined;
  readonly data: unknown;
  readonly operation: Operation;
  /** Whether the call only read the item, for `--dry-run`. */
  readonly isDryRun: boolean;
}

/** Returns the result of the item of a call. */
export function itemResult({ id, error, data, operation, isDryRun }: EndedCall): ItemResult {
  if (error === undefined && isDryRun) return { id, outcome: 'exists' };
  if (error === undefined) return { id, outcome: 'done', ...(data !== undefined && { data }) };
  // The cause is the error that `checkMissing` has replaced.
  const status = statusOf(error) ?? statusOf(error.cause);
  const isMissing = statusOf(error) === 404 && canBeMissing(operation, isDryRun);
  return {
    id,
    outcome: isMissing ? 'missing' : 'failed',
    ...(status !== undefined && { status }),
    reason: reasonOf(error),
  };
}

/** Returns the status code of an error, or `undefined` if the error has none. */
export function statusOf(error: unknown): number | undefined {
  const { status } = Object(error) as { status?: unknown };
  return typeof status === 'number' ? status : undefined;
}

/** Returns the message of an error, with the error code of the platform, such as `ECONNREFUSED`. */
export function reasonOf(error: Error): string {
  for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== undefined) return `${error.message} (${code})`;
  }
  return error.message;
}

/** Whether an error means that the tenant sent no response, an unreadable 2xx, a redirect or a 5xx. */
export function isNoResponse(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined || status < 400 || status >= 500;
}
