import { type RateLimit, readRateLimit } from '../rate-limit.js';
import { serverText } from '../server-text.js';

/**
 * Thrown when the response of the token endpoint contains no usable access token.
 *
 * `error` and `error_description` are those of {@link https://www.rfc-editor.org/rfc/rfc6749#section-5.2 | RFC 6749
 * section 5.2}. Neither the message nor an enumerable property contains a secret of the token request.
 */
export class TokenError extends Error {
  override readonly name = 'TokenError';
  /** Status code of the token endpoint's response; 0 if a browser hides a redirect. */
  readonly status: number;
  /** Error code of the token endpoint, for example `invalid_client`. */
  readonly error: string | undefined;
  /** The token endpoint's description of the error, cut after 1,000 characters. */
  readonly error_description: string | undefined;
  /** The numbers in the `X-RateLimit-*` header fields; `undefined` if the response has none of them. */
  readonly rateLimit: RateLimit | undefined;
  readonly #headers: Headers;

  /**
   * @param reason The reason why the response is not usable. The message contains this reason only if `error` and
   *   `error_description` are empty.
   * @param error Error code. The caller has removed all secrets from `error` and from `error_description`.
   */
  constructor({ status, headers }: Response, reason: string, error?: string, error_description?: string) {
    const explanation = serverText([error, error_description].filter(Boolean).join(': '));
    // Omit the reason phrase of the response, because the server can echo a secret in it.
    super(`Token request: ${status}: ${explanation || reason}`);
    this.status = status;
    this.error = error === undefined ? undefined : serverText(error);
    this.error_description = error_description === undefined ? undefined : serverText(error_description);
    this.rateLimit = readRateLimit(headers);
    this.#headers = headers;
  }

  /** Header fields of the response. The property is not enumerable, because loggers copy enumerable properties. */
  get headers(): Headers {
    return this.#headers;
  }

  /** Returns the message and the enumerable properties, without header fields and secrets. */
  toJSON(): Pick<TokenError, 'name' | 'message' | 'status' | 'error' | 'error_description' | 'rateLimit'> {
    return { ...this, message: this.message };
  }
}
