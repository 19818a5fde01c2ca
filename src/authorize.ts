import type { Deadline } from './deadline.js';
import { NetworkError } from './errors.js';
import { checkToken } from './options.js';
import { discard, type SendContext, sendWithRetry } from './retry.js';
import type { TokenSource } from './token-source.js';

/**
 * Largest number of replacements of a refused token in one call: the first one can come from a shared store and can be
 * revoked too.
 */
const MAX_REPLACEMENTS = 2;

/**
 * The current activity of a call, which the message of its `TimeoutError` names. A call that waits for a custom token
 * source is also `waiting for the token endpoint`: the client does not know what the source does.
 */
export type Activity = 'waiting for the token endpoint' | 'waiting for the response' | 'reading the response';

/** The call that a request is sent for. */
export interface AuthorizedCall {
  readonly method: string;
  /** Path template of the operation. */
  readonly path: string;
  readonly auth: TokenSource;
  /** Origin of the tenant. */
  readonly origin: string;
  readonly hasBody: boolean;
  readonly sendContext: SendContext;
  readonly deadline: Deadline;
  /** Called when the activity changes. */
  readonly onActivity: (activity: Activity) => void;
}

/** A response, and the access token that was sent with its request. */
export interface AuthorizedResponse {
  readonly response: Response;
  readonly token: string;
}

/**
 * Sends a request with an access token. After a 401, it requests another token from the token source and sends the
 * request again; if the source returns the refused token, the function returns the 401.
 *
 * @throws The error of the token source; a `NetworkError`; the reason of the deadline's signal.
 */
export async function sendWithToken(request: Request, call: AuthorizedCall): Promise<AuthorizedResponse> {
  const { hasBody, sendContext, deadline, onActivity } = call;
  let isSent = false;

  const send = (token: string): Promise<Response> => {
    onActivity('waiting for the response');
    return sendWithRetry(
      () => {
        // A body can be read once, and observers must not see a sent request change. A first request without a body
        // needs no clone.
        const outgoing = hasBody || isSent ? request.clone() : request;
        isSent = true;
        outgoing.headers.set('Authorization', `Bearer ${token}`);
        return outgoing;
      },
      sendContext,
      deadline,
    );
  };

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

/** Returns the token that the token source returns, or the token that was passed as `auth`. */
async function obtainToken(call: AuthorizedCall, rejected: string | undefined): Promise<string> {
  const { method, path, auth, origin, sendContext, deadline, onActivity } = call;
  if (typeof auth !== 'function') return auth;
  onActivity('waiting for the token endpoint');
  const { signal } = deadline;
  try {
    const token = await auth({ origin, fetch: sendContext.fetch, signal, timeout: deadline.timeLeft(), rejected });
    return checkToken(token, 'auth must return');
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    // Calls share the token request, so the error names another method and path: replace them with those of this call.
    throw new NetworkError({ method, path, attempts: error.attempts, during: 'token' }, error.cause);
  }
}
