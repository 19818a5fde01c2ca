import { serverUrl } from '#generated/defaults.js';
import { isHost, secureUrl } from '../../common/secure-url.js';
import type { CallOptions, Fetch } from '../calls.js';
import { DEFAULT_TIMEOUT_MS } from '../deadline.js';
import { reveal } from '../opaque.js';
import { platformFetch } from '../platform-fetch.js';
import { createBrake } from '../rate-limit/brake.js';
import type { Pacer, Pacing } from '../rate-limit/pacing.js';
import { DEFAULT_RETRY } from '../retry.js';
import type { TokenSource } from '../token-source.js';
import { readHeaders } from './header-fields.js';
import { readPathParameters, readQuery } from './params.js';
import { serializeBody } from './request-body.js';
import { checkObject, checkSignal, checkToken, isOfClass, readOptions, wholeNumber } from './value-checks.js';

const CLIENT_OPTIONS = 'tenantDomain baseUrl allowHttp auth fetch timeout attemptTimeout retry headers pacer'.split(
  ' ',
);
const CALL_OPTIONS = 'params body signal timeout attemptTimeout retry headers pace'.split(' ');
const PARAMETERS = ['params.path', 'params.query', 'params.header'];

/**
 * Options of `createManagementClient` and `createManagementFetch`. Pass either `tenantDomain` or `baseUrl`. `timeout`,
 * `attemptTimeout` and `retry` of {@link CallOptions} are defaults of each call. `headers` are sent with every call,
 * unless a call overrides them, and by `clientCredentials` to the origin of the tenant.
 */
export type ManagementClientOptions = (
  | {
      /** Host name of the tenant, such as `acme.example.com`. */
      tenantDomain: string;
      baseUrl?: undefined;
    }
  | {
      /** Base URL of the API. `http:` only for loopback, or with `allowHttp`. */
      baseUrl: string | URL;
      tenantDomain?: undefined;
    }
) &
  Omit<CallOptions, 'signal' | 'pace'> & {
    /** An access token, or a function that returns one, such as `clientCredentials(options)`. */
    auth: TokenSource;
    /**
     * Sends every attempt of a call and every token request.
     * @default `globalThis.fetch` at the time of each request
     */
    fetch?: Fetch | undefined;
    /**
     * Allows `http:` in `baseUrl` and in the token URL for every host: others in the network can read the token and the
     * client secret.
     * @default false
     */
    allowHttp?: boolean | undefined;
    /**
     * The result of `createPacer()`, the same for all clients of a tenant: sends calls at the rate limit.
     * @default calls that got a 429 are sent again one after another
     */
    pacer?: Pacer | undefined;
  };

/**
 * Reads and checks the options of a client.
 *
 * @returns The options, with `base`, the base URL with a slash at its end, and what a token source needs, in `tenant`.
 * @throws TypeError If an option is missing, unknown or not valid.
 */
export function readClientOptions(options: ManagementClientOptions) {
  const given = readOptions('the options of the client', options, CLIENT_OPTIONS);
  const { tenantDomain, baseUrl, allowHttp, auth, fetch = platformFetch, pacer, headers } = given;
  if ((baseUrl === undefined) === (tenantDomain === undefined)) {
    throw new TypeError('pass either tenantDomain or baseUrl');
  }
  const url = baseUrl === undefined ? urlOfTenant(tenantDomain) : baseUrl;
  const base = secureUrl('baseUrl', isOfClass<URL>('URL', url) ? url.href : url, allowHttp).replace(/\/*$/, '/');
  if (typeof auth === 'string') checkToken(auth, 'auth must be');
  else if (typeof auth !== 'function') {
    throw new TypeError('auth must be an access token or a function that returns one, such as clientCredentials(…)');
  }
  if (typeof fetch !== 'function') throw new TypeError('fetch must be a function');
  return {
    base,
    tenant: { origin: new URL(base).origin, allowHttp, headers: readHeaders('headers', headers) },
    auth,
    fetch,
    pacer: pacer === undefined ? createBrake() : reveal<Pacing>('pacer', 'Pacer', pacer),
    ...readLimits(given, { timeout: DEFAULT_TIMEOUT_MS, attemptTimeout: undefined, retry: DEFAULT_RETRY }),
  };
}

/** The checked limits of a call. The times are in milliseconds. */
interface CallLimits {
  readonly timeout: number;
  readonly attemptTimeout: number | undefined;
  readonly retry: number;
}

/**
 * Reads and checks the options of a call.
 *
 * @param path The path template, which names the path parameters.
 * @param defaults The limits of the client.
 * @throws TypeError If a parameter or an option is missing, unknown or not valid.
 */
export function readCallOptions(path: unknown, options: unknown = {}, defaults: CallLimits) {
  if (typeof path !== 'string' || !path.startsWith('/')) {
    throw new TypeError('path must be a path template that starts with "/"');
  }
  // `readOptions` rejects a value that is not an object.
  const given = readOptions('the options of a call', options as Record<string, unknown>, CALL_OPTIONS);
  const { params = {}, body, headers, signal, pace } = given;
  const parameters = readOptions('params', params as Record<string, unknown>, PARAMETERS, 'params.');
  const { path: pathParameters = {}, query = {}, header } = parameters;
  checkObject('params.path', pathParameters);
  checkObject('params.query', query);
  checkSignal(signal);
  if (pace !== undefined && pace !== 'bulk') throw new TypeError('pace must be "bulk" or absent');
  return {
    params: {
      path: readPathParameters(path, pathParameters),
      query: readQuery(query),
      header: readHeaders('params.header', header),
    },
    body: serializeBody(body),
    headers: readHeaders('headers', headers),
    signal,
    isBulk: pace === 'bulk',
    ...readLimits(given, defaults),
  };
}

function urlOfTenant(tenantDomain: unknown): string {
  if (!isHost(tenantDomain)) {
    const hasScheme = typeof tenantDomain === 'string' && tenantDomain.includes('://');
    const remedy = hasScheme ? ', without "https://"' : '; for a port or a path, pass baseUrl';
    throw new TypeError(`tenantDomain must be a host name such as acme.example.com${remedy}`);
  }
  if (serverUrl === undefined) throw new TypeError('pass baseUrl; the OpenAPI document has no server');
  return serverUrl.replace(/{.*?}/, tenantDomain);
}

function readLimits(options: { readonly [Limit in keyof CallLimits]?: unknown }, defaults: CallLimits): CallLimits {
  const { timeout = defaults.timeout, attemptTimeout, retry = defaults.retry } = options;
  const limits = {
    timeout: wholeNumber('timeout', timeout, 1, ' of milliseconds'),
    attemptTimeout: defaults.attemptTimeout,
    retry: wholeNumber('retry', retry, 0),
  };
  if (attemptTimeout === undefined) return limits;
  limits.attemptTimeout = wholeNumber('attemptTimeout', attemptTimeout, 1, ' of milliseconds');
  if (limits.attemptTimeout > limits.timeout) throw new TypeError('attemptTimeout must be at most timeout');
  return limits;
}
