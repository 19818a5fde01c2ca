import createClient, { createQuerySerializer, defaultPathSerializer } from 'openapi-fetch';
import { contentExceptions } from '#generated/content-exceptions.js';
import { suggestedContent } from '../common/success-content.js';
import { type AuthorizedCall, sendWithToken } from './authorize.js';
import type { ManagementClient, Result } from './calls.js';
import { clientOf } from './client-methods.js';
import { withDeadline } from './deadline.js';
import { NetworkError, TimeoutError } from './errors/errors.js';
import { isIdempotent, METHODS, type Method } from './http-method.js';
import { type ManagementClientOptions, readCallOptions, readClientOptions } from './options/client-options.js';
import { withoutPrototype } from './options/members.js';
import { hasMediaType } from './options/request-body.js';
import { createProgress, waitFor } from './progress.js';
import { type ReadResponse, readBody, readResult } from './result.js';
import type { Send } from './retry.js';

/** The option `Request` of openapi-fetch. It is a function, because an arrow function cannot be called with `new`. */
function RequestWithOwnInit(url: string, init: RequestInit): Request {
  return new Request(url, withoutPrototype(init));
}

/** An operation for openapi-fetch. Only {@link ManagementClient} has the types of the documented operations. */
interface AnyOperation {
  parameters: { path: Record<string, string>; query: Record<string, unknown>; header: Record<string, string> };
  requestBody?: { content: { [mediaType: string]: unknown } };
  responses: Record<number, { content: Record<string, unknown> }>;
}

/**
 * Creates the client of one tenant.
 *
 * A call resolves with a {@link Result}. It rejects with the reason of the signal, a `TimeoutError`, a `NetworkError`, a
 * `TypeError` if an argument is not valid, or the error of the token source, such as a `TokenError`.
 *
 * @throws TypeError If an option is not valid.
 * @example
 * ```ts
 * import { createManagementClient } from 'tenant-management-client';
 *
 * const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: accessToken });
 * const { data, error } = await management.GET('/token-exchange-profiles/{id}', { params: { path: { id } } });
 * ```
 */
export function createManagementClient(options: ManagementClientOptions): ManagementClient {
  const { base, tenant, auth, fetch, pacer, ...defaults } = readClientOptions(options);
  const ownOptions = optionsOfEveryCall(base);
  const core = createClient<Record<string, Record<Lowercase<Method>, AnyOperation>>>({
    ...ownOptions,
    fetch: globalThis.fetch,
    headers: tenant.headers,
    requestInitExt: {},
    redirect: 'manual',
  });

  async function call(method: Method, path: string, init?: unknown): Promise<Result<unknown>> {
    const settings = readCallOptions(path, init, defaults);
    const { params, signal, timeout, attemptTimeout, retry, body, isBulk } = settings;
    checkOperation(method, path, base);
    const content = contentExceptions[`${method} ${path}`] ?? suggestedContent(method);
    // Without `null`, openapi-fetch would send every body except FormData as JSON.
    const headers = { 'Content-Type': hasMediaType(body) ? null : undefined, ...settings.headers };
    // With `stream`, openapi-fetch leaves the body of a 2xx response unread.
    const parseAs = content === 'other' || content === 'mixed' ? 'stream' : 'text';
    const progress = createProgress(method, path, 'call');
    // A spread of the settings would take longer than all other code of this function.
    const authorizedCall: AuthorizedCall = {
      tenant,
      auth,
      fetch,
      pacer,
      retry,
      attemptTimeout,
      isBulk,
      isIdempotent: isIdempotent(method),
      progress,
    };
    const timeoutError = () => new TimeoutError(progress, timeout, progress.activity);

    return await withDeadline(timeout, signal, timeoutError, async (deadline) => {
      // If the client leaves the body unread, the caller reads it after the call, when the deadline has no effect. Then
      // only the caller's signal can abort the body.
      const bodyDeadline =
        signal && parseAs === 'stream' ? { ...deadline, signal: AbortSignal.any([deadline.signal, signal]) } : deadline;
      const attempt = (token: string, send: Send): Promise<ReadResponse> => {
        let response: Response | undefined;
        return core[method](path, {
          ...ownOptions,
          params,
          body,
          headers: { ...headers, Authorization: `Bearer ${token}` },
          parseAs,
          fetch: async (request) => {
            response = await send(request);
            waitFor(progress, 'body');
            return response;
          },
        })
          .then((result) => readBody(result, content))
          .catch((cause: unknown) => {
            if (response === undefined) throw cause;
            deadline.throwIfOver();
            if (response.ok) throw new NetworkError(progress, cause, 'cut_off');
            // If the body of an error response is cut off, its status is still known, so return an ApiError.
            return { response, body: undefined, cause };
          });
      };
      return readResult(await sendWithToken(attempt, authorizedCall, bodyDeadline), content, authorizedCall);
    });
  }

  return clientOf(call);
}

/** The options that openapi-fetch reads of the client and of each call. It reads absent ones from `Object.prototype`. */
const optionsOfEveryCall = (base: string) => ({
  baseUrl: base,
  // The cast is safe: openapi-fetch only calls it with `new`.
  Request: RequestWithOwnInit as unknown as typeof Request,
  querySerializer: createQuerySerializer(),
  pathSerializer: defaultPathSerializer,
  // The options of the call contain the serialized body, so that every attempt sends the same body.
  bodySerializer: (body: unknown) => body,
  middleware: [],
});

/** @throws TypeError If the method is not valid, or the path leads to a URL that is not below the base URL. */
function checkOperation(method: Method, path: string, base: string): void {
  // A path without these characters cannot leave the base URL, and parsing it would take time.
  if (/[.\\%\s]/.test(path) && !new URL(base + path.slice(1)).href.startsWith(base)) {
    throw new TypeError('path must stay below baseUrl');
  }
  if (!METHODS.includes(method)) throw new TypeError('method must be in upper case');
}

/**
 * Resolves with the `data` of a result, or throws its `error`.
 *
 * @throws {ApiError} The `error` of the result, if there is one.
 * @example
 * ```ts
 * import { unwrap } from 'tenant-management-client';
 *
 * const profile = await unwrap(management.GET('/token-exchange-profiles/{id}', { params: { path: { id } } }));
 * ```
 */
export async function unwrap<T>(result: Result<T> | Promise<Result<T>>): Promise<T> {
  const { data, error } = await result;
  if (error !== undefined) throw error;
  return data;
}
