import { isBearerToken } from '../options.js';
import { redact } from '../redact.js';
import { TokenError } from './token-error.js';

/** An access token and its lifetime. */
export interface IssuedToken {
  readonly token: string;
  readonly lifetimeMs: number;
}

/** Lifetime if the token endpoint does not state one: RFC 6749 section 5.1 only recommends `expires_in`. */
const UNSTATED_LIFETIME_S = 300;
/** A lifetime of 31 years or more is an error of the endpoint, and too long for clocks and stores. */
const ENDLESS_S = 1e9;

/**
 * Reads the response of the token endpoint.
 *
 * @param secrets The secrets that the token request carried, in all their forms; no error shows them.
 * @throws {TokenError} If it holds no usable access token.
 * @throws The platform's error if the body of a successful response is cut off.
 */
export async function readTokenResponse(response: Response, secrets: readonly string[]): Promise<IssuedToken> {
  const { access_token, token_type = 'bearer', expires_in, error, error_description } = await readObject(response);
  if (!response.ok) {
    // A browser hides a redirect behind the status 0.
    const reason = response.status < 400 ? 'redirect not followed' : 'no OAuth error in the body';
    throw new TokenError(response, reason, withoutSecrets(error, secrets), withoutSecrets(error_description, secrets));
  }
  if (!isBearerToken(access_token)) throw new TokenError(response, 'no usable access_token in the body');
  if (typeof token_type !== 'string' || token_type.toLowerCase() !== 'bearer') {
    throw new TokenError(response, 'token_type is not Bearer');
  }
  const seconds = Number(expires_in);
  return {
    token: access_token,
    lifetimeMs: (seconds > 0 && seconds < ENDLESS_S ? seconds : UNSTATED_LIFETIME_S) * 1000,
  };
}

/** The members of a token response that the client reads. */
interface TokenResponseBody {
  readonly access_token?: unknown;
  readonly token_type?: unknown;
  readonly expires_in?: unknown;
  readonly error?: unknown;
  readonly error_description?: unknown;
}

/** The JSON object in a body; an empty object if the body is anything else. */
async function readObject(response: Response): Promise<TokenResponseBody> {
  let body: unknown;
  try {
    body = JSON.parse(await response.text());
  } catch (failure) {
    // A syntax error is never the cause of another error: its message quotes the body, which may hold a token.
    if (!(failure instanceof SyntaxError) && response.ok) throw failure;
  }
  return typeof body === 'object' && body !== null ? body : {};
}

/** A text of the token endpoint without the secrets that it echoes; `undefined` if it is not a string. */
function withoutSecrets(text: unknown, secrets: readonly string[]): string | undefined {
  return typeof text === 'string' ? redact(text, secrets, '[client secret]') : undefined;
}
