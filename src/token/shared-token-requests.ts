import type { Deadline } from '../deadline.js';
import type { TokenRequest } from '../token-source.js';
import { LONGEST_TIMER_MS, onAbort } from '../wait.js';

/**
 * Maximum number of token requests in flight at the same time. With two requests, the calls get a token even if one
 * request hangs.
 */
const MAX_IN_FLIGHT = 2;
/**
 * A call waits this fraction of its timeout for the token request of another call. Then it may start its own request. If
 * too many are in flight, it tries again after the same time, and when another request has ended.
 */
const WAIT_SHARE = 0.25;
/** If a request is older than this multiple of a call's timeout, the call may abort it and start its own request. */
const REPLACEABLE_AFTER = 2;

/** An access token, and the time until which it is used, in milliseconds of `Date.now()`. */
export interface Token {
  readonly token: string;
  readonly freshUntil: number;
}

export type TokenCall = Required<Pick<TokenRequest, 'signal' | 'timeout' | 'attemptTimeout' | 'rejected'>>;

/** A token request, with the settings of the call that started it. Its `timeout` is the time that the call then had. */
export interface StartedRequest extends Omit<TokenCall, 'signal'> {
  readonly deadline: Deadline;
}

interface WaitingCall extends TokenCall {
  /** Time when the call times out, in milliseconds of `performance.now()`. */
  readonly end: number;
  /** The timer that makes the call ready; cleared when the call has started a request, and at its timeout. */
  readonly timer: ReturnType<typeof setInterval>;
  /** Whether the call starts a request as soon as the number of requests in flight allows it. */
  isReady: boolean;
  /** Ends the wait with a result, which can be a rejected promise. */
  readonly settle: (result: Token | Promise<Token>) => void;
}

interface RequestInFlight {
  readonly starter: WaitingCall;
  /** Time when the request started, in milliseconds of `performance.now()`. */
  readonly startedAt: number;
  /** Aborts the request and ignores its result. */
  readonly end: () => void;
}

/** The requests in flight, and the calls that wait for one of their tokens. */
interface SharedRequests {
  readonly requestToken: (request: StartedRequest) => Promise<Token>;
  readonly keepToken: (token: Token) => void;
  readonly waitingCalls: Set<WaitingCall>;
  /** In the order in which they started. */
  readonly inFlight: Set<RequestInFlight>;
}

/**
 * Shares token requests among the calls that wait for a token: all calls get the first token that arrives. If a request
 * fails while no other request is in flight, all waiting calls reject with the error of this request. If it exceeded an
 * attempt timeout, only calls with the same or a shorter one reject. When no call waits any more, all requests in flight
 * are aborted.
 *
 * @param requestToken Sends one token request.
 * @param keepToken Receives each new token.
 * @returns A function that resolves with the token for a call. It waits for the request in flight, or starts a request.
 *   If the call is aborted, it rejects with the reason of the call's signal.
 */
export function shareRequests(
  requestToken: (request: StartedRequest) => Promise<Token>,
  keepToken: (token: Token) => void,
): (call: TokenCall) => Promise<Token> {
  const shared: SharedRequests = { requestToken, keepToken, waitingCalls: new Set(), inFlight: new Set() };
  return (call) => waitForToken(shared, call);
}

function waitForToken(shared: SharedRequests, call: TokenCall): Promise<Token> {
  const { waitingCalls, inFlight } = shared;
  return new Promise((resolve) => {
    const waitMs = Math.min(call.timeout * WAIT_SHARE, LONGEST_TIMER_MS);
    const end = performance.now() + call.timeout;
    const timer = setInterval(() => {
      waitingCall.isReady = performance.now() < end;
      if (!waitingCall.isReady) clearInterval(timer);
      startNext(shared);
    }, waitMs);
    const settle = (result: Token | Promise<Token>) => {
      clearInterval(timer);
      removeCallback();
      waitingCalls.delete(waitingCall);
      if (waitingCalls.size === 0) for (const request of [...inFlight]) request.end();
      resolve(result);
    };
    const waitingCall: WaitingCall = { ...call, end, timer, isReady: false, settle };
    const removeCallback = onAbort(call.signal, () => settle(Promise.reject(call.signal.reason)));
    waitingCalls.add(waitingCall);
    startNext(shared);
  });
}

/** Starts a request for the first call that is ready, or for the first call if no request is in flight. */
function startNext(shared: SharedRequests): void {
  const calls = [...shared.waitingCalls];
  const ready = calls.find((call) => call.isReady && makeRoom(shared, call));
  const next = ready ?? (shared.inFlight.size === 0 ? calls[0] : undefined);
  if (next !== undefined) startRequest(shared, next);
}

/**
 * Returns whether a call may start a request. If the limit is reached, the function aborts a request that is old
 * enough. It does not abort the oldest request while the call that started that request still waits.
 */
function makeRoom({ waitingCalls, inFlight }: SharedRequests, call: TokenCall): boolean {
  if (inFlight.size < MAX_IN_FLIGHT) return true;
  const requests = [...inFlight];
  const startedBefore = performance.now() - call.timeout * REPLACEABLE_AFTER;
  const old = requests.find(
    ({ starter, startedAt }, index) => startedAt <= startedBefore && (index > 0 || !waitingCalls.has(starter)),
  );
  old?.end();
  return old !== undefined;
}

function startRequest(shared: SharedRequests, starter: WaitingCall): void {
  const { waitingCalls, inFlight } = shared;
  clearInterval(starter.timer);
  starter.isReady = false;
  const controller = new AbortController();
  const { signal } = controller;
  const startedAt = performance.now();
  const end = () => {
    inFlight.delete(request);
    controller.abort();
  };
  const request: RequestInFlight = { starter, startedAt, end };
  inFlight.add(request);
  // The deadline of a request is the latest deadline of all waiting calls. Until then, the request can be retried.
  const timeLeft = () => Math.max(...[...waitingCalls].map((call) => call.end)) - performance.now();
  const throwIfOver = () => {
    // The calls themselves report their timeout, so the AbortError of this signal is enough.
    if (timeLeft() <= 0) end();
    signal.throwIfAborted();
  };
  const { attemptTimeout, rejected } = starter;
  // With a longer attempt timeout, a call can still get a token.
  const isFailed = (call: WaitingCall, error: unknown) =>
    Object(error).code !== 'attempt_timeout' || Number(call.attemptTimeout) <= Number(attemptTimeout);
  // If the process stalls, the request can start after the timeout of its call, and no timer may get a negative delay.
  const timeout = Math.max(starter.end - startedAt, 1);
  const requested = shared.requestToken({
    deadline: { signal, timeLeft, throwIfOver },
    timeout,
    attemptTimeout,
    rejected,
  });
  requested.then(
    (token) => {
      // Ignore the token of an aborted request: it may be older than the current token.
      if (!inFlight.has(request)) return;
      end();
      shared.keepToken(token);
      for (const call of [...waitingCalls]) {
        // The API may have rejected this token earlier in the same call: a request that started before the rejection
        // can still read the token from a store. The call then waits for another request.
        const isRejected = call.rejected === token.token && call.rejected !== rejected;
        if (!isRejected) call.settle(token);
      }
      startNext(shared);
    },
    (error) => {
      end();
      for (const call of [...waitingCalls]) if (inFlight.size === 0 && isFailed(call, error)) call.settle(requested);
      startNext(shared);
    },
  );
}
