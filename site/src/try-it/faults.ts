/** A fault that the page can inject into an attempt of a call. */
export interface TryItFault {
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
export const faults: readonly TryItFault[] = [
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
    name: '503 Service Unavailable',
    reaction:
      'The client sends the request again after a delay, except for POST and PATCH, because the server may have performed the operation. After two retries, the client returns the error.',
    respond: () => failure(503, 'Service Unavailable', 'Injected by this page'),
  },
  {
    name: '401 Unauthorized',
    reaction: 'The client gets another token and sends the request again, for every method, at most twice.',
    respond: () => failure(401, 'Unauthorized', 'Injected by this page: the token is not valid'),
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
