/**
 * What the three `X-RateLimit-*` header fields of a response say.
 *
 * Each number stands as sent and is left out where its header field is absent or does not begin with a number. Source: the `429`
 * response of the OpenAPI document, which shows no unit for any of them.
 */
export interface RateLimit {
  /** `X-RateLimit-Limit`. */
  readonly limit?: number;
  /** `X-RateLimit-Remaining`. */
  readonly remaining?: number;
  /** `X-RateLimit-Reset`, as sent: its unit is not shown. */
  readonly reset?: number;
}

/** Reads the rate limit of a response; `undefined` where none of the three header fields says anything. */
export function readRateLimit(headers: Headers): RateLimit | undefined {
  const sent = ['limit', 'remaining', 'reset']
    .map((name) => [name, Number.parseFloat(headers.get(`X-RateLimit-${name}`) ?? '')] as const)
    .filter(([, value]) => value >= 0);
  return sent.length > 0 ? Object.fromEntries(sent) : undefined;
}
