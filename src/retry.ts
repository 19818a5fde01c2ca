import { readRateLimit } from './rate-limit.js';

/** Attempts after the first. Two ride out a deployment or a burst; more only delay the news. */
export const DEFAULT_RETRY = 2;

/** The only methods that may not be sent twice with the effect of once: RFC 9110 section 9.2.2, RFC 5789. */
const NOT_IDEMPOTENT = ['POST', 'PATCH'];
/** A refusal to begin: nothing was done, so every method may be sent again. */
const TOO_MANY_REQUESTS = 429;
/** A gateway that failed, a server that is away, or no response at all: what the server did before is unknown. */
const UNAVAILABLE = [502, 503, 504, undefined];
/** Spreads clients that were all told the same moment. */
const JITTER_MS = 250;
/** First backoff; each further one may be twice as long. */
const BACKOFF_MS = 500;
/** Above this a reset is epoch milliseconds: as seconds it would be the year 33658. */
const EPOCH_MILLISECONDS = 1e12;
/** Above this a reset is epoch seconds: as a delay it would be 31 years. */
const EPOCH_SECONDS = 1e9;

/** Any negative wait. */
const UNASKED = -1;

/** What the attempts of one call share. */
export interface Attempts {
  /** Number of the current attempt, from 1. */
  count: number;
  /** How many further attempts are allowed. */
  readonly retry: number;
  /** Whether the request may be repeated when it is unknown if the server acted. */
  idempotent: boolean;
  /** The call's deadline, in milliseconds of `Date.now()`: a wait that would pass it is not begun. */
  deadline: number;
  /** Ends a wait at once. */
  readonly signal: AbortSignal;
}

/** Whether a method may be repeated when it is unknown if the server acted. */
export const isIdempotent = (method: string): boolean => !NOT_IDEMPOTENT.includes(method);

/** Lets go of a response that nobody will read, so that its connection is free again. */
export function discard(response: Response): void {
  // Whether the rest of an unwanted body could be cancelled is of no consequence to the call.
  response.body?.cancel().catch(() => undefined);
}

/**
 * Sends until the answer stands: 429 is repeated for every method; 502, 503, 504 and a failed network for idempotent
 * ones.
 *
 * @returns The last response, whatever its status.
 * @throws What `send` threw last, or the reason of the signal.
 */
export async function repeat(send: () => Promise<Response>, attempts: Attempts): Promise<Response> {
  const { retry, signal } = attempts;
  for (; ; attempts.count += 1) {
    // Nothing is sent for a caller who was told that the call is over.
    signal.throwIfAborted();
    let response: Response | undefined;
    let status: number | undefined;
    let failure: unknown;
    try {
      response = await send();
      status = response.status;
    } catch (thrown) {
      failure = thrown;
    }
    const mayRepeat = status === TOO_MANY_REQUESTS || (attempts.idempotent && UNAVAILABLE.includes(status));
    const wait = mayRepeat && attempts.count <= retry && waitBefore(response, attempts.count);
    // A wait of 0 ms is a wait; false is none.
    if (wait === false || signal.aborted || Date.now() + wait >= attempts.deadline) {
      if (response === undefined) throw failure;
      return response;
    }
    if (response !== undefined) discard(response);
    await pause(wait, signal);
    // Where this timer and the deadline's are both late, as after a sleep, the deadline goes first.
    await pause(0, signal);
  }
}

/** Milliseconds to wait: what the server asked for plus jitter, else exponential backoff with full jitter. */
function waitBefore(response: Response | undefined, count: number): number {
  const asked = response === undefined ? UNASKED : askedWait(response);
  return asked >= 0 ? asked + Math.random() * JITTER_MS : Math.random() * BACKOFF_MS * 2 ** (count - 1);
}

/**
 * Milliseconds that a response asks to wait, by `Retry-After`, else by `X-RateLimit-Reset`; negative where it asks for
 * nothing, or for a moment that has passed.
 */
function askedWait({ status, headers }: Response): number {
  // The server's own clock where it tells the time, so that a wrong local clock does no harm.
  const now = Date.parse(headers.get('Date') ?? '') || Date.now();
  const after = headers.get('Retry-After') ?? '';
  // RFC 9110 section 10.2.3: seconds or a date. A date begins with a letter; Date.parse alone takes "-5" for one.
  if (/^\d+$/.test(after)) return Number(after) * 1000;
  if (/^[a-z]/i.test(after) && Date.parse(after) >= now) return Date.parse(after) - now;
  // The reset is that of the rate limit: it says nothing about when a failed server is back.
  const reset = (status === TOO_MANY_REQUESTS ? readRateLimit(headers)?.reset : undefined) ?? UNASKED;
  return reset > EPOCH_MILLISECONDS ? reset - now : reset * 1000 - (reset > EPOCH_SECONDS ? now : 0);
}

/**
 * Waits; an abort ends the wait at once. The signal is the call's own, with one wait at a time: a property in place of
 * a listener leaves nothing behind, however many waits there are.
 */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.onabort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
  });
