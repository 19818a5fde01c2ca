import type { Deadline } from '../deadline.js';
import { onAbort } from '../wait.js';

/** Most token requests in flight at the same time: if one of them hangs, the other one serves the calls. */
const MAX_IN_FLIGHT = 2;
/** Fraction of its timeout for which a call waits for another call's token request before it starts one itself. */
const WAIT_SHARE = 0.25;
/** Times that a call checks whether there is room for its request: after one, two and three quarters of its timeout. */
const CHECKS = 3;
/** Every runtime fires at once for a longer timer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** A request that is older than this multiple of a call's timeout makes room for the request of that call. */
const REPLACEABLE_AFTER = 2;

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
interface WaitingCall extends TokenCall {
  /** In milliseconds of `performance.now()`. */
  readonly end: number;
  /** `waiting`: for a request in flight; `impatient`: it may start a request; `started`: it has started one. */
  state: 'waiting' | 'impatient' | 'started';
  readonly resolve: (token: Token) => void;
  readonly reject: (error: unknown) => void;
}

/** A request in flight. */
interface RequestInFlight {
  readonly starter: WaitingCall;
  /** In milliseconds of `performance.now()`. */
  readonly startedAt: number;
  /** Aborts the request and ignores its result. */
  readonly end: () => void;
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
  const waiters = new Set<WaitingCall>();
  /** Oldest first. */
  const inFlight = new Set<RequestInFlight>();

  return (call) =>
    new Promise((resolve, reject) => {
      const waitMs = Math.min(call.timeout * WAIT_SHARE, LONGEST_TIMER_MS);
      let checks = 0;
      const checkForRoom = () => {
        checks += 1;
        if (waiter.state === 'started') return;
        waiter.state = 'impatient';
        if (checks < CHECKS) timer = setTimeout(checkForRoom, waitMs);
        startNext();
      };
      const leave = () => {
        clearTimeout(timer);
        removeCallback();
        waiters.delete(waiter);
        if (waiters.size === 0) for (const flight of [...inFlight]) flight.end();
      };
      const waiter: WaitingCall = {
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
      let timer = setTimeout(checkForRoom, waitMs);
      const removeCallback = onAbort(call.signal, () => waiter.reject(call.signal.reason));
      waiters.add(waiter);
      startNext();
    });

  /** Starts a request if none is in flight, or if there is room for the request of an impatient call. */
  function startNext(): void {
    const calls = [...waiters];
    const impatient = calls.find((call) => call.state === 'impatient' && makeRoom(call));
    const next = impatient ?? (inFlight.size === 0 ? calls[0] : undefined);
    if (next !== undefined) start(next);
  }

  /** Ends an old request if necessary. The oldest request is kept as long as the call that started it waits. */
  function makeRoom(call: WaitingCall): boolean {
    if (inFlight.size < MAX_IN_FLIGHT) return true;
    const flights = [...inFlight];
    const startedBefore = performance.now() - call.timeout * REPLACEABLE_AFTER;
    const old = flights.find(
      ({ starter, startedAt }, index) => startedAt <= startedBefore && (index > 0 || !waiters.has(starter)),
    );
    old?.end();
    return old !== undefined;
  }

  function start(starter: WaitingCall): void {
    starter.state = 'started';
    const controller = new AbortController();
    const { signal } = controller;
    const startedAt = performance.now();
    const end = () => {
      inFlight.delete(flight);
      controller.abort();
    };
    const flight: RequestInFlight = { starter, startedAt, end };
    inFlight.add(flight);
    // The waiting call with the latest deadline decides: a retry may be delayed as long as any call waits.
    const timeLeft = () => Math.max(...[...waiters].map((call) => call.end)) - performance.now();
    const throwIfOver = () => {
      signal.throwIfAborted();
      if (timeLeft() <= 0) throw new DOMException('No call waits for the token any more', 'TimeoutError');
    };
    const { rejected } = starter;
    requestToken({ deadline: { signal, timeLeft, throwIfOver }, timeout: starter.end - startedAt, rejected }).then(
      (token) => {
        // The token of a request that was ended before may be older than the current token.
        if (!inFlight.has(flight)) return;
        end();
        keepToken(token);
        for (const call of [...waiters]) {
          // A request that began before the refusal may return the refused token from a store: the call waits for another request.
          const isRefused = call.rejected === token.token && call.rejected !== rejected;
          if (!isRefused) call.resolve(token);
        }
        startNext();
      },
      (error) => {
        end();
        if (inFlight.size === 0) for (const call of [...waiters]) call.reject(error);
        else startNext();
      },
    );
  }
}
