import type { ClientAuth } from 'oauth4webapi';
import type { Fetch } from './calls.js';
import { DEFAULT_TIMEOUT_MS } from './deadline.js';
import { audience as documentAudience, tokenUrl as documentTokenUrl } from './generated/defaults.js';
import { check, checkNames, secureUrl } from './options.js';
import { type Attempts, repeat } from './retry.js';
import { startRequest, type TokenSlot, waitFor } from './shared-request.js';
import { type Token, type TokenCache, tokenThrough } from './token-cache.js';
import type { Grant } from './token-request.js';
import { readTokenResponse } from './token-response.js';

/** Longest time before its end that a token is replaced: covers a call's way to the server and drifting clocks. */
const LEEWAY_MS = 30_000;
/** Most of a lifetime that the leeway may take, so that a short-lived token still serves many calls. */
const LEEWAY_SHARE = 0.1;

/** What a client gives its token source with each question. */
export interface TokenRequest {
  /** Origin of the tenant that the token is for, for example `https://acme.example.com`. */
  readonly origin: string;
  /** The client's `fetch`, without a token. */
  readonly fetch: Fetch;
  /** Aborted when the call that asks is over before its time. */
  readonly signal: AbortSignal;
  /**
   * End of the call that asks, in milliseconds of `Date.now()`; a wait that would pass it is not begun.
   * @default a minute from now
   */
  readonly deadline?: number;
  /** The token that the API refused with 401; asked for in its place. */
  readonly rejected?: string | undefined;
}

/** An access token, or a function that gives one for each call and knows when to renew it. */
export type TokenSource = string | ((request: TokenRequest) => string | Promise<string>);

/** Options of {@link clientCredentials}. */
export type ClientCredentialsOptions = {
  /** `client_id` of the application. */
  clientId: string;
  /**
   * Token endpoint: a URL, or a reference against the tenant's origin.
   * @default the document's: `/oauth/token/`
   */
  tokenUrl?: string;
  /**
   * `audience` of the token request, sent as it stands.
   * @default the document's `/api/v2/`, resolved against the tenant's origin: `https://acme.example.com/api/v2/`
   */
  audience?: string;
  /** A store that many processes share. Its values are live tokens. */
  tokenCache?: TokenCache;
} & (
  | {
      /** Sent by the method `client_secret_post`. */
      clientSecret: string;
      clientAuthentication?: never;
    }
  | {
      /** Another client authentication method, of the package `oauth4webapi`. */
      clientAuthentication: ClientAuth;
      clientSecret?: never;
    }
);

/**
 * A token source that gets tokens by the OAuth 2.0 client credentials grant and keeps each until shortly before it
 * expires. Calls that need a token at the same time share one token request.
 *
 * Source: the security scheme `oAuth2ClientCredentials` of the OpenAPI document, and
 * {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.4 | RFC 6749 section 4.4}.
 *
 * @example
 * ```ts
 * const auth = clientCredentials({ clientId: 'my-service', clientSecret: await readSecret() });
 * const management = createManagementClient({ tenantDomain: 'acme.example.com', auth });
 * ```
 * @throws TypeError When an option is missing, unknown or wrong; the message names it.
 *
 * The source itself rejects with a {@link TokenError} when the token endpoint's answer holds no usable token, and with
 * the platform's `TypeError` when the network fails.
 */
export function clientCredentials(options: ClientCredentialsOptions): (request: TokenRequest) => Promise<string> {
  checkNames(options, ['clientId', 'clientSecret', 'clientAuthentication', 'tokenUrl', 'audience', 'tokenCache']);
  const { clientId, clientSecret, clientAuthentication, tokenUrl = documentTokenUrl, audience, tokenCache } = options;
  const isText = (value: unknown) => typeof value === 'string' && value !== '' && value.isWellFormed();
  check(isText(clientId), 'clientId', "a non-empty string, such as 'my-service'", clientId);
  check(
    clientAuthentication === undefined ? isText(clientSecret) : clientSecret === undefined,
    'clientCredentials',
    'clientSecret, a non-empty string, or clientAuthentication',
    clientSecret,
  );
  check(
    ['undefined', 'function'].includes(typeof clientAuthentication),
    'clientAuthentication',
    'a function, such as ClientSecretBasic(clientSecret)',
    clientAuthentication,
  );
  check(
    audience === undefined || isText(audience),
    'audience',
    "a non-empty string, such as 'https://acme.example.com/api/v2/'",
    audience,
  );
  check(
    tokenCache === undefined || ['get', 'set', 'delete'].every((name) => name in Object(tokenCache)),
    'tokenCache',
    'get, set and delete, such as new Keyv()',
    tokenCache,
  );
  // Refuses a wrong one now; against an origin it is resolved when a call shows which tenant it is for.
  secureUrl('tokenUrl', tokenUrl, 'https://tenant.invalid');

  const slots = new Map<string, TokenSlot>();

  return async ({ origin, fetch, signal, deadline = Date.now() + DEFAULT_TIMEOUT_MS, rejected }) => {
    signal.throwIfAborted();
    const grant: Grant = {
      tokenUrl: secureUrl('tokenUrl', tokenUrl, origin),
      audience: audience ?? (documentAudience && new URL(documentAudience, origin).href),
      clientId,
      clientSecret,
      clientAuthentication,
    };
    const key = `${grant.tokenUrl} ${grant.audience}`;
    const slot: TokenSlot = slots.get(key) ?? {};
    slots.set(key, slot);

    const { current } = slot;
    // While a refused token is being renewed, it still serves the calls that it was not refused to.
    const isWaitedFor = rejected && slot.request;
    if (!isWaitedFor && current && current.token !== rejected && Date.now() < current.freshUntil) return current.token;
    slot.request ??= startRequest(slot, deadline, (attempts) => {
      const ask = () => requestToken(grant, fetch, attempts);
      if (tokenCache === undefined) return ask();
      const stored = ['tenant-management-client', key, clientId].map(encodeURIComponent).join(':');
      return tokenThrough(tokenCache, stored, rejected, attempts, ask);
    });
    return waitFor(slot, slot.request, signal, deadline);
  };
}

/** One token by the grant; a refusal for now and a failed network are met with a new grant. */
async function requestToken(grant: Grant, fetch: Fetch, attempts: Attempts): Promise<Token> {
  // Loaded on first use: whoever brings a token of their own never pays for it.
  const { sendTokenRequest } = await import('./token-request.js');
  let sentAt = 0;
  const send = () => {
    sentAt = Date.now();
    // A client authentication that fails on the way is no network that failed.
    attempts.idempotent = false;
    const reached: Fetch = (request, init) => {
      attempts.idempotent = true;
      return fetch(request, init);
    };
    return sendTokenRequest(grant, reached, attempts.signal);
  };
  const { token, lifetimeMs } = await readTokenResponse(await repeat(send, attempts), grant.clientSecret);
  return { token, freshUntil: sentAt + lifetimeMs - Math.min(LEEWAY_MS, lifetimeMs * LEEWAY_SHARE) };
}
