/**
 * The rate limit in the header fields of a response. A number is absent if its field is absent or malformed.
 *
 * Source: the `429` response of the OpenAPI document. With a pacer, also `RateLimit` and `RateLimit-Policy` of
 * {@link https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers-10 | IETF draft 10}.
 */
export interface RateLimit {
  /** `X-RateLimit-Limit`, or the parameter `q` of `RateLimit-Policy`. */
  readonly limit?: number;
  /** `X-RateLimit-Remaining`, or the parameter `r` of `RateLimit`. */
  readonly remaining?: number;
  /** `X-RateLimit-Reset`, whose unit is not documented by the API, or the parameter `t` of `RateLimit`, in seconds. */
  readonly reset?: number;
}

/** Reads the `X-RateLimit-*` header fields; `undefined` if none of them is a whole number of up to 15 digits. */
export function readRateLimit(headers: Pick<Headers, 'get'>): RateLimit | undefined {
  const rateLimit: { -readonly [Name in keyof RateLimit]: number } = {};
  for (const name of ['limit', 'remaining', 'reset'] as const) {
    const text = headers.get(`X-RateLimit-${name}`)?.trim() ?? '';
    // With at most 15 digits, as in RFC 9651 section 3.3.1, the number is a safe integer.
    if (/^\d{1,15}$/.test(text)) rateLimit[name] = Number(text);
  }
  return Object.keys(rateLimit).length > 0 ? rateLimit : undefined;
}
