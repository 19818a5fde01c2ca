import type { Fetch } from 'tenant-management-client';
import type { TryItFault } from './faults.ts';

/** One request that the client sent: an attempt of the call, or of a token request. */
export interface ObservedAttempt {
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

export interface ObservedFetchOptions {
  /** Sends the requests that get no fault. */
  readonly send: Fetch;
  /** Base URL of the API. A request to any other URL is a token request, which gets no fault. */
  readonly baseUrl: string;
  readonly fault: TryItFault | undefined;
  /** Number of requests that get the fault. */
  readonly times: number;
  /** Called after each request, before the client handles the response. */
  readonly onAttempt: (attempt: ObservedAttempt) => void;
}

/**
 * Creates the `fetch` function of the client for one call. The function reports each request, and injects a fault into
 * the first requests of the call.
 */
export function observeFetch({ send, baseUrl, fault, times, onAttempt }: ObservedFetchOptions): Fetch {
  const sent = { call: 0, token: 0 };
  let faults = 0;
  let isTokenRejected = false;
  let endedAt = performance.now();
  return async (request, init) => {
    const startedAt = performance.now();
    const delayMs = startedAt - endedAt;
    const isTokenRequest = !request.url.startsWith(baseUrl);
    const hasNewToken = !isTokenRequest && isTokenRejected;
    if (!hasNewToken) sent[isTokenRequest ? 'token' : 'call'] += 1;
    const number = sent[isTokenRequest ? 'token' : 'call'];
    const injected = isTokenRequest || faults >= times ? undefined : fault;
    if (injected !== undefined) faults += 1;
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
