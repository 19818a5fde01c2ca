import createClient from 'openapi-fetch';
import { contentExceptions } from '#generated/content-exceptions.js';
import { isIdempotent, METHODS } from '../tools/document/src/bundled/http-method.js';
import { suggestedContent } from '../tools/document/src/bundled/success-content.js';
import { type AuthorizedCall, sendWithToken } from './authorize.js';
import type { ManagementClient, Result } from './calls.js';
import { withDeadline } from './deadline.js';
import { NetworkError, TimeoutError } from './errors/errors.js';
import { type ManagementClientOptions, readCallOptions, readClientOptions } from './options/client-options.js';
import { type CoreResult, readResult, staysUnread } from './result.js';

/** The method of openapi-fetch that the client uses. */
interface Core {
  request(method: string, path: string, init: object): Promise<unknown>;
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
 * const { data, error } = await management.GET('/token-exchange-profiles/{id}', { params: { path: { id } } });
 * ```
 * @throws TypeError If an option is missing, unknown or not valid; the message names the option.
 */
export function createManagementClient(options: ManagementClientOptions): ManagementClient {
  const { base, headers: clientHeaders, origin, auth, fetch, pacer, ...defaults } = readClientOptions(options);
  // Only the public types distinguish the operations; at run time, all operations use the same code.
  const core = createClient({ baseUrl: base, headers: clientHeaders }) as unknown as Core;

  async function call(method: string, path: string, init: unknown): Promise<Result<unknown>> {
    const settings = readCallOptions(path, init, defaults);
    const { expandedPath, params, headers, signal, timeout, attemptTimeout, retry, body, isBulk } = settings;
    const content = contentExceptions[`${method} ${path}`] ?? suggestedContent(method);
    // A spread of the settings would take longer than all other code of this function.
    const state: AuthorizedCall = {
      origin,
      clientHeaders,
      auth,
      fetch,
      pacer,
      retry,
      attemptTimeout,
      body,
      isBulk,
      method,
      path,
      isIdempotent: isIdempotent(method),
      during: 'call',
      activity: 'waiting for the response',
      attempts: 0,
      maybePerformed: 0,
      refusals: 0,
    };
    const timeoutError = () => new TimeoutError(state, timeout, state.activity);

    return await withDeadline(timeout, signal, timeoutError, async (deadline) => {
      // If the client leaves the body unread, the caller reads it after the call, when the deadline has no effect. Then
      // only the caller's signal can abort the body.
      const bodyDeadline =
        signal !== undefined && (content === 'other' || content === 'mixed')
          ? { ...deadline, signal: AbortSignal.any([deadline.signal, signal]) }
          : deadline;
      const read = async (response: Response): Promise<CoreResult> => {
        state.activity = 'reading the response';
        if (response.ok && staysUnread(response, content)) return { response };
        try {
          return { response, text: await response.text() };
        } catch (cause) {
          deadline.throwIfOver();
          if (response.ok) throw new NetworkError({ ...state, code: 'cut_off' }, cause);
          // If the body of an error response is cut off, its status is still known, so return an ApiError.
          return { response, cause };
        }
      };
      const received = await new Promise<CoreResult>((resolve, reject) => {
        const send = async (request: Request): Promise<Response> => {
          if (!request.url.startsWith(base)) throw new TypeError('path must stay below baseUrl');
          resolve(await sendWithToken(request, state, bodyDeadline, read));
          // openapi-fetch only builds the request. It does not read a response with this status.
          return new Response(null, { status: 204 });
        };
        const options = { params, headers, redirect: 'manual', fetch: send };
        core
          .request(method, expandedPath, options)
          .catch((error) => {
            deadline.throwIfOver();
            throw error;
          })
          .catch(reject);
      });
      return readResult(received, content, state);
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
 * const profile = await unwrap(management.GET('/token-exchange-profiles/{id}', { params: { path: { id } } }));
 * ```
 * @throws {ApiError} The `error` of the result, if there is one.
 */
export async function unwrap<T>(result: Result<T> | Promise<Result<T>>): Promise<T> {
  const { data, error } = await result;
  if (error !== undefined) throw error;
  return data;
}
