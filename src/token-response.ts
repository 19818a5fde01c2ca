import { TokenError } from './errors.js';
import { isBearerToken } from './options.js';

/** An access token and how long it lives. */
export interface IssuedToken {
  readonly token: string;
  readonly lifetimeMs: number;
}

/** Lifetime where the token endpoint gives none: RFC 6749 section 5.1 only recommends `expires_in`. */
const UNSTATED_LIFETIME_S = 300;
/** Above this, 31 years, a lifetime is no lifetime, and no clock or store could hold it. */
const ENDLESS_S = 1e9;

const REDACTED = '[client secret]';

/**
 * Reads the token endpoint's answer.
 *
 * @throws {TokenError} When it holds no usable access token.
 * @throws TypeError When a successful answer is cut off.
 */
export async function readTokenResponse(response: Response, clientSecret: string | undefined): Promise<IssuedToken> {
  const body = await readObject(response);
  const { access_token, token_type = 'bearer', expires_in } = body;
  if (!response.ok) {
    const [error, description] = [body['error'], body['error_description']].map((said) => redact(said, clientSecret));
    // Or 0, where a browser hides it.
    const isRedirect = response.status < 400;
    throw new TokenError(
      response,
      isRedirect ? 'redirect not followed' : 'no OAuth error in the body',
      error,
      description,
    );
  }
  if (!isBearerToken(access_token)) throw new TokenError(response, 'no usable access_token in the body');
  if (!/^"bearer"$/i.test(JSON.stringify(token_type))) {
    throw new TokenError(response, 'token_type is not Bearer');
  }
  const seconds = Number(expires_in);
  return {
    token: access_token,
    lifetimeMs: (seconds > 0 && seconds < ENDLESS_S ? seconds : UNSTATED_LIFETIME_S) * 1000,
  };
}

/** The JSON object in a body; an empty one where the body is anything else. */
async function readObject(response: Response): Promise<Record<string, unknown>> {
  let body: unknown;
  try {
    body = JSON.parse(await response.text());
  } catch (failure) {
    // A syntax error is never chained: its message quotes the body, which may hold a token.
    if (!(failure instanceof SyntaxError) && response.ok) throw failure;
  }
  // Of anything but an object, the spread takes nothing that has a name.
  return { ...(body as object) };
}

/** Takes an echoed client secret, as it is or as the form carried it, out of what the token endpoint says. */
function redact(value: unknown, secret: string | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (secret === undefined) return value;
  const sent = String(new URLSearchParams({ '': secret })).slice(1);
  return value.replaceAll(secret, REDACTED).replaceAll(sent, REDACTED);
}
