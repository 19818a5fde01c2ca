import { deletePaths } from '#generated/delete-paths.js';
import type { Activity } from '../errors/errors.js';
import { isManagementError } from '../errors/management-error.js';
import { isIdempotent } from '../http-method.js';
import { isOfClass } from '../options/value-checks.js';
import { RETRIED_STATUSES } from '../retried-status.js';
import { isClientError } from '../retry.js';
import { isBulkError } from './bulk-error.js';

/**
 * The outcome of an item.
 *
 * - `done`: the call succeeded
 * - `missing`: the item to delete does not exist; the next run sends it again
 * - `final`: the call failed, and the option `isFinal` returned `true`
 * - `failed`: the call failed; the next run sends the item again
 */
export type ItemOutcome = 'done' | 'missing' | 'final' | 'failed';

/** Names of the errors that concern only one item, so the run continues. Every other thrown error stops the run. */
const ERRORS_OF_ONE_CALL = ['ApiError', 'NetworkError', 'TimeoutError'];

/** Status codes that the calls of all items would get: the credentials are not valid, or the token lacks a scope. */
const STATUSES_OF_EVERY_CALL = [401, 403];

/** The status code of an answer to a conditional request, which only a tenant that works sends: RFC 9110 section 15.4.5. */
const NOT_MODIFIED = 304;

/** The properties of an error that decide what a job does. The error can come from another copy of the package. */
type ErrorFacts = Readonly<
  Partial<
    Record<'name' | 'code' | 'status' | 'method' | 'path' | 'attempts' | 'maybePerformed' | 'during' | 'body', unknown>
  >
> & { readonly activity?: Activity };

const factsOf = (error: unknown): ErrorFacts => Object(error);

/** Whether an error that a function threw concerns only its item. */
export const isOfOneCall = (error: unknown): boolean =>
  // `AbortSignal.timeout()` rejects with a DOMException.
  (isManagementError(error) || isOfClass('DOMException', error)) &&
  (ERRORS_OF_ONE_CALL.includes(String(factsOf(error).name)) || isTokenEndpointDown(error));

/** Whether the token endpoint is overloaded or down, so that a later call can get a token. */
function isTokenEndpointDown(error: unknown): boolean {
  const { code, status } = factsOf(error);
  return code === 'token_unavailable' && (status === 408 || status === 429 || Number(status) >= 500);
}

/** Whether the calls of all items would get the same error. */
export const isOfEveryCall = (error: unknown): boolean =>
  STATUSES_OF_EVERY_CALL.includes(Number(factsOf(error).status));

export function isUnsent(error: unknown): boolean {
  const { attempts, during, name } = factsOf(error);
  // If the token request failed, `attempts` counts the token requests.
  return isOfOneCall(error) && (attempts === 0 || during === 'token' || name === 'TokenError');
}

/**
 * Returns the number of attempts of a call that the tenant may have performed. An error of another client does not
 * have this number: unless its status is a 4xx, the tenant may have performed its request.
 */
export function countMaybePerformed(error: unknown): number {
  const { maybePerformed, status } = factsOf(error);
  if (typeof maybePerformed === 'number') return maybePerformed;
  return error === undefined || error === null || isClientError(Number(status)) ? 0 : 1;
}

/** Returns the number of attempts that the tenant may have performed of a call that has stopped the run, or was aborted. */
export const performedBefore = (stop: unknown): number => (isBulkError(stop) ? countMaybePerformed(stop.cause) : 1);

/** Returns the number of attempts of a call. The property of a failed token request counts its own attempts. */
export function countAttempts(end: unknown): number {
  const { attempts } = factsOf(end);
  return isUnsent(end) ? 0 : typeof attempts === 'number' ? attempts : 1;
}

/** Whether an error is a 404 with a JSON object. A web server or a proxy sends another body. */
export function isMissingAnswer(error: unknown): boolean {
  const { status, body } = factsOf(error);
  return status === 404 && typeof body === 'object' && body !== null && !Array.isArray(body);
}

/** Whether an error means that the item to delete does not exist: a 404 with a JSON object to a DELETE of the document. */
export function isMissing(error: unknown): boolean {
  const { method, path } = factsOf(error);
  return isMissingAnswer(error) && method === 'DELETE' && deletePaths.includes(String(path));
}

/** Whether a call failed because it waited for the rate limit, so its error does not show an outage. */
export const isHeldBack = (error: unknown): boolean => factsOf(error).activity === 'rate_limit';

/**
 * Whether a failed call got a usable response: a 304 or a 4xx, except 408 and a 404 to a DELETE whose item is not
 * missing. The responses of the token endpoint are not usable. An error of the program itself, which has no status, does
 * not show an outage, so it counts as usable.
 */
export function isUsable(error: unknown): boolean {
  const { name, status, method } = factsOf(error);
  if (typeof status !== 'number') return name !== 'NetworkError' && name !== 'TimeoutError';
  if (name === 'TokenError') return false;
  if (status === 404 && method === 'DELETE') return isMissing(error);
  return status === NOT_MODIFIED || (isClientError(status) && !RETRIED_STATUSES.includes(status));
}

/**
 * Whether a job may make the call of an item once more: not after a usable response, for an error of another client, or
 * if another call could perform the operation a second time.
 */
export function isRepeatable(error: unknown): boolean {
  const { method, maybePerformed } = factsOf(error);
  return !isUsable(error) && typeof method === 'string' && (isIdempotent(method) || maybePerformed === 0);
}

export const isRefused = (error: unknown): boolean => factsOf(error).status === 429;

/**
 * Returns the outcome of a finished item for the journal: `ok`, the status code of the error, its name, or `error`. The
 * next run parses it, so it must be one word.
 */
export function journalWord(outcome: ItemOutcome, error: unknown): string {
  if (outcome === 'done') return 'ok';
  const { status } = factsOf(error);
  if (Number.isInteger(status) && Number(status) >= 100 && Number(status) <= 599) return String(status);
  return isOfOneCall(error) ? String(factsOf(error).name) : 'error';
}
