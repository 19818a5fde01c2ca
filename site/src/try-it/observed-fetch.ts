import type { Fetch } from 'tenant-management-client';

/** One request that the client sent: an attempt of the call, or of a token request. */
export interface Attempt {
  readonly request: Request;
  /** `undefined` if the request got no response. */
  readonly response: Response | undefined;
  readonly isTokenRequest: boolean;
  /** Whether the page injected the response or the network error. */
  readonly isInjected: boolean;
  /** Number of the attempt, from 1. Calls and token requests are counted separately. */
  readonly number: number;
  /** Whether the client repeats an attempt with a new token after a 401. The number of the attempt stays the same. */
  readonly hasNewToken: boolean;
  /** Milliseconds between the end of the previous request and the start of this request. */
  readonly delayMs: number;
  /** Milliseconds until the header fields of the response arrived. */
  readonly durationMs: number;
}

/** Options of `observeFetch`. */
export interface ObservedFetchOptions {
  /** Sends the requests that get no fault. */
  readonly send: Fetch;
  /** Base URL of the API. A request to any other URL is a token request, which gets no fault. */
  readonly baseUrl: string;
  readonly fault: Fault | undefined;
  /** Number of attempts that get the fault. */
  readonly times: number;
  /** Called after each request, before the client handles the response. */
  readonly onAttempt: (attempt: Attempt) => void;
}

/**
 * Creates the `fetch` function of the client for one call. The function reports each request, and injects a fault into
 * the first attempts of the call.
 */
export function observeFetch({ send, baseUrl, fault, times, onAttempt }: ObservedFetchOptions): Fetch {
  const sent = { call: 0, token: 0 };
  let isTokenRejected = false;
  let endedAt = performance.now();
  return async (request, init) => {
    const startedAt = performance.now();
    const delayMs = startedAt - endedAt;
    const isTokenRequest = !request.url.startsWith(baseUrl);
    const hasNewToken = !isTokenRequest && isTokenRejected;
    if (!hasNewToken) sent[isTokenRequest ? 'token' : 'call'] += 1;
    const number = sent[isTokenRequest ? 'token' : 'call'];
    const injected = isTokenRequest || number > times ? undefined : fault;
    let response: Response | undefined;
    try {
      response = injected === undefined ? await send(request, init) : injected.respond(Date.now());
      return response;
    } finally {
      endedAt = performance.now();
      if (!isTokenRequest) isTokenRejected = response?.status === 401;
      const isInjected = injected !== undefined;
      const durationMs = endedAt - startedAt;
      onAttempt({ request, response, isTokenRequest, isInjected, number, hasNewToken, delayMs, durationMs });
    }
  };
}

/** A fault that the page can inject into an attempt of a call. */
export interface Fault {
  /** Name in the list of faults; different for each fault. */
  readonly name: string;
  /** How the client reacts to the fault, in one or two sentences. */
  readonly reaction: string;
  /**
   * Creates the response of the attempt.
   *
   * @param now The current time in epoch milliseconds.
   * @throws TypeError If the fault is a broken connection, as `fetch` does.
   */
  readonly respond: (now: number) => Response;
}

/** Seconds until the rate limit resets: long enough to notice the delay, and short enough to wait for. */
const RESET_S = 1;

const failure = (status: number, error: string, message: string, headers: Record<string, string> = {}): Response =>
  Response.json({ statusCode: status, error, message }, { status, statusText: error, headers });

/** The faults, in the order of the list. */
export const faults: readonly Fault[] = [
  {
    name: '429 Too Many Requests',
    reaction:
      'The client waits until the time in X-RateLimit-Reset and sends the request again, for every method. After two retries, the client returns the error.',
    respond: (now) => {
      const seconds = Math.floor(now / 1000);
      return failure(429, 'Too Many Requests', 'Injected by this page', {
        Date: new Date(seconds * 1000).toUTCString(),
        'X-RateLimit-Limit': '5',
        'X-RateLimit-Remaining': '0',
        'X-RateLimit-Reset': String(seconds + RESET_S),
      });
    },
  },
  {
    name: '403 Forbidden',
    reaction: 'The client does not retry: with the same token, each attempt would get the same response.',
    respond: () => failure(403, 'Forbidden', 'Injected by this page: the token does not have the required scope'),
  },
  {
    name: 'HTML page with 200 OK',
    reaction:
      'Captive portals and proxies send such pages. The client returns an error instead of data, and does not retry.',
    respond: () =>
      new Response('<!doctype html><title>Sign in</title><p>Injected by this page', {
        statusText: 'OK',
        headers: { 'Content-Type': 'text/html' },
      }),
  },
  {
    name: 'Broken connection',
    reaction:
      'The client sends the request again, except for POST and PATCH, because the server may have performed the operation. After two retries, the client throws the error.',
    respond: () => {
      throw new TypeError('Injected by this page: the connection broke');
    },
  },
];
