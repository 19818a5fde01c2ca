import { sendWithToken } from './authorize.js';
import { type Deadline, withDeadline } from './deadline.js';
import { NetworkError, TimeoutError } from './errors/errors.js';
import { isIdempotent } from './http-method.js';
import { type ManagementClientOptions, readClientOptions } from './options/client-options.js';
import { type ManagementFetchInit, readFetchArguments } from './options/fetch-arguments.js';
import { withoutPrototype } from './options/members.js';
import { type CallProgress, createProgress, waitFor } from './progress.js';
import type { Send } from './retry.js';
import type { TokenSource } from './token-source.js';

/**
 * Creates a `fetch` for one tenant, for other clients such as openapi-fetch. It has the tokens, retries and time limits
 * of `createManagementClient`, sends only requests below the base URL, and follows no redirect.
 *
 * It resolves with a response of any status, after its body has arrived. It sends a stream in `init.body` only once.
 * `template`, of `init` or of the `Request`, is the path in errors, because a URL can contain ids.
 *
 * @throws TypeError If an option is not valid.
 * @example
 * ```ts
 * import createClient from 'openapi-fetch';
 * import { createManagementFetch, type paths } from 'tenant-management-client';
 *
 * const fetch = createManagementFetch({ tenantDomain: 'acme.example.com', auth: accessToken });
 * const api = createClient<paths>({ baseUrl: 'https://acme.example.com/api/v2', fetch });
 * ```
 */
export function createManagementFetch(options: ManagementClientOptions) {
  const { base, timeout, auth, ...settings } = readClientOptions(options);
  const clientFields = Object.entries(settings.tenant.headers);
  const authOnce = keepRejected(auth);

  return async (input: string | URL | Request, init?: ManagementFetchInit): Promise<Response> => {
    const { request, template, isSentOnce } = readFetchArguments(input, init);
    const { method, headers } = request;
    checkUrl(request, base);
    const progress = createProgress(method, String(template || '/...'), 'call');
    const repetition = isSentOnce ? { auth: authOnce, retry: 0 } : { auth };
    const call = { ...settings, ...repetition, isBulk: false, isIdempotent: isIdempotent(method), progress };
    const timeoutError = () => new TimeoutError(progress, timeout, progress.activity);
    return await withDeadline(timeout, request.signal, timeoutError, async (deadline) => {
      const body = isSentOnce || request.body === null ? undefined : await request.arrayBuffer();
      const sentInit = requestInit(request, body);
      let authorized: Request | undefined;
      const attempt = async (token: string, send: Send): Promise<Response> => {
        // Middleware can log the caller's request, so the token is only in the new one.
        if (!isSentOnce || !authorized) authorized = new Request(request, sentInit);
        // A subclass of `Request` can show another URL than the platform sends.
        checkUrl(authorized, base);
        for (const [name, value] of clientFields) if (!headers.has(name)) authorized.headers.set(name, value);
        authorized.headers.set('Authorization', `Bearer ${token}`);
        return await readWhole(await send(authorized), progress, deadline);
      };
      return await sendWithToken(attempt, call, deadline);
    });
  };
}

/** Replaces a rejected token for later calls, but returns it again, so that the call does not repeat its request. */
function keepRejected(auth: TokenSource): TokenSource {
  if (typeof auth === 'string') return auth;
  return async (call) => {
    const token = await auth(call);
    return call.rejected ?? token;
  };
}

/** @throws TypeError If the URL of the request is not below the base URL. */
function checkUrl({ url }: Request, base: string): void {
  if (!url.startsWith(base)) throw new TypeError('the URL must start with the base URL of the tenant');
}

/** Returns the members of the caller's request that the sent request gets, with the whole body. */
function requestInit(request: Request, body: ArrayBuffer | undefined): RequestInit {
  const { method, headers } = request;
  // The deadline has the caller's signal.
  const init: RequestInit = withoutPrototype({ method, headers, redirect: 'manual', signal: null });
  // In Firefox, `request.body` is always undefined.
  if (body && (request.body || body.byteLength > 0)) init.body = body;
  return init;
}

/** Returns the response after its body has arrived: the platform keeps it for the caller. */
async function readWhole(response: Response, progress: CallProgress, deadline: Deadline): Promise<Response> {
  waitFor(progress, 'body');
  // Not in the `try` block: the response of another implementation of fetch may have no `clone`.
  const copy = response.body && response.clone();
  try {
    await copy?.text();
  } catch (cause) {
    deadline.throwIfOver();
    // The status of an error response is still known. `Response` accepts statuses up to 599.
    if (response.ok || response.status > 599) throw new NetworkError(progress, cause, 'cut_off');
    const { status, headers } = response;
    return new Response(null, { status, headers });
  }
  return response;
}
