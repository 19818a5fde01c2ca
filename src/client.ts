import createClient from 'openapi-fetch';
import type { Activity } from './activity.js';
import { type AuthorizedResponse, sendWithToken } from './authorize.js';
import type { ManagementClient, Result } from './calls.js';
import { type ManagementClientOptions, readCallOptions, readClientOptions } from './client-options.js';
import { withDeadline } from './deadline.js';
import { NetworkError, TimeoutError } from './errors.js';
import { contentExceptions, hashModulus } from './generated/defaults.js';
import { isIdempotent } from './idempotent-method.js';
import type { FailedCall } from './management-error.js';
import { METHODS } from './methods.js';
import { type CoreResult, readResult, staysUnread } from './result.js';
import type { SendContext } from './retry.js';
import { operationHash, suggestedContent } from './success-content.js';

/** Without exceptions, a call does not need the hash of its operation, which takes time. */
const hasExceptions = Object.keys(contentExceptions).length > 0;
const exceptionOf = (method: string, path: string) => contentExceptions[operationHash(method, path, hashModulus)];

/** The method of openapi-fetch that the client uses. */
interface Core {
  request(method: string, path: string, init: object): Promise<CoreResult>;
}

/**
 * Creates the client of one tenant.
 *
 * A call resolves with a {@link Result}. It rejects with
 * - the reason of the signal if the call is aborted;
 * - a `TimeoutError` if the call times out;
 * - a `NetworkError` if the call gets no complete response;
 * - a `TypeError` if an argument is not valid;
 * - the error of the token source, such as a `TokenError`.
 *
 * @example
 * ```ts
 * const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: accessToken });
 * const { data, error } = await management.GET('/items/{id}', { params: { path: { id } } });
 * ```
 * @throws TypeError If an option is missing, unknown or not valid; the message names the option.
 */
export function createManagementClient(options: ManagementClientOptions): ManagementClient {
  const { base, origin, auth, fetch, headers: clientHeaders, pacer, ...defaults } = readClientOptions(options);
  // Only the public types distinguish the operations; at run time, all operations use the same code.
  const core = createClient({ baseUrl: base, headers: clientHeaders }) as unknown as Core;

  async function call(method: string, path: string, init: unknown): Promise<Result<unknown>> {
    const { params, body, headers, signal, timeout, retry, isBulk } = readCallOptions(path, init, defaults);
    const content = (hasExceptions && exceptionOf(method, path)) || suggestedContent(method);
    const sendContext: SendContext = {
      fetch,
      retry,
      isIdempotent: isIdempotent(method),
      attempts: 0,
      refusals: 0,
      pacer,
      isBulk,
      onWait: () => onActivity('waiting for the rate limit'),
      networkError: (cause, code) => new NetworkError({ ...failedCall(), during: 'call', code }, cause),
    };
    const failedCall = (): FailedCall => ({ method, path, attempts: sendContext.attempts });
    let activity: Activity = 'waiting for the response';
    const onActivity = (next: Activity) => {
      activity = next;
    };
    const timeoutError = () => new TimeoutError(failedCall(), timeout, activity);

    return await withDeadline(timeout, signal, timeoutError, async (deadline) => {
      let authorized: AuthorizedResponse | undefined;
      // If the client leaves the body unread, the caller reads it after the call, when the deadline has no effect. Then
      // only the caller's signal can abort the body.
      const bodyDeadline =
        signal !== undefined && (content === 'other' || content === 'mixed')
          ? { ...deadline, signal: AbortSignal.any([deadline.signal, signal]) }
          : deadline;
      const send = async (request: Request): Promise<Response> => {
        if (!request.url.startsWith(base)) throw new TypeError('path must stay below baseUrl');
        authorized = await sendWithToken(request, {
          method,
          path,
          auth,
          origin,
          body,
          sendContext,
          deadline: bodyDeadline,
          onActivity,
        });
        onActivity('reading the response');
        return authorized.response;
      };
      const options = { params, headers, parseAs: 'stream', redirect: 'manual', fetch: send };
      const receive = async (): Promise<CoreResult> => {
        const received = await core.request(method, path, options);
        const { response } = received;
        if (response.ok && !staysUnread(response, content)) return { response, text: await response.text() };
        return received;
      };
      const received = await receive().catch((cause: unknown): CoreResult => {
        deadline.throwIfOver();
        if (authorized === undefined) throw cause;
        // If the body of an error response is cut off, its status is still known, so return an ApiError.
        if (authorized.response.ok) throw sendContext.networkError(cause, 'cut_off');
        return { response: authorized.response, cause };
      });
      return readResult(received, content, { ...failedCall(), token: authorized?.token });
    });
  }

  const methods = METHODS.map((method) => [method, call.bind(undefined, method)]);
  // Cast the object, because Object.fromEntries cannot express the types that ManagementClient has for each operation.
  return Object.fromEntries(methods) as ManagementClient;
}

/**
 * Resolves with the `data` of a result, or throws its `error`.
 *
 * @example
 * ```ts
 * const item = await unwrap(management.GET('/items/{id}', { params: { path: { id } } }));
 * ```
 * @throws {ApiError} The `error` of the result, if there is one.
 */
export async function unwrap<T>(result: Result<T> | Promise<Result<T>>): Promise<T> {
  const { data, error } = await result;
  if (error !== undefined) throw error;
  return data;
}
