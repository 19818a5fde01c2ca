/**
 * The three `X-RateLimit-*` header fields of a response.
 *
 * Each number has the value of its header field. The number is absent if the header field is absent or is not a whole
 * decimal number.
 *
 * Source: the `429` response of the OpenAPI document, which shows no unit for these header fields.
 */
export interface RateLimit {
  /** `X-RateLimit-Limit`. */
  readonly limit?: number;
  /** `X-RateLimit-Remaining`. */
  readonly remaining?: number;
  /** `X-RateLimit-Reset`, unchanged: the document does not show its unit. */
  readonly reset?: number;
}

/** Reads the rate limit of a response; `undefined` if none of the three header fields is a whole decimal number. */
export function readRateLimit(headers: Headers): RateLimit | undefined {
  const rateLimit: { -readonly [Name in keyof RateLimit]: number } = {};
  for (const name of ['limit', 'remaining', 'reset'] as const) {
    const text = headers.get(`X-RateLimit-${name}`) ?? '';
    const value = Number(text);
    // Test the text too, because `Number` also accepts texts that are not decimal numbers, such as '' and '0x10'.
    if (/^\d+$/.test(text) && Number.isSafeInteger(value)) rateLimit[name] = value;
  }
  return Object.keys(rateLimit).length > 0 ? rateLimit : undefined;
}
