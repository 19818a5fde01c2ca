import { audience as documentAudience } from '#generated/defaults.js';
import { secureUrl } from '../../common/secure-url.js';
import type { Fetch } from '../calls.js';
import { DEFAULT_TIMEOUT_MS, type Deadline } from '../deadline.js';
import { NetworkError } from '../errors/errors.js';
import type { FailedCall } from '../errors/management-error.js';
import { readHeaders } from '../options/header-fields.js';
import { createProgress } from '../progress.js';
import { DEFAULT_RETRY, type SendContext, sendWithRetry } from '../retry.js';
import type { TokenRequest } from '../token-source.js';
import { type ClientCredentialsOptions, readClientCredentialsOptions } from './client-credentials-options.js';
import { secretsOf } from './request-secrets.js';
import type { TokenLookups } from './shared-token-cache.js';
import { shareRequests, type Token } from './shared-token-requests.js';
import { TokenError } from './token-error.js';
import { type ClientCredentialsGrant, createTokenRequest } from './token-request.js';
import { readTokenResponse } from './token-response.js';

/**
 * The leeway: a token is replaced this many milliseconds before it expires, to allow for network latency and clock
 * drift.
 */
const LEEWAY_MS = 30_000;
/** Largest fraction of a token's lifetime that the leeway may take, so that many calls can use a short-lived token. */
const LEEWAY_SHARE = 0.1;
/**
 * Largest number of replacements of rejected tokens within `REPLACEMENT_INTERVAL_MS` milliseconds. The first new token
 * can be revoked too. If the API rejects the second one, the 401 may have another cause, and more token requests would
 * not help.
 */
const MAX_REPLACEMENTS = 2;
const REPLACEMENT_INTERVAL_MS = 10_000;

/** The header fields of a client that has none for the token request. Such clients share token requests. */
const NO_HEADERS = {};

/**
 * Creates a token source for the OAuth 2.0 client credentials grant. It keeps a token until shortly before its expiry.
 * Calls share token requests.
 *
 * Source: the OpenAPI document, and {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.4 | RFC 6749 section 4.4}.
 *
 * @returns The token source. It rejects with a {@link TokenError} or a {@link NetworkError} if it gets no usable token.
 * @throws TypeError If an option is not valid.
 * @example
 * ```ts
 * import { clientCredentials, createManagementClient } from 'tenant-management-client';
 *
 * const auth = clientCredentials({ clientId: 'my-service', clientSecret: await readSecret() });
 * const management = createManagementClient({ tenantDomain: 'acme.example.com', auth });
 * ```
 */
export function clientCredentials(options: ClientCredentialsOptions): (request: TokenRequest) => Promise<string> {
  const settings = readClientCredentialsOptions(options);
  const { clientId, authenticate, tokenUrl, audience, tokenCache } = settings;

  const slots = new Map<string, TokenSlot>();

  return async ({
    origin,
    allowHttp,
    fetch,
    headers,
    signal,
    timeout = DEFAULT_TIMEOUT_MS,
    attemptTimeout,
    rejected,
    method,
    path,
    maybePerformed = 0,
  }) => {
    signal.throwIfAborted();
    const grant = {
      tokenUrl: secureUrl('tokenUrl', tokenUrl, allowHttp, origin),
      audience: audience ?? (documentAudience && new URL(documentAudience, origin).href),
      clientId,
      authenticate,
    };
    const names = [grant.tokenUrl, grant.audience ?? '', clientId].map(encodeURIComponent);
    const key = ['tenant-management-client', ...names].join(':');
    // A function that calls this token source can pass the rest of a timeout that is over.
    const call = { rejected, signal, timeout: Math.max(timeout, 1), attemptTimeout };
    const slot = slots.get(key) ?? { current: undefined, rejected: undefined, replacedAt: [], requests: new WeakMap() };
    slots.set(key, slot);
    const known = tokenInSlot(slot, rejected);
    if (known !== undefined) {
      // It is too early for another token request, but another process may have stored a newer token.
      const stored = known === rejected && (await tokenCache?.read({ key, ...call }));
      if (stored) slot.current = stored;
      return stored ? stored.token : known;
    }
    // All calls share the token, but not all share a token request: the fetch of another client may fail, and the header
    // fields of another client can be secrets of its caller.
    const isTenant = new URL(grant.tokenUrl).origin === origin;
    const clientHeaders = isTenant && headers && Object.keys(headers).length > 0 ? headers : NO_HEADERS;
    const shares = slot.requests.get(fetch) ?? new WeakMap();
    slot.requests.set(fetch, shares);
    const share =
      shares.get(clientHeaders) ??
      shareInSlot(
        slot,
        key,
        { ...grant, headers: { ...readHeaders('headers', clientHeaders), ...settings.headers } },
        fetch,
        tokenCache,
      );
    shares.set(clientHeaders, share);
    try {
      const { token } = await share(call);
      return token;
    } catch (error) {
      throw method === undefined || path === undefined ? error : errorOfCall(error, { method, path, maybePerformed });
    }
  };
}

/** Returns the error of a token request for one of the calls that share the request. */
function errorOfCall(error: unknown, call: Omit<FailedCall, 'attempts'>): unknown {
  if (error instanceof TokenError) return error.forCall(call);
  return error instanceof NetworkError ? new NetworkError({ ...error, ...call }, error.cause, error.code) : error;
}

/** The token for one combination of token URL, audience and client id, and the functions that request it. */
interface TokenSlot {
  /** The token that calls use. */
  current: Token | undefined;
  /** The most recent value of `current` that the API rejected. */
  rejected: string | undefined;
  /**
   * Times when the last requests to replace a rejected token ended, oldest first, in milliseconds of
   * `performance.now()`.
   */
  replacedAt: readonly number[];
  /** The functions by the `fetch` and the header fields of a client. */
  readonly requests: WeakMap<Fetch, WeakMap<object, ReturnType<typeof shareRequests>>>;
}

/**
 * Returns the token that a call can use without a token request; `undefined` if the call must request a token. After a
 * 401, the function returns the rejected token again if it is too early to replace that token.
 */
function tokenInSlot(slot: TokenSlot, rejected: string | undefined): string | undefined {
  const { current, replacedAt } = slot;
  if (current === undefined || Date.now() >= current.freshUntil) return undefined;
  // While a rejected token is being replaced, calls that did not get the 401 still use the token.
  if (rejected === undefined) return current.token;
  const [oldest = 0] = replacedAt;
  const isTooEarly = performance.now() - oldest < REPLACEMENT_INTERVAL_MS;
  if (isTooEarly && replacedAt.length === MAX_REPLACEMENTS) return current.token;
  if (current.token === rejected) slot.rejected = rejected;
  return current.token === slot.rejected ? undefined : current.token;
}

/** Returns a function that shares token requests among the calls that use the same slot and the same `fetch`. */
function shareInSlot(
  slot: TokenSlot,
  key: string,
  grant: ClientCredentialsGrant,
  fetch: Fetch,
  tokenCache: TokenLookups | undefined,
): ReturnType<typeof shareRequests> {
  return shareRequests(
    async ({ deadline, timeout, attemptTimeout, rejected }) => {
      const { signal } = deadline;
      let isDown = false;
      const request = () =>
        requestToken(grant, fetch, attemptTimeout, deadline)
          .catch((error: unknown) => {
            // The next call with a 401 may request a token again.
            if (error instanceof NetworkError || Object(error).code === 'token_unavailable') isDown = true;
            throw error;
          })
          .finally(() => {
            // Record the time even if the request was denied, but not if it was aborted.
            if (rejected === undefined || signal.aborted || isDown) return;
            slot.replacedAt = [...slot.replacedAt, performance.now()].slice(-MAX_REPLACEMENTS);
          });
      if (tokenCache === undefined) return await request();
      return await tokenCache.obtain({ key, rejected, signal, timeout, request });
    },
    (token) => {
      slot.current = token;
    },
  );
}

/**
 * Requests one token by the client credentials grant. Each attempt creates a new request, because a client assertion
 * can be used only once.
 */
async function requestToken(
  grant: ClientCredentialsGrant,
  fetch: Fetch,
  attemptTimeout: number | undefined,
  deadline: Deadline,
): Promise<Token> {
  let sentAt = 0;
  let secrets: readonly string[] = [];
  // `errorOfCall` replaces this method and path with those of the call that needs the token.
  const progress = createProgress('POST', new URL(grant.tokenUrl).pathname, 'token');
  const sendContext: SendContext = {
    fetch,
    retry: DEFAULT_RETRY,
    attemptTimeout,
    isIdempotent: true,
    pacer: undefined,
    isBulk: false,
    progress,
  };
  const read = async (response: Response): Promise<Token> => {
    try {
      const { token, lifetimeMs } = await readTokenResponse(response, secrets, grant.audience, progress);
      return { token, freshUntil: sentAt + lifetimeMs - Math.min(LEEWAY_MS, lifetimeMs * LEEWAY_SHARE) };
    } catch (error) {
      throw error instanceof TokenError ? error : new NetworkError(progress, error, 'cut_off');
    }
  };
  return await sendWithRetry(
    async (send) => {
      const { request, form } = await createTokenRequest(grant);
      secrets = secretsOf(request.headers, form);
      sentAt = Date.now();
      return await read(await send(request));
    },
    sendContext,
    deadline,
  );
}
