import type { ErrorCode } from 'tenant-management-client';
import { type ItemOutcome, isMissingAnswer } from 'tenant-management-client/internal';
import type { CommandOperation } from './command-operation.js';
import { connectionNote } from './tenant/proxy-fetch.js';

/**
 * The outcome of an item, as in a job of the client, and two more with `--dry-run`.
 *
 * - `done`: the call succeeded
 * - `missing`: the item does not exist, and the operation deletes it or `--dry-run` reads it
 * - `failed`: any other error
 * - `exists`: with `--dry-run`, the item was read
 * - `unknown`: with `--dry-run`, the document has no operation that reads the item
 */
export type Outcome = Exclude<ItemOutcome, 'final'> | 'exists' | 'unknown';

export interface ItemResult {
  /** The id, or the values of all path parameters with spaces between them; `null` if the path has no parameter. */
  readonly id: string | null;
  readonly outcome: Outcome;
  readonly status?: number;
  /** Why the item is `missing` or `failed`. */
  readonly reason?: string;
  /** Number of attempts that the tenant may have performed although the call failed, if it is above 0. */
  readonly maybePerformed?: number;
  readonly data?: unknown;
}

export interface EndedCall {
  readonly id: string | null;
  /** The error of the result, or the error that the call has thrown. */
  readonly error: Error | undefined;
  /** Number of attempts that the tenant may have performed. */
  readonly maybePerformed: number;
  readonly data: unknown;
  readonly operation: CommandOperation;
  /** Whether the call only read the item, for `--dry-run`. */
  readonly isDryRun: boolean;
  /** Host name or base URL of the tenant. */
  readonly tenant: string;
}

export function itemResult(call: EndedCall): ItemResult {
  const { id, error, maybePerformed, data, operation, isDryRun } = call;
  if (error === undefined && isDryRun) return { id, outcome: 'exists' };
  if (error === undefined) return { id, outcome: 'done', ...(data !== undefined && { data: printable(data) }) };
  const status = statusOf(error);
  const isMissing = (isDryRun || operation.method === 'DELETE') && isMissingAnswer(error);
  return {
    id,
    outcome: isMissing ? 'missing' : 'failed',
    ...(status !== undefined && { status }),
    reason: isMissing ? error.message : failureReason(call, error),
    // A dry run only reads.
    ...(!isDryRun && maybePerformed > 0 && { maybePerformed }),
  };
}

/** Returns data, or a note for data of thousands of levels, with which JSON.stringify exceeds the stack. */
function printable(data: unknown): unknown {
  try {
    JSON.stringify(data);
    return data;
  } catch {
    return '(nested too deeply to print)';
  }
}

/** Returns the message of an error, with the remedy for denied credentials or for a request without response. */
export function explain(error: Error): string {
  const { code } = Object(error) as { readonly code?: ErrorCode };
  if (code !== 'token_denied' || statusOf(error) !== 401) return error.message + connectionNote(error);
  return `${error.message}; check the client id, and the client secret or the private key`;
}

/**
 * Returns why an item failed. If the error is a 404 without a JSON object, the reason names the address of the tenant,
 * because a wrong address is the most frequent cause.
 */
export function failureReason(
  { operation, isDryRun, tenant }: Pick<EndedCall, 'operation' | 'isDryRun' | 'tenant'>,
  error: Error,
): string {
  const reason = explain(error);
  const { code } = Object(error) as { readonly code?: ErrorCode };
  if (code === 'connection' || code === 'token_unavailable' || code === 'token_unusable') {
    return `${reason}; the address of the tenant is ${tenant}`;
  }
  // If the body of the response was cut off, the 404 can be the API's.
  const isForeign = statusOf(error) === 404 && error.cause === undefined;
  if (!isForeign || !(isDryRun || operation.method === 'DELETE')) return reason;
  return `${reason} (the body is not a JSON object: check the address of the tenant, ${tenant})`;
}

export function statusOf(error: unknown): number | undefined {
  const { status } = Object(error) as { status?: unknown };
  return typeof status === 'number' ? status : undefined;
}

/** Whether the tenant rejected a call with 401 or 403, or the token endpoint denied the credentials. */
export function isNotAllowed(error: unknown): boolean {
  const { code } = Object(error) as { readonly code?: ErrorCode };
  return code === 'unauthorized' || code === 'forbidden' || code === 'token_denied';
}
