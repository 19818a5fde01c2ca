import { unknownOption } from '../tools/document/src/run-time/closest-name.js';
import { isIdempotent } from '../tools/document/src/run-time/http-method.js';
import { sendWithToken } from './authorize.js';
import { type Deadline, withDeadline } from './deadline.js';
import { NetworkError, TimeoutError } from './errors/errors.js';
import { type ManagementClientOptions, readClientOptions } from './options/client-options.js';
import { memberOf, withoutPrototype } from './options/members.js';
import { isOfClass, readOptions } from './options/value-checks.js';
import { createProgress, type Progress, waitFor } from './progress.js';
import type { Send } from './retry.js';
import type { TokenSource } from './token-source.js';

// A `Request` would lose any other member, except `template`.
const INIT =
  /* @__PURE__ */ `template method headers body signal credentials cache mode redirect referrer referrerPolicy integrity
  keepalive duplex priority dispatcher`.split(/\s+/);
// Node.js reads absent members from `Object.prototype`.
const DEFAULTS = { method: 'GET', headers: {}, redirect: 'follow', signal: null } as const;
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
  // If a token source returns the rejected token again, the call does not send its request again.
  const authOnce: TokenSource = typeof auth === 'string' ? auth : (call) => call.rejected ?? auth(call);

  return async (input: string | URL | Request, init?: RequestInit & { template?: string }): Promise<Response> => {
    const { request, template, isSentOnce } = readArguments(input, init);
    const { method, headers } = request;
    if (!request.url.startsWith(base)) throw new TypeError('the URL must start with the base URL of the tenant');
    const progress = createProgress(method, String(template ?? '/...'), 'call');
    const repetition = isSentOnce ? { auth: authOnce, retry: 0 } : { auth };
    const call = { ...settings, ...repetition, isBulk: false, isIdempotent: isIdempotent(method), progress };
    const timeoutError = () => new TimeoutError(progress, timeout, progress.activity);
    return await withDeadline(timeout, request.signal, timeoutError, async (deadline) => {
      const body = isSentOnce || request.body === null ? undefined : await request.arrayBuffer();
      // openapi-fetch sets `follow` if its caller sets nothing. The deadline has the caller's signal.
      const redirect = request.redirect === 'error' ? 'error' : 'manual';
      const changes: RequestInit = withoutPrototype({ method, headers, redirect, signal: null });
      // In Firefox, `request.body` is always undefined.
      if (body && (request.body || body.byteLength > 0)) changes.body = body;
      let authorized: Request | undefined;
      const attempt = async (token: string, send: Send): Promise<Response> => {
        // Middleware can log the caller's request, so the token is only in the new one.
        if (!isSentOnce || !authorized) authorized = new Request(request, changes);
        for (const [name, value] of clientFields) if (!headers.has(name)) authorized.headers.set(name, value);
        authorized.headers.set('Authorization', `Bearer ${token}`);
        return await readWhole(await send(authorized), progress, deadline);
      };
      return await sendWithToken(attempt, call, deadline);
    });
  };
}

function readArguments(input: string | URL | Request, init?: RequestInit & { template?: string }) {
  const isRequest = isOfClass<Request>('Request', input);
  // openapi-fetch adds the other options of a call to the request.
  const unknown = isRequest && Object.keys(input).find((name) => !INIT.includes(name));
  if (unknown) throw new TypeError(unknownOption(unknown, INIT));
  const template = memberOf(Object(input), 'template');
  if (isRequest && !init) return { request: input, template, isSentOnce: false };
  const { method, headers, redirect, signal } = isRequest ? input : DEFAULTS;
  const given = readOptions('init', { method, headers, redirect, signal, ...init }, INIT);
  const isSentOnce = Symbol.asyncIterator in Object(given.body);
  try {
    return { request: new Request(input, given), template: given.template ?? template, isSentOnce };
  } catch {
    // The platform's message can contain the URL or a header field.
    throw new TypeError('the arguments of fetch must be valid; pass them to new Request to see the reason');
  }
}

/** Returns the response after its body has arrived: the platform keeps it for the caller. */
async function readWhole(response: Response, progress: Progress, deadline: Deadline): Promise<Response> {
  waitFor(progress, 'body');
  try {
    if (response.body) await response.clone().text();
  } catch (cause) {
    deadline.throwIfOver();
    // The status of an error response is still known. `Response` accepts statuses up to 599.
    if (response.ok || response.status > 599) throw new NetworkError(progress, cause, 'cut_off');
    return new Response(null, response);
  }
  return response;
}
