import type { Fetch } from './calls.js';
import type { Deadline } from './deadline.js';
import { parseHttpDate } from './http-date.js';
import { readRateLimit } from './rate-limit.js';
import { delay } from './wait.js';

/** Retries of a call. Two outlast a deployment or a burst; more only delay the failure. */
export const DEFAULT_RETRY = 2;

/** Methods that must not be sent again if it is unknown whether the server acted: RFC 9110 section 9.2.2, RFC 5789. */
const NOT_IDEMPOTENT = ['POST', 'PATCH'];
/** The server refused to start: it did nothing, so every method may be sent again. */
const TOO_MANY_REQUESTS = 429;
/** A gateway failed, or the server is unavailable: it is unknown what the server did. */
const UNAVAILABLE = [502, 503, 504];
/** Spreads clients that received the same time from the server. */
const JITTER_MS = 250;
/** Upper limit of the first backoff; it doubles with each retry. */
const BACKOFF_MS = 500;
/** A reset above this is epoch milliseconds: as seconds it would be the year 33658. */
const EPOCH_MILLISECONDS = 1e12;
/** A reset above this is epoch seconds: as a delay it would be 31 years. */
const EPOCH_SECONDS = 1e9;

/** How one call sends its requests. */
export interface Sending {
  readonly fetch: Fetch;
  /** Maximum number of retries. */
  readonly retry: number;
  /** Whether a request may be sent again if it is unknown whether the server acted. */
  readonly isIdempotent: boolean;
  /** The number of the current attempt, from 1. Only {@link sendWithRetry} changes it. */
  attempts: number;
  /** Creates the error for a rejection of `fetch`. */
  readonly networkError: (cause: unknown) => Error;
}

/** Whether a request may be sent again if it is unknown whether the server acted. */
export const isIdempotent = (method: string): boolean => !NOT_IDEMPOTENT.includes(method);

/** Cancels the body of a response that is not read, so that its connection is free again. */
export function discard(response: Response): void {
  try {
    // The body of another implementation of fetch may have no `cancel`. The call ignores a failure to cancel.
    response.body?.cancel?.().catch(() => undefined);
  } catch {}
}

/**
 * Sends a request until its response is final. The client retries 429 for every method, and 502, 503, 504 and network
 * errors for idempotent methods only.
 *
 * @param createRequest Called for each attempt; an error that it throws is not retried.
 * @returns The last response, with any status.
 * @throws The reason of the signal; the network error of the last attempt; a `TypeError` if `fetch` does not resolve
 *   with a `Response`.
 */
export async function sendWithRetry(
  createRequest: () => Request | Promise<Request>,
  sending: Sending,
  deadline: Deadline,
): Promise<Response> {
  const { fetch, retry } = sending;
  for (;;) {
    const request = await createRequest();
    deadline.throwIfOver();
    let response: Response | undefined;
    let failure: Error | undefined;
    try {
      response = await fetch(request, { signal: deadline.signal });
    } catch (cause) {
      deadline.throwIfOver();
      failure = sending.networkError(cause);
    }
    if (failure === undefined && !isResponse(response)) throw new TypeError('fetch must resolve with a Response');
    const delayMs = sending.attempts <= retry ? retryDelay(response, sending) : undefined;
    if (delayMs === undefined || deadline.signal.aborted || delayMs >= deadline.timeLeft()) {
      if (response === undefined) throw failure;
      return response;
    }
    if (response !== undefined) discard(response);
    await delay(delayMs, deadline.signal);
    deadline.throwIfOver();
    sending.attempts += 1;
  }
}

/** Not `instanceof`: another implementation of fetch has its own class. */
function isResponse(value: Response | undefined): value is Response {
  const { status, headers, text } = Object(value);
  // These members are what the client and openapi-fetch use.
  return typeof status === 'number' && typeof headers?.get === 'function' && typeof text === 'function';
}

/**
 * Milliseconds until the next attempt: the delay that the server requests plus jitter, else exponential backoff with full
 * jitter; `undefined` if the request must not be sent again.
 */
function retryDelay(response: Response | undefined, { isIdempotent, attempts }: Sending): number | undefined {
  const status = response?.status;
  const isUnavailable = status === undefined || UNAVAILABLE.includes(status);
  if (status !== TOO_MANY_REQUESTS && !(isIdempotent && isUnavailable)) return undefined;
  const requested = response && requestedDelay(response);
  if (requested === undefined) return Math.random() * BACKOFF_MS * 2 ** (attempts - 1);
  return requested + Math.random() * JITTER_MS;
}

/**
 * Milliseconds that a response asks to wait, by `Retry-After`, else by `X-RateLimit-Reset`; `undefined` if it asks for
 * nothing, or for a time in the past.
 */
function requestedDelay({ status, headers }: Response): number | undefined {
  // A date is compared with the response's own `Date`, if it has one, so that a wrong local clock has no effect.
  const now = parseHttpDate(headers.get('Date')) ?? Date.now();
  // RFC 9110 section 10.2.3: seconds or a date.
  const retryAfter = headers.get('Retry-After') ?? '';
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const retryAt = parseHttpDate(retryAfter);
  if (retryAt !== undefined && retryAt >= now) return retryAt - now;
  // The reset belongs to the rate limit: it does not tell when a failed server is available again.
  const reset = status === TOO_MANY_REQUESTS ? readRateLimit(headers)?.reset : undefined;
  if (reset === undefined) return undefined;
  const delayMs = reset > EPOCH_MILLISECONDS ? reset - now : reset > EPOCH_SECONDS ? reset * 1000 - now : reset * 1000;
  return delayMs >= 0 ? delayMs : undefined;
}
