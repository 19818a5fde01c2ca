import type { Deadline } from './deadline.js';
import { checkToken } from './options/value-checks.js';
import type { CoreResult } from './result.js';
import { discard, type SendContext, sendWithRetry } from './retry.js';
import type { TokenSource } from './token-source.js';

/**
 * Maximum number of times that one call replaces a rejected token. The first replacement can come from a shared store,
 * and the API can reject that token too.
 */
const MAX_REPLACEMENTS = 2;

/** A call whose requests need an access token. */
export interface AuthorizedCall extends SendContext {
  readonly auth: TokenSource;
  /** Origin of the tenant. */
  readonly origin: string;
  /** Header fields of the client, for the token source. */
  readonly clientHeaders: Readonly<Record<string, string>>;
  readonly body: BodyInit | null;
  /** The access token that was sent last. Only {@link sendWithToken} changes it. */
  token?: string;
}

/**
 * Sends a request with an access token. After a 401, the function gets another token from the token source and sends
 * the request again, at most twice. If the token source returns the rejected token again, the function returns the 401
 * response.
 *
 * @param read Reads the response.
 * @throws The error of the token source, or an error of {@link sendWithRetry}.
 */
export async function sendWithToken(
  request: Request,
  call: AuthorizedCall,
  deadline: Deadline,
  read: (response: Response) => Promise<CoreResult>,
): Promise<CoreResult> {
  let isSent = false;
  const isReplaceable = ({ status }: Response) => status === 401 && typeof call.auth === 'function';
  // A 401 is read only if no attempt with another token follows.
  const readAttempt = async (response: Response) => (isReplaceable(response) ? { response } : await read(response));

  const send = (token: string): Promise<CoreResult> => {
    call.token = token;
    const createRequest = () => {
      // Copy the request, because its body can be read only once, and because a request that was sent must not change:
      // a logger may have kept it. A first request without a body needs no copy.
      const outgoing = call.body !== null || isSent ? new Request(request, { body: call.body }) : request;
      isSent = true;
      outgoing.headers.set('Authorization', `Bearer ${token}`);
      return outgoing;
    };
    return sendWithRetry(createRequest, call, deadline, readAttempt);
  };

  let result = await send(await obtainToken(call, deadline));
  for (let replacements = 0; isReplaceable(result.response) && replacements < MAX_REPLACEMENTS; replacements += 1) {
    deadline.throwIfOver();
    const unauthorized = result.response;
    const replacement = await obtainToken(call, deadline).catch((error: unknown) => {
      discard(unauthorized);
      throw error;
    });
    if (replacement === call.token) break;
    discard(unauthorized);
    result = await send(replacement);
  }
  return isReplaceable(result.response) ? await read(result.response) : result;
}

/** Returns the access token that was passed as `auth`, or calls the token source. */
async function obtainToken(call: AuthorizedCall, deadline: Deadline): Promise<string> {
  const { method, path, auth, origin, fetch, clientHeaders: headers, attemptTimeout, token: rejected } = call;
  if (typeof auth !== 'function') return auth;
  call.activity = 'waiting for the token endpoint';
  const { signal } = deadline;
  deadline.throwIfOver();
  // Time passes after the check, and a timer must not get a negative delay.
  const timeout = Math.max(deadline.timeLeft(), 1);
  let token: unknown;
  try {
    const { maybePerformed } = call;
    token = await auth({
      origin,
      fetch,
      headers,
      signal,
      timeout,
      attemptTimeout,
      rejected,
      method,
      path,
      maybePerformed,
    });
  } catch (cause) {
    // openapi-fetch ignores a rejection with a falsy value.
    throw cause || new TypeError('auth must reject with an Error', { cause });
  }
  return checkToken(token, 'auth must return');
}
