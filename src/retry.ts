import type { Fetch } from './calls.js';
import { type Deadline, withDeadline } from './deadline.js';
import { NetworkError } from './errors/errors.js';
import { isBeforeSending, platformCodes } from './errors/platform-code.js';
import { withoutPrototype } from './options/members.js';
import { type CallProgress, countPerformed, startAttempt, waitForTurn } from './progress.js';
import type { OnResponse, Pacing } from './rate-limit/pacing.js';
import { requestedDelay } from './rate-limit/requested-delay.js';
import { RETRIED_STATUSES } from './retried-status.js';
import { delay } from './wait.js';

/**
 * Default number of retries. Two are enough for a short outage or a burst of calls; more would only delay the error.
 */
export const DEFAULT_RETRY = 2;

/**
 * A status for which the client retries every method, because the server has not performed the operation: RFC 6585
 * section 4.
 */
const TOO_MANY_REQUESTS = 429;
/**
 * Codes with which the functions `fetch` of the npm packages undici and node-fetch 3 reject the platform's `Request`,
 * and with which the platform's `fetch` rejects a dispatcher of another version of undici. A retry would fail too.
 */
const UNSUPPORTED_REQUEST = ['ERR_INVALID_URL', 'UND_ERR_INVALID_ARG'];
/** Upper limit of the jitter, in milliseconds. Jitter spreads the retries of clients that received the same delay. */
const JITTER_MS = 250;
/** Upper limit of the first backoff, in milliseconds. The limit doubles with each retry. */
const BACKOFF_MS = 500;

/** Whether a status is 4xx: the server has not performed the operation. */
export const isClientError = (status: number): boolean => status >= 400 && status < 500;

/** The settings of one call or one token request, and its progress. */
export interface SendContext {
  readonly fetch: Fetch;
  /** Maximum number of retries. */
  readonly retry: number;
  /** Time limit of one attempt in milliseconds. */
  readonly attemptTimeout: number | undefined;
  /** Whether the client may send a request again even if the server may already have performed the operation. */
  readonly isIdempotent: boolean;
  /** The pacer, or else the brake. A token request has neither: the API's rate limit does not apply to it. */
  readonly pacer: Pacing | undefined;
  /** Whether the call has `pace: 'bulk'`. */
  readonly isBulk: boolean;
  readonly progress: CallProgress;
}

/** Cancels the body of a response that the client does not read, so that the connection can be used again. */
export async function discard(response: Response | undefined): Promise<void> {
  try {
    // In other implementations of fetch, the body may have no `cancel`. Ignore an error of `cancel`: the response is
    // not needed.
    await response?.body?.cancel?.();
  } catch {}
}

/**
 * Sends the request of an attempt, and resolves with a response to read, of any status. If another attempt replaces the
 * response, the function rejects with it, so that nothing reads it.
 */
export type Send = (request: Request) => Promise<Response>;

/**
 * One attempt: creates a request, passes it to `send` once, and reads the response. An attempt rejects with the error of
 * `send`.
 */
type MakeAttempt<T> = (send: Send) => Promise<T>;

/**
 * Runs an attempt, and repeats it if necessary. The client retries 429 for every method, and {@link RETRIED_STATUSES}
 * and network errors before the header fields for idempotent methods only.
 *
 * @param attempt If it rejects with an error that is not a `NetworkError`, the function rejects without a retry.
 * @returns The result of the last attempt.
 * @throws The reason of the signal; the network error of the last attempt; a `TypeError` if `fetch` does not accept a
 *   `Request`, or does not resolve with a `Response`.
 */
export async function sendWithRetry<T>(
  attempt: MakeAttempt<T>,
  sendContext: SendContext,
  deadline: Deadline,
): Promise<T> {
  const { pacer: pacing, isBulk, progress } = sendContext;
  /** The previous attempt, if the client sends another one. */
  let repeated: RepeatedAttempt | undefined;
  try {
    for (;;) {
      deadline.throwIfOver();
      const refused = repeated?.refused;
      waitForTurn(progress, refused !== undefined);
      const { refusals } = progress;
      const entered = pacing?.enter({ deadline, isBulk, delayMs: refused && repeated?.delayMs, refusals });
      // Most calls do not have to wait. For them, `await` would only take time.
      const report = typeof entered === 'object' ? await entered : entered;
      // Only the deadline limits this read, because only the deadline can still abort the request of an ended attempt.
      if (refused && report === undefined) return await attempt(async () => refused);
      deadline.throwIfOver();
      discard(refused);
      startAttempt(progress, repeated !== undefined);
      const ended = await runAttempt(attempt, sendContext, deadline, report);
      if (ended.delayMs === undefined) return ended.result;
      repeated = ended;
      if (repeated.refused === undefined) await delay(repeated.delayMs, deadline.signal);
    }
  } catch (error) {
    // After an abort during a wait, the body of the 429 must not stay open.
    discard(repeated?.refused);
    throw error;
  }
}

/** The last attempt of a call. */
interface EndedAttempt<T> {
  readonly delayMs: undefined;
  readonly result: T;
}

/** An attempt that the client repeats. */
interface RepeatedAttempt {
  readonly delayMs: number;
  /** The 429 response, if the pacer or the brake decides when to send the next attempt. */
  readonly refused: Response | undefined;
}

/** Runs one attempt, which reads its response if no other attempt follows. */
async function runAttempt<T>(
  attempt: MakeAttempt<T>,
  sendContext: SendContext,
  deadline: Deadline,
  report: OnResponse | undefined,
): Promise<EndedAttempt<T> | RepeatedAttempt> {
  let response: Response | undefined;
  let repeated: RepeatedAttempt | undefined;
  try {
    const result = await withinAttempt(sendContext, deadline, (signal) =>
      attempt(async (request) => {
        deadline.throwIfOver();
        signal.throwIfAborted();
        response = await send(request, sendContext, deadline, signal);
        if (signal.aborted) {
          // A fetch that ignores its signal can respond after the next attempt has started.
          discard(response);
          throw signal.reason;
        }
        const delayMs = retryDelay(response, false, sendContext);
        report?.(response, delayMs);
        // The caller can abort the call while the pacer receives the response, whose body must not stay open.
        const refused = report && response.status === TOO_MANY_REQUESTS ? response : undefined;
        if (!signal.aborted) repeated = repeatAfter(delayMs, refused, sendContext, deadline);
        if (repeated === undefined) return response;
        if (refused === undefined) discard(response);
        throw response;
      }),
    );
    return { delayMs: undefined, result };
  } catch (error) {
    const isLost = error instanceof NetworkError && error.code !== 'cut_off';
    if (isLost) repeated ??= repeatAfter(retryDelay(response, true, sendContext), undefined, sendContext, deadline);
    if (repeated === undefined) throw error;
    return repeated;
  }
}

/**
 * Returns how the client repeats an attempt; `undefined` if it must not, because of `delayMs`, the deadline, or the number
 * of retries.
 */
function repeatAfter(
  delayMs: number | undefined,
  refused: Response | undefined,
  sendContext: SendContext,
  deadline: Deadline,
): RepeatedAttempt | undefined {
  if (delayMs === undefined) return undefined;
  // The pacer or the brake can send a refused request earlier than after this delay.
  const isInTime = (refused ? 0 : delayMs) < deadline.timeLeft();
  // A pacer resends a request after each 429 until the deadline, without using up a retry.
  const used = refused && sendContext.pacer?.resendsRefused ? 0 : retriesUsed(sendContext);
  return isInTime && used < sendContext.retry ? { delayMs, refused } : undefined;
}

/**
 * Runs a part of an attempt within the time limit of an attempt, if there is one.
 *
 * @throws {NetworkError} If the attempt takes longer; its code is `attempt_timeout`.
 */
function withinAttempt<T>(
  sendContext: SendContext,
  deadline: Deadline,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { attemptTimeout, progress } = sendContext;
  if (attemptTimeout === undefined) return run(deadline.signal);
  const timeoutError = () => new NetworkError(progress, undefined, 'attempt_timeout');
  // After the attempt, nothing aborts `signal`, but the deadline must still abort the reading of the response.
  return withDeadline(attemptTimeout, deadline.signal, timeoutError, ({ signal }) =>
    run(AbortSignal.any([signal, deadline.signal])),
  );
}

/**
 * Sends one request.
 *
 * @throws {NetworkError} If `fetch` rejects before the deadline.
 */
async function send(
  request: Request,
  sendContext: SendContext,
  deadline: Deadline,
  signal: AbortSignal,
): Promise<Response> {
  const { fetch, progress } = sendContext;
  const { method, path, during: kind, attempts: attempt } = progress;
  countPerformed(progress, 1);
  let response: unknown;
  try {
    const operation = { kind, method, path, attempt };
    response = await fetch(request, withoutPrototype({ signal, operation }));
  } catch (cause) {
    if (isBeforeSending(cause)) countPerformed(progress, -1);
    deadline.throwIfOver();
    const [code = ''] = platformCodes(cause);
    if (UNSUPPORTED_REQUEST.includes(code)) {
      const remedy = 'use globalThis.fetch, not the fetch of undici or node-fetch, and a dispatcher of undici 6 or 7';
      throw new TypeError(`fetch must send a Request of the platform, but rejected with ${code}; ${remedy}`, { cause });
    }
    throw new NetworkError(progress, cause);
  }
  if (!isResponse(response)) throw new TypeError('fetch must resolve with a Response');
  if (isClientError(response.status)) countPerformed(progress, -1);
  return response;
}

function retriesUsed({ progress: { attempts, refusals }, pacer }: SendContext): number {
  return attempts - 1 - (pacer?.resendsRefused ? refusals : 0);
}

/**
 * Whether a value is a response. The check does not use `instanceof`, because other implementations of fetch have their
 * own class.
 */
export function isResponse(value: unknown): value is Response {
  const { status, headers, text } = Object(value);
  // The client needs these members.
  return typeof status === 'number' && typeof headers?.get === 'function' && typeof text === 'function';
}

/**
 * Returns the delay before the next attempt in milliseconds, or `undefined` if the client must not send the request
 * again. The result is an exponential backoff with full jitter. If the server requests a longer delay, the result is that
 * delay plus jitter.
 */
function retryDelay(response: Response | undefined, isLost: boolean, sendContext: SendContext): number | undefined {
  const status = response?.status;
  const isUnavailable = isLost || RETRIED_STATUSES.includes(Number(status));
  if (status !== TOO_MANY_REQUESTS && !(sendContext.isIdempotent && isUnavailable)) return undefined;
  const share = Math.random();
  const requested = (response && requestedDelay(response)) ?? -Infinity;
  return Math.max(requested + share * JITTER_MS, share * BACKOFF_MS * 2 ** retriesUsed(sendContext));
}
