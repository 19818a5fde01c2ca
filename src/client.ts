import createClient from 'openapi-fetch';
import { type Activity, type AuthorizedResponse, sendWithToken } from './authorize.js';
import { type AnyInit, type CallOptions, type Fetch, type ManagementClient, METHODS, type Result } from './calls.js';
import { DEFAULT_TIMEOUT_MS, withDeadline } from './deadline.js';
import { NetworkError } from './errors.js';
import { serverUrl } from './generated/defaults.js';
import { check, checkCallOptions, checkHeaders, checkToken, isHost, secureUrl } from './options.js';
import { checkPath } from './path.js';
import { type Received, readResult } from './result.js';
import { DEFAULT_RETRY, isIdempotent, type Sending } from './retry.js';
import type { TokenSource } from './token.js';

const CALL_OPTIONS = ['params', 'body', 'signal', 'timeout', 'retry', 'headers'];
const CLIENT_OPTIONS = ['tenantDomain', 'baseUrl', 'auth', 'fetch', 'timeout', 'retry', 'headers'];

/** Looked up at each call, and the same function for all clients: those of one token source share token requests. */
const globalFetch: Fetch = (request, init) => globalThis.fetch(request, init);

/** Options of {@link createManagementClient}; `timeout`, `retry` and `headers` hold for each call that sets none. */
export type ManagementClientOptions = (
  | {
      /** Host of the tenant, for example `acme.example.com`. */
      tenantDomain: string;
      baseUrl?: never;
    }
  | {
      /** The whole of the API's URL, for example that of a mock: `http://127.0.0.1:4010`. */
      baseUrl: string;
      tenantDomain?: never;
    }
) &
  Omit<CallOptions, 'signal'> & {
    /** An access token, or a source that gives one, such as `clientCredentials`. */
    auth: TokenSource;
    /**
     * Sends a request. It sees every attempt and every token request.
     * @default globalThis.fetch, looked up at each call
     */
    fetch?: Fetch;
  };

/** The one call of openapi-fetch that is used here. */
interface Core {
  request(method: string, path: string, init: object): Promise<Received>;
}

/**
 * Creates the client of one tenant.
 *
 * A call resolves with a {@link Result}. It rejects with the signal's reason when aborted, a `TimeoutError` when late,
 * a `TypeError` when the network fails or an argument is wrong, and what the token source throws, such as `TokenError`.
 *
 * @example
 * ```ts
 * const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: accessToken });
 * const { data, error } = await management.GET('/token-exchange-profiles/{id}', { params: { path: { id } } });
 * ```
 * @throws TypeError When an option is missing, unknown or wrong; the message names it.
 */
export function createManagementClient(options: ManagementClientOptions): ManagementClient {
  checkCallOptions(options, CLIENT_OPTIONS);
  const {
    tenantDomain,
    baseUrl,
    auth,
    fetch = globalFetch,
    headers = {},
    timeout = DEFAULT_TIMEOUT_MS,
    retry = DEFAULT_RETRY,
  } = options;
  check(
    baseUrl === undefined ? isHost(tenantDomain) : tenantDomain === undefined,
    'tenantDomain',
    'a host such as acme.example.com, or baseUrl',
    tenantDomain,
  );
  const base = secureUrl('baseUrl', tenantDomain ? serverUrl?.replace(/{.*?}/, tenantDomain) : baseUrl).replace(
    /\/*$/,
    '/',
  );
  check(typeof fetch === 'function', 'fetch', 'a function', fetch);
  if (typeof auth !== 'function') checkToken(auth);

  const { origin } = new URL(base);
  // Only the public types know the operation; at run time all operations take the same path.
  const core = createClient({ baseUrl: base, headers: { ...headers } }) as unknown as Core;

  async function call(method: string, path: string, init: AnyInit = {}): Promise<Result<unknown>> {
    checkCallOptions(init, CALL_OPTIONS);
    const { params, body, headers } = init;
    checkHeaders(params?.header);
    checkPath(path, params?.path);

    const limitMs = init.timeout ?? timeout;
    const networkError = (cause: unknown) =>
      new NetworkError({ method, path, attempts: sending.attempts, during: 'call' }, cause);
    const sending: Sending = {
      fetch,
      retry: init.retry ?? retry,
      isIdempotent: isIdempotent(method),
      attempts: 1,
      networkError,
    };
    let activity: Activity = 'waiting for the response';
    const onActivity = (next: Activity) => {
      activity = next;
    };
    const timeoutMessage = () =>
      `${method} ${path} timed out after ${limitMs} ms (attempt ${sending.attempts}, ${activity})`;

    return await withDeadline(limitMs, init.signal, timeoutMessage, async (deadline) => {
      const hasBody = body !== undefined;
      let answered: AuthorizedResponse | undefined;
      const send = async (request: Request): Promise<Response> => {
        check(request.url.startsWith(base), 'path', 'one below baseUrl', path);
        answered = await sendWithToken(request, { method, path, auth, origin, hasBody, sending, deadline, onActivity });
        onActivity('reading the response');
        return answered.response;
      };
      const options = { params, body, headers, parseAs: 'text', redirect: 'manual', fetch: send };
      const received = await core.request(method, path, options).catch((cause: unknown): Received => {
        deadline.throwIfOver();
        if (answered === undefined) throw cause;
        // The status of a failure is known even if its body is cut off.
        if (answered.response.ok) throw networkError(cause);
        return { response: answered.response, cause };
      });
      return readResult(received, { method, path, attempts: sending.attempts });
    });
  }

  const methods = METHODS.map((method) => [method, call.bind(undefined, method)]);
  // The mapped type says for each operation what `call` takes and returns for all of them.
  return Object.fromEntries(methods) as ManagementClient;
}

/**
 * Resolves with the data of a result.
 *
 * @throws {ApiError} The result's `error`, where it has one.
 */
export async function unwrap<T>(result: Result<T> | Promise<Result<T>>): Promise<T> {
  const { data, error } = await result;
  if (error !== undefined) throw error;
  return data;
}
