import type { Deadline } from '../deadline.js';
import { onAbort } from '../wait.js';

/**
 * Largest number of token requests in flight at the same time: if one of them hangs, the other one serves the calls.
 */
const MAX_IN_FLIGHT = 2;
/** Fraction of its timeout for which a call waits for another call's token request before it starts one itself. */
const WAIT_SHARE = 0.25;
/** Number of times that a call tries to start its request: after 1/4, 2/4 and 3/4 of its timeout. */
const MAX_TRIES = 3;
/** Longest delay of a timer: with a longer delay, a timer fires immediately in every runtime. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** A request that is older than this multiple of a call's timeout is aborted in favor of the request of that call. */
const REPLACEABLE_AFTER = 2;

/** An access token, and the time until which it is used, in milliseconds of `Date.now()`. */
export interface Token {
  readonly token: string;
  readonly freshUntil: number;
}

/** A call that needs a token. */
export interface TokenCall {
  readonly signal: AbortSignal;
  /** Milliseconds until the timeout of the call. */
  readonly timeout: number;
  /** The token that the API refused. */
  readonly rejected: string | undefined;
}

/** A token request that a call has started. */
export interface StartedRequest {
  readonly deadline: Deadline;
  /** Milliseconds until the timeout of the call that started the request, at that time. */
  readonly timeout: number;
  /** The token that the API refused in the call that started the request. */
  readonly rejected: string | undefined;
}

/** A call that waits for a token. */
interface WaitingCall extends TokenCall {
  /** Time of its timeout, in milliseconds of `performance.now()`. */
  readonly end: number;
  /** `waiting` for a request in flight; `ready` to start a request as soon as there is room; `started` a request. */
  state: 'waiting' | 'ready' | 'started';
  readonly resolve: (token: Token) => void;
  readonly reject: (error: unknown) => void;
}

/** A token request in flight. */
interface RequestInFlight {
  /** The call that started the request. */
  readonly starter: WaitingCall;
  /** Time of its start, in milliseconds of `performance.now()`. */
  readonly startedAt: number;
  /** Aborts the request and ignores its result. */
  readonly end: () => void;
}

/**
 * Shares token requests among the calls that wait for a token; the first token serves all of them. The calls reject
 * with the error of a failed request only when no other request is in flight. When no call is waiting, the requests are
 * aborted.
 *
 * @param requestToken Sends one token request.
 * @param keepToken Receives each new token.
 * @returns A function that a call waits for: it joins the request in flight, or starts a request. It rejects with the
 *   reason of the call's signal.
 */
export function shareRequests(
  requestToken: (request: StartedRequest) => Promise<Token>,
  keepToken: (token: Token) => void,
): (call: TokenCall) => Promise<Token> {
  const waitingCalls = new Set<WaitingCall>();
  /** Oldest first. */
  const inFlight = new Set<RequestInFlight>();

  return (call) =>
    new Promise((resolve, reject) => {
      const waitMs = Math.min(call.timeout * WAIT_SHARE, LONGEST_TIMER_MS);
      let attemptsToStart = 0;
      const checkForRoom = () => {
        attemptsToStart += 1;
        if (waitingCall.state === 'started') return;
        waitingCall.state = 'ready';
        if (attemptsToStart < MAX_TRIES) timer = setTimeout(checkForRoom, waitMs);
        startNext();
      };
      const leave = () => {
        clearTimeout(timer);
        removeCallback();
        waitingCalls.delete(waitingCall);
        if (waitingCalls.size === 0) for (const request of [...inFlight]) request.end();
      };
      const waitingCall: WaitingCall = {
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
      const removeCallback = onAbort(call.signal, () => waitingCall.reject(call.signal.reason));
      waitingCalls.add(waitingCall);
      startNext();
    });

  /** Starts a request if no request is in flight, or if a call is ready to start one and there is room for it. */
  function startNext(): void {
    const calls = [...waitingCalls];
    const ready = calls.find((call) => call.state === 'ready' && makeRoom(call));
    const next = ready ?? (inFlight.size === 0 ? calls[0] : undefined);
    if (next !== undefined) start(next);
  }

  /** Aborts an old request if necessary. The oldest request is kept while the call that started it waits. */
  function makeRoom(call: WaitingCall): boolean {
    if (inFlight.size < MAX_IN_FLIGHT) return true;
    const requests = [...inFlight];
    const startedBefore = performance.now() - call.timeout * REPLACEABLE_AFTER;
    const old = requests.find(
      ({ starter, startedAt }, index) => startedAt <= startedBefore && (index > 0 || !waitingCalls.has(starter)),
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
      inFlight.delete(request);
      controller.abort();
    };
    const request: RequestInFlight = { starter, startedAt, end };
    inFlight.add(request);
    // The latest timeout of the waiting calls: a retry may be delayed as long as any call waits.
    const timeLeft = () => Math.max(...[...waitingCalls].map((call) => call.end)) - performance.now();
    const throwIfOver = () => {
      signal.throwIfAborted();
      if (timeLeft() <= 0) throw new DOMException('No call waits for the token any more', 'TimeoutError');
    };
    const { rejected } = starter;
    requestToken({ deadline: { signal, timeLeft, throwIfOver }, timeout: starter.end - startedAt, rejected }).then(
      (token) => {
        // The request was aborted: its token may be older than the current token.
        if (!inFlight.has(request)) return;
        end();
        keepToken(token);
        for (const call of [...waitingCalls]) {
          // A request that started before the refusal can return the refused token from a store: this call waits for
          // another request.
          const isRefused = call.rejected === token.token && call.rejected !== rejected;
          if (!isRefused) call.resolve(token);
        }
        startNext();
      },
      (error) => {
        end();
        if (inFlight.size === 0) for (const call of [...waitingCalls]) call.reject(error);
        else startNext();
      },
    );
  }
}
