import { type RateLimit, readRateLimit } from '../rate-limit.js';
import { serverText } from '../server-text.js';

/**
 * Thrown when the response of the token endpoint contains no usable access token.
 *
 * `error` and `error_description` are those of {@link https://www.rfc-editor.org/rfc/rfc6749#section-5.2 | RFC 6749
 * section 5.2}. Neither the message nor a property contains a token, a secret or a key.
 */
export class TokenError extends Error {
  override readonly name = 'TokenError';
  /** Status code of the token endpoint's response; 0 if a browser hides a redirect. */
  readonly status: number;
  /** Error code of the token endpoint, for example `invalid_client`. */
  readonly error: string | undefined;
  /** The token endpoint's description of the error, cut at 1,000 characters. */
  readonly error_description: string | undefined;
  /** The three `X-RateLimit-*` header fields; `undefined` if the response has none. */
  readonly rateLimit: RateLimit | undefined;
  readonly #headers: Headers;

  /**
   * @param reason The reason why the response is not usable; the message contains it if `error` and
   *   `error_description` are empty.
   * @param error Error code without secrets: the caller has removed them here and in `error_description`.
   */
  constructor({ status, headers }: Response, reason: string, error?: string, error_description?: string) {
    const explanation = serverText([error, error_description].filter(Boolean).join(': '));
    // Omit the reason phrase: the server chooses it, and it can echo a secret.
    super(`Token request: ${status}: ${explanation || reason}`);
    this.status = status;
    this.error = error === undefined ? undefined : serverText(error);
    this.error_description = error_description === undefined ? undefined : serverText(error_description);
    this.rateLimit = readRateLimit(headers);
    this.#headers = headers;
  }

  /** Header fields of the response. Not enumerable, since loggers copy enumerable properties. */
  get headers(): Headers {
    return this.#headers;
  }

  /** The message and the enumerable properties: no header field and no secret. */
  toJSON(): Pick<TokenError, 'name' | 'message' | 'status' | 'error' | 'error_description' | 'rateLimit'> {
    return { ...this, message: this.message };
  }
}
