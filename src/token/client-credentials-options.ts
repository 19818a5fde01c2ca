import type { ClientAuth } from 'oauth4webapi';
import { tokenUrl as documentTokenUrl } from '#generated/defaults.js';
import { secureUrl } from '../../common/secure-url.js';
import type { HeaderFields } from '../calls.js';
import { reveal } from '../opaque.js';
import { fieldsOf, readHeaders } from '../options/header-fields.js';
import { memberOf } from '../options/members.js';
import { checkWellFormed, readOptions } from '../options/value-checks.js';
import type { TokenCache, TokenLookups } from './shared-token-cache.js';
import { clientSecretPost, OWN_FIELD } from './token-request.js';

const OPTIONS = 'clientId clientSecret clientAuthentication tokenUrl audience headers tokenCache'.split(' ');

/** Options of `clientCredentials`. Pass either `clientSecret` or `clientAuthentication`. */
export type ClientCredentialsOptions = {
  /** `client_id` of the application. */
  clientId: string;
  /**
   * URL of the token endpoint, absolute or relative to the tenant's origin. `http:` only for loopback, or if the client
   * has `allowHttp`.
   * @default `/oauth/token/`, from the OpenAPI document
   */
  tokenUrl?: string | undefined;
  /**
   * `audience` of the token request.
   * @default `/api/v2/`, from the OpenAPI document, resolved against the tenant's origin
   */
  audience?: string | undefined;
  /**
   * Header fields of the token request. If the token URL has the origin of the tenant, the client's `headers` are sent
   * too, except `Accept` and `Content-*`.
   */
  headers?: HeaderFields | undefined;
  /**
   * Shares one token among processes: the result of `sharedTokenCache(store)`.
   * @default none is shared
   */
  tokenCache?: TokenCache | undefined;
} & (
  | {
      /** The client secret, sent with `client_secret_post` (RFC 6749 section 2.3.1). */
      clientSecret: string;
      clientAuthentication?: undefined;
    }
  | {
      /** Another method: `privateKeyJwt(options)`, or one of `oauth4webapi`. */
      clientAuthentication: ClientAuth;
      clientSecret?: undefined;
    }
);

/**
 * Reads and checks the options of `clientCredentials`.
 *
 * @throws TypeError If an option is missing, unknown or not valid.
 */
export function readClientCredentialsOptions(options: ClientCredentialsOptions) {
  // A client that got this function instead of its result calls it with a token request.
  if (memberOf(Object(options), 'signal')) {
    throw new TypeError(
      'auth must be an access token or a function that returns one, such as clientCredentials(…), not clientCredentials',
    );
  }
  const given = readOptions('the options of clientCredentials', options, OPTIONS);
  const { clientId, clientSecret, clientAuthentication, tokenUrl = documentTokenUrl } = given;
  const { audience, headers, tokenCache } = given;
  checkText('clientId', clientId);
  const authenticate = readAuthentication(clientSecret, clientAuthentication);
  if (tokenUrl === undefined) throw new TypeError('pass tokenUrl; the OpenAPI document has no token URL');
  checkText('tokenUrl', tokenUrl);
  // Check the URL now, against a placeholder. Each call resolves the URL again, against the origin of its tenant, and
  // only the client of the call knows whether `http:` is allowed.
  secureUrl('tokenUrl', tokenUrl, true, 'https://acme.example.com');
  if (audience !== undefined) checkText('audience', audience);
  return {
    clientId,
    authenticate,
    tokenUrl,
    audience,
    headers: readTokenHeaders(headers),
    tokenCache:
      tokenCache === undefined
        ? undefined
        : reveal<TokenLookups>('tokenCache', 'TokenCache', tokenCache, 'sharedTokenCache(store)'),
  };
}

function readTokenHeaders(headers: unknown): Record<string, string> {
  const fields = fieldsOf('headers', headers);
  const own = fields.find(([name]) => OWN_FIELD.test(name))?.[0];
  if (own === undefined) return readHeaders('headers', Object.fromEntries(fields));
  throw new TypeError(`headers must not set ${own}; remove it, because the token request sets this field`);
}

function readAuthentication(clientSecret: unknown, clientAuthentication: ClientAuth | undefined): ClientAuth {
  if (clientAuthentication === undefined) {
    if (clientSecret === undefined) throw new TypeError('pass clientSecret or clientAuthentication');
    checkText('clientSecret', clientSecret);
    return clientSecretPost(clientSecret);
  }
  if (clientSecret !== undefined) throw new TypeError('pass either clientSecret or clientAuthentication, not both');
  if (typeof clientAuthentication === 'function') return clientAuthentication;
  throw new TypeError('clientAuthentication must be a function, such as privateKeyJwt({ key })');
}

function checkText(name: string, value: unknown): asserts value is string {
  if (typeof value !== 'string' || value === '') throw new TypeError(`${name} must be a non-empty string`);
  checkWellFormed(name, value);
}
