import type { Activity, NetworkError } from './errors/errors.js';
import type { FailedCall } from './errors/management-error.js';

/** The progress of a call or of a token request, for its errors. Only the functions of this module change it. */
export interface CallProgress extends FailedCall, Pick<NetworkError, 'during'> {
  /** Number of 429s after which the call waited for the pacer or the brake again. */
  readonly refusals: number;
  readonly activity: Activity;
  /** The access token that was sent last. */
  readonly token: string | undefined;
}

// The changes are functions and not methods, because a bundle contains the names of methods.
type Changed = { -readonly [Name in keyof CallProgress]: CallProgress[Name] };

/** Creates the progress of a call or of a token request that was not sent yet. */
export const createProgress = (method: string, path: string, during: CallProgress['during']): CallProgress => ({
  method,
  path,
  during,
  attempts: 0,
  maybePerformed: 0,
  refusals: 0,
  activity: 'response',
  token: undefined,
});

export function waitFor(progress: Changed, activity: Activity): void {
  progress.activity = activity;
}

export function useToken(progress: Changed, token: string): void {
  progress.token = token;
}

/**
 * Counts an attempt that is about to be sent. After a 401, a call sends its request again with another token, which is
 * not another attempt.
 *
 * @param isRetry Whether the request is sent again for another reason.
 */
export function startAttempt(progress: Changed, isRetry: boolean): void {
  progress.activity = 'response';
  if (isRetry || progress.attempts === 0) progress.attempts += 1;
}

/**
 * Starts to wait for the pacer or the brake.
 *
 * @param isRefused Whether the previous attempt got a 429.
 */
export function waitForTurn(progress: Changed, isRefused: boolean): void {
  progress.activity = 'rate_limit';
  if (isRefused) progress.refusals += 1;
}

/**
 * Counts a request that the server may perform from now on, or takes it back with -1, because the server has not
 * performed it. A token request does not perform the operation of the call.
 */
export function countPerformed(progress: Changed, change: 1 | -1): void {
  if (progress.during === 'call') progress.maybePerformed += change;
}
