import type { Fetch } from './calls.js';
import type { Deadline } from './deadline.js';
import { parseHttpDate } from './http-date.js';
import { readRateLimit } from './rate-limit.js';
import { delay } from './wait.js';

/** Default number of retries: two outlast a deployment or a burst of calls; more only delay the failure. */
export const DEFAULT_RETRY = 2;

/** Methods that must not be sent again if it is unknown whether the server acted: RFC 9110 section 9.2.2, RFC 5789. */
const NOT_IDEMPOTENT = ['POST', 'PATCH'];
/** The server did not perform the operation, so every method may be sent again: RFC 6585 section 4. */
const TOO_MANY_REQUESTS = 429;
/** A gateway failed, or the server is unavailable: it is unknown whether the server performed the operation. */
const UNAVAILABLE = [502, 503, 504];
/** Upper limit of the jitter, in milliseconds: it spreads clients that received the same delay from the server. */
const JITTER_MS = 250;
/** Upper limit of the first backoff, in milliseconds; it doubles with each retry. */
const BACKOFF_MS = 500;
/** A reset above this number is in epoch milliseconds: as epoch seconds it would be in the year 33658. */
const EPOCH_MILLISECONDS = 1e12;
/** A reset above this number is in epoch seconds: as a delay in seconds it would be 31 years. */
const EPOCH_SECONDS = 1e9;

/** The settings and the state with which one call sends its requests. */
export interface SendContext {
  readonly fetch: Fetch;
  /** Maximum number of retries. */
  readonly retry: number;
  /** Whether a request may be sent again if it is unknown whether the server acted. */
  readonly isIdempotent: boolean;
  /** Number of the current attempt, from 1. Only {@link sendWithRetry} changes it. */
  attempts: number;
  /** Creates the error for a rejection of `fetch`. */
  readonly networkError: (cause: unknown) => Error;
}

/** Whether a request may be sent again if it is unknown whether the server acted. */
export const isIdempotent = (method: string): boolean => !NOT_IDEMPOTENT.includes(method);

/** Cancels the body of a response that is not read, so that its connection is free again. */
export function discard(response: Response): void {
  try {
    // In another implementation of fetch, the body may have no `cancel`. A failure to cancel is ignored.
    response.body?.cancel?.().catch(() => undefined);
  } catch {}
}

/**
 * Sends a request and retries it if necessary. The client retries 429 for every method, and 502, 503, 504 and network
 * errors for idempotent methods only.
 *
 * @param createRequest Called for each attempt; an error that it throws is not retried.
 * @returns The last response, with any status.
 * @throws The reason of the signal; the network error of the last attempt; a `TypeError` if `fetch` does not resolve
 *   with a `Response`.
 */
export async function sendWithRetry(
  createRequest: () => Request | Promise<Request>,
  sendContext: SendContext,
  deadline: Deadline,
): Promise<Response> {
  const { fetch, retry } = sendContext;
  for (;;) {
    const request = await createRequest();
    deadline.throwIfOver();
    let response: Response | undefined;
    let failure: Error | undefined;
    try {
      response = await fetch(request, { signal: deadline.signal });
    } catch (cause) {
      deadline.throwIfOver();
      failure = sendContext.networkError(cause);
    }
    if (failure === undefined && !isResponse(response)) throw new TypeError('fetch must resolve with a Response');
    const delayMs = sendContext.attempts <= retry ? retryDelay(response, sendContext) : undefined;
    if (delayMs === undefined || deadline.signal.aborted || delayMs >= deadline.timeLeft()) {
      if (response === undefined) throw failure;
      return response;
    }
    if (response !== undefined) discard(response);
    await delay(delayMs, deadline.signal);
    deadline.throwIfOver();
    sendContext.attempts += 1;
  }
}

/** Whether a value is a response. Not by `instanceof`, because another implementation of fetch has another class. */
function isResponse(value: Response | undefined): value is Response {
  const { status, headers, text } = Object(value);
  // These members are what the client and openapi-fetch use.
  return typeof status === 'number' && typeof headers?.get === 'function' && typeof text === 'function';
}

/**
 * Returns the milliseconds until the next attempt: the delay that the server requests plus jitter, otherwise
 * exponential backoff with full jitter; `undefined` if the request must not be sent again.
 */
function retryDelay(response: Response | undefined, { isIdempotent, attempts }: SendContext): number | undefined {
  const status = response?.status;
  const isUnavailable = status === undefined || UNAVAILABLE.includes(status);
  if (status !== TOO_MANY_REQUESTS && !(isIdempotent && isUnavailable)) return undefined;
  const requested = response && requestedDelay(response);
  if (requested === undefined) return Math.random() * BACKOFF_MS * 2 ** (attempts - 1);
  return requested + Math.random() * JITTER_MS;
}

/**
 * Returns the delay in milliseconds that a response requests by `Retry-After`, otherwise by `X-RateLimit-Reset`;
 * `undefined` if it requests no delay, or a time in the past.
 */
function requestedDelay({ status, headers }: Response): number | undefined {
  // A date is compared with the response's own `Date`, if it has one, so that a wrong local clock has no effect.
  const now = parseHttpDate(headers.get('Date')) ?? Date.now();
  // RFC 9110 section 10.2.3: seconds or a date.
  const retryAfter = headers.get('Retry-After') ?? '';
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const retryAt = parseHttpDate(retryAfter);
  if (retryAt !== undefined && retryAt >= now) return retryAt - now;
  // Only for 429: the reset of a rate limit does not tell when a failed server is available again.
  const reset = status === TOO_MANY_REQUESTS ? readRateLimit(headers)?.reset : undefined;
  if (reset === undefined) return undefined;
  const delayMs = reset > EPOCH_MILLISECONDS ? reset - now : reset > EPOCH_SECONDS ? reset * 1000 - now : reset * 1000;
  return delayMs >= 0 ? delayMs : undefined;
}
