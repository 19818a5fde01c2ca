import type { Deadline } from './deadline.js';
import { onAbort } from './wait.js';

/** Most token requests in flight at the same time: if one of them hangs, the other one serves the calls. */
const MAX_IN_FLIGHT = 2;
/** Fraction of its timeout for which a call waits for another call's token request before it starts one itself. */
const JOIN_SHARE = 0.25;
/** Lifetime of a token request, as a multiple of the timeout of the call that started it. */
const LIFETIME_FACTOR = 2;

/** An access token, and the time until which it is used, in milliseconds of `Date.now()`. */
export interface Token {
  readonly token: string;
  readonly freshUntil: number;
}

/** A call that needs a token. */
export interface TokenCall {
  readonly signal: AbortSignal;
  /** Milliseconds that the call has left. */
  readonly timeout: number;
  /** The token that the API refused. */
  readonly rejected: string | undefined;
}

/** The token request that a call starts. */
export interface StartedRequest {
  readonly deadline: Deadline;
  /** Milliseconds that the call had left when it started the request. */
  readonly timeout: number;
  /** The token that the API refused in the call that started the request. */
  readonly rejected: string | undefined;
}

/** A call while it waits. */
interface Waiter extends TokenCall {
  /** In milliseconds of `performance.now()`. */
  readonly end: number;
  /** `waiting`: for the request of another call; `impatient`: it may start one itself; `started`: it has done so. */
  state: 'waiting' | 'impatient' | 'started';
  readonly resolve: (token: Token) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Lets the calls that wait for a token share token requests; the first token serves all of them. A failure reaches them
 * when no other request is in flight. A request is aborted when no call waits any more.
 *
 * @param requestToken Obtains a token.
 * @param keepToken Receives each token that a request in flight obtained.
 * @returns Joins the request in flight, or starts one. It rejects with the reason of the call's signal.
 */
export function shareRequests(
  requestToken: (request: StartedRequest) => Promise<Token>,
  keepToken: (token: Token) => void,
): (call: TokenCall) => Promise<Token> {
  const waiters = new Set<Waiter>();
  /** For each request in flight, the function that ends it. */
  const inFlight = new Set<() => void>();

  return (call) =>
    new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        removeCallback();
        waiters.delete(waiter);
        if (waiters.size === 0) for (const end of [...inFlight]) end();
      };
      const waiter: Waiter = {
        ...call,
        end: performance.now() + call.timeout,
        state: 'waiting',
        resolve: (token) => {
          leave();
          resolve(token);
        },
        reject: (error) => {
          leave();
          reject(error);
        },
      };
      const timer = setTimeout(() => {
        if (waiter.state === 'waiting') waiter.state = 'impatient';
        startNext();
      }, call.timeout * JOIN_SHARE);
      const removeCallback = onAbort(call.signal, () => waiter.reject(call.signal.reason));
      waiters.add(waiter);
      startNext();
    });

  /** Starts a request if none is in flight, or if there is room for the request of an impatient call. */
  function startNext(): void {
    if (inFlight.size >= MAX_IN_FLIGHT) return;
    const calls = [...waiters];
    const next = calls.find(({ state }) => state === 'impatient') ?? (inFlight.size === 0 ? calls[0] : undefined);
    if (next !== undefined) start(next);
  }

  function start(waiter: Waiter): void {
    waiter.state = 'started';
    const controller = new AbortController();
    const { signal } = controller;
    const end = () => {
      clearTimeout(timer);
      inFlight.delete(end);
      controller.abort();
    };
    const timer = setTimeout(() => {
      end();
      startNext();
    }, waiter.timeout * LIFETIME_FACTOR);
    inFlight.add(end);
    // The waiting call with the latest deadline decides: a retry may be delayed as long as any call waits.
    const timeLeft = () => Math.max(...[...waiters].map((call) => call.end)) - performance.now();
    const throwIfOver = () => {
      signal.throwIfAborted();
      if (timeLeft() <= 0) throw new DOMException('No call waits for the token any more', 'TimeoutError');
    };
    requestToken({ ...waiter, deadline: { signal, timeLeft, throwIfOver } }).then(
      (token) => {
        // The token of a request that was ended before may be older than the current token.
        if (!inFlight.has(end)) return;
        end();
        keepToken(token);
        for (const call of [...waiters]) {
          // A request that began before the refusal may return the refused token from a store: the call waits for another request.
          const isRefused = call.rejected === token.token && call.rejected !== waiter.rejected;
          if (!isRefused) call.resolve(token);
        }
        startNext();
      },
      (error) => {
        if (!inFlight.has(end)) return;
        end();
        if (inFlight.size === 0) for (const call of [...waiters]) call.reject(error);
        else startNext();
      },
    );
  }
}
