import { type FailedCall, ManagementError } from '../errors/management-error.js';
import { serverText } from '../errors/server-text.js';
import { type RateLimit, readRateLimit } from '../rate-limit/rate-limit.js';

/** The texts of an error of the token endpoint, without secrets. */
export interface TokenErrorTexts {
  readonly error?: string | undefined;
  readonly errorDescription?: string | undefined;
  /** The audience of a request that got a 403, which an unknown audience can cause. */
  readonly audience?: string | undefined;
  /** Why the response is not usable. The message contains this reason only if the other texts are empty. */
  readonly reason: string;
}

/** Returns the code of a response that contains no usable access token. */
function codeOf({ ok, status }: Response, error: string | undefined): TokenError['code'] {
  if (ok) return 'token_unusable';
  // Another server, such as a proxy, can send any 4xx, but no OAuth error code.
  const isOAuthError = error !== undefined || status === 401 || status === 403;
  const isDenied = isOAuthError && status >= 400 && status < 500 && status !== 408 && status !== 429;
  return isDenied ? 'token_denied' : 'token_unavailable';
}

/**
 * Thrown when the response of the token endpoint contains no usable access token. `code` is `token_denied`,
 * `token_unavailable` or `token_unusable`. No secret of the token request is in the message or in an enumerable
 * property.
 *
 * Source: {@link https://www.rfc-editor.org/rfc/rfc6749#section-5.2 | RFC 6749 section 5.2}.
 */
export class TokenError extends ManagementError {
  override readonly name = 'TokenError';
  declare readonly code: 'token_denied' | 'token_unavailable' | 'token_unusable';
  declare readonly method: string;
  declare readonly path: string;
  declare readonly attempts: number;
  declare readonly maybePerformed: number;
  /** Status code of the response; 0 if a browser hides a redirect. */
  declare readonly status: number;
  /** `error` of the response, such as `invalid_client`. */
  declare readonly error: string | undefined;
  /** `error_description` of the response, cut after 1,000 characters. */
  declare readonly errorDescription: string | undefined;
  /** The numbers in the `X-RateLimit-*` header fields, if there are any. */
  declare readonly rateLimit: RateLimit | undefined;
  readonly #response: Response;
  readonly #texts: TokenErrorTexts;

  /**
   * @param call The call that needs the token; `attempts` are those of the token request.
   * @param texts The texts of the error. The caller has removed all secrets from them.
   */
  constructor(call: FailedCall, response: Response, texts: TokenErrorTexts) {
    const { error, errorDescription, reason, audience } = texts;
    const explanation = serverText([error, errorDescription].filter(Boolean).join(': '));
    const sent = audience ? `; the audience of the request was "${serverText(audience)}"` : '';
    // Omit the reason phrase of the response, because the server can echo a secret in it.
    super(`Token request: ${response.status}: ${explanation || reason}${sent}`, codeOf(response, error), call);
    this.status = response.status;
    this.error = error && serverText(error);
    this.errorDescription = errorDescription && serverText(errorDescription);
    this.rateLimit = readRateLimit(response.headers);
    this.#response = response;
    this.#texts = texts;
  }

  /** Header fields of the response. Not enumerable. */
  get headers(): Headers {
    return this.#response.headers;
  }

  /**
   * Returns the same error for another call, because several calls can share a token request.
   * @internal
   */
  forCall(call: Omit<FailedCall, 'attempts'>): TokenError {
    // With the name of the class here, the bundler would give the class another name, which loggers would show.
    const Copy = this.constructor as typeof TokenError;
    return new Copy({ ...call, attempts: this.attempts }, this.#response, this.#texts);
  }
}
