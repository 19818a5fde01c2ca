import type { Activity } from './activity.js';
import type { Deadline } from './deadline.js';
import { checkToken } from './options.js';
import { discard, type SendContext, sendWithRetry } from './retry.js';
import type { TokenSource } from './token-source.js';

/**
 * Maximum number of times that one call replaces a rejected token. The first replacement can come from a shared store,
 * and the API can reject that token too.
 */
const MAX_REPLACEMENTS = 2;

/** The call for which a request is sent. */
export interface AuthorizedCall {
  readonly method: string;
  /** Path template of the operation. */
  readonly path: string;
  readonly auth: TokenSource;
  /** Origin of the tenant. */
  readonly origin: string;
  readonly body: BodyInit | null;
  readonly sendContext: SendContext;
  readonly deadline: Deadline;
  /** Called when the activity changes. */
  readonly onActivity: (activity: Activity) => void;
}

/** A response, and the access token that was sent in its request. */
export interface AuthorizedResponse {
  readonly response: Response;
  readonly token: string;
}

/**
 * Sends a request with an access token. After a 401, the function gets another token from the token source and sends
 * the request again, at most twice. If the token source returns the rejected token again, the function returns the 401
 * response.
 *
 * @throws The error of the token source, or an error of {@link sendWithRetry}.
 */
export async function sendWithToken(request: Request, call: AuthorizedCall): Promise<AuthorizedResponse> {
  const { body, sendContext, deadline, onActivity } = call;
  let isSent = false;

  const send = (token: string): Promise<Response> =>
    sendWithRetry(
      () => {
        onActivity('waiting for the response');
        // Copy the request, because its body can be read only once, and because a request that was sent must not change:
        // a logger may have kept it. A first request without a body needs no copy.
        const outgoing = body !== null || isSent ? new Request(request, { body }) : request;
        isSent = true;
        outgoing.headers.set('Authorization', `Bearer ${token}`);
        return outgoing;
      },
      sendContext,
      deadline,
    );

  let token = await obtainToken(call, undefined);
  let response = await send(token);
  for (let replacements = 0; response.status === 401 && replacements < MAX_REPLACEMENTS; replacements += 1) {
    deadline.throwIfOver();
    const refused = response;
    const replacement = await obtainToken(call, token).catch((error: unknown) => {
      discard(refused);
      throw error;
    });
    if (replacement === token) break;
    discard(refused);
    token = replacement;
    response = await send(token);
  }
  return { response, token };
}

/** Returns the access token that was passed as `auth`, or calls the token source. */
async function obtainToken(call: AuthorizedCall, rejected: string | undefined): Promise<string> {
  const { method, path, auth, origin, sendContext, deadline, onActivity } = call;
  if (typeof auth !== 'function') return auth;
  onActivity('waiting for the token endpoint');
  const { fetch } = sendContext;
  const { signal } = deadline;
  deadline.throwIfOver();
  // Time passes after the check, and a timer must not get a negative delay.
  const timeout = Math.max(deadline.timeLeft(), 1);
  const token = await (async () => auth({ origin, fetch, signal, timeout, rejected, method, path }))().catch(
    (cause) => {
      // openapi-fetch ignores a rejection with a falsy value.
      throw cause || new TypeError('auth must reject with an Error', { cause });
    },
  );
  return checkToken(token, 'auth must return');
}
