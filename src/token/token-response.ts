import type { FailedCall } from '../errors/management-error.js';
import { redact } from '../errors/redact.js';
import { withoutPrototype } from '../options/members.js';
import { isBearerToken } from '../options/value-checks.js';
import { TokenError, type TokenErrorTexts } from './token-error.js';

export interface IssuedToken {
  readonly token: string;
  readonly lifetimeMs: number;
}

/**
 * Lifetime of a token in seconds if the response has no valid `expires_in`, which RFC 6749 section 5.1 recommends, but
 * does not require.
 */
const UNSTATED_LIFETIME_S = 300;
/**
 * An `expires_in` of this many seconds (31 years) or more is not valid. It is an error of the token endpoint, and some
 * stores do not accept such a long time.
 */
const ENDLESS_S = 1e9;

/**
 * Reads the response of the token endpoint.
 *
 * @param secrets The secrets of the token request in all their forms; no error contains them.
 * @param audience The audience of the token request, for the error.
 * @param call The token request, for the error.
 * @throws {TokenError} If the response contains no usable access token.
 * @throws The platform's error if the body of a successful response is cut off.
 */
export async function readTokenResponse(
  response: Response,
  secrets: readonly string[],
  audience: string | undefined,
  call: FailedCall,
): Promise<IssuedToken> {
  const { access_token, token_type = 'bearer', expires_in, error, error_description } = await readObject(response);
  const fail = (reason: string, texts?: Omit<TokenErrorTexts, 'reason'>) =>
    new TokenError(call, response, { reason, ...texts });
  if (!response.ok) {
    // A browser reports status 0 for a redirect that is not followed.
    const reason = response.status < 400 ? 'redirect not followed' : 'the body has no OAuth error code';
    const errorDescription = withoutSecrets(error_description, secrets);
    const denied = response.status === 403 ? withoutSecrets(audience, secrets) : undefined;
    throw fail(reason, { error: withoutSecrets(error, secrets), errorDescription, audience: denied });
  }
  if (!isBearerToken(access_token)) throw fail('no usable access_token in the body');
  if (typeof token_type !== 'string' || token_type.toLowerCase() !== 'bearer') {
    throw fail('token_type is not Bearer');
  }
  const seconds = Number(expires_in);
  return {
    token: access_token,
    lifetimeMs: (seconds > 0 && seconds < ENDLESS_S ? seconds : UNSTATED_LIFETIME_S) * 1000,
  };
}

/** Reads the JSON object in a body; returns an object without members if the body is not a JSON object. */
async function readObject(response: Response): Promise<Readonly<Record<string, unknown>>> {
  let body: unknown;
  try {
    body = JSON.parse(await response.text());
  } catch (failure) {
    // Ignore a syntax error, and do not set it as the cause of another error: the message of a syntax error quotes the
    // body, which can contain a token.
    if (!(failure instanceof SyntaxError) && response.ok) throw failure;
  }
  return withoutPrototype(Object(body));
}

/** Replaces the secrets in a text of the token endpoint. Returns `undefined` if the value is not a string. */
function withoutSecrets(text: unknown, secrets: readonly string[]): string | undefined {
  return typeof text === 'string' ? redact(text, secrets, '[client secret]') : undefined;
}
