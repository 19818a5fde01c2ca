import type { Deadline } from './deadline.js';
import { checkToken } from './options/value-checks.js';
import { useToken, waitFor } from './progress.js';
import { discard, isResponse, type Send, type SendContext, sendWithRetry } from './retry.js';
import type { TokenRequest, TokenSource } from './token-source.js';

/**
 * Maximum number of times that one call replaces a rejected token. The first replacement can come from a shared store,
 * and the API can reject that token too.
 */
const MAX_REPLACEMENTS = 2;

/** The settings of a call whose requests need an access token, and its progress. */
export interface AuthorizedCall extends SendContext {
  readonly auth: TokenSource;
  /** The options of the client that its token source gets. */
  readonly tenant: Pick<TokenRequest, 'origin' | 'allowHttp' | 'headers'>;
}

/**
 * Runs an attempt with an access token. After a 401, the function gets another token from the token source and repeats
 * the attempt, at most twice. If the token source returns the rejected token again, the attempt reads the 401 response.
 *
 * @throws The error of the token source, or an error of {@link sendWithRetry}.
 */
export async function sendWithToken<T>(
  attempt: (token: string, send: Send) => Promise<T>,
  call: AuthorizedCall,
  deadline: Deadline,
): Promise<T> {
  let token = await obtainToken(call, deadline);
  for (let replacements = 0; ; replacements += 1) {
    const isLast = typeof call.auth !== 'function' || replacements === MAX_REPLACEMENTS;
    useToken(call.progress, token);
    try {
      return await sendWithRetry(
        (send) =>
          attempt(token, async (request) => {
            const response = await send(request);
            if (response.status === 401 && !isLast) throw response;
            return response;
          }),
        call,
        deadline,
      );
    } catch (unauthorized) {
      if (!isResponse(unauthorized)) throw unauthorized;
      const replacement = await obtainToken(call, deadline).catch((error: unknown) => {
        discard(unauthorized);
        throw error;
      });
      if (replacement === token) return await attempt(token, async () => unauthorized);
      discard(unauthorized);
      token = replacement;
    }
  }
}

/** Returns the access token that was passed as `auth`, or calls the token source. */
async function obtainToken(call: AuthorizedCall, deadline: Deadline): Promise<string> {
  const { tenant, auth, fetch, attemptTimeout, progress } = call;
  if (typeof auth !== 'function') return auth;
  waitFor(progress, 'token_endpoint');
  const { signal } = deadline;
  deadline.throwIfOver();
  // Time passes after the check, and a timer must not get a negative delay.
  const timeout = Math.max(deadline.timeLeft(), 1);
  let token: unknown;
  try {
    const { method, path, maybePerformed, token: rejected } = progress;
    token = await auth({
      ...tenant,
      fetch,
      signal,
      timeout,
      attemptTimeout,
      rejected,
      method,
      path,
      maybePerformed,
    });
  } catch (cause) {
    // The error of a token source that has noticed the timeout is the timeout.
    deadline.throwIfOver();
    throw cause || new TypeError('auth must reject with an Error', { cause });
  }
  return checkToken(token, 'auth must return');
}
