import { parseHttpDate } from './http-date.js';
import { readRateLimit } from './rate-limit.js';

/**
 * An `X-RateLimit-Reset` above this number is in epoch milliseconds: in epoch seconds, it would be in the year 33658.
 */
const EPOCH_MILLISECONDS = 1e12;
/** An `X-RateLimit-Reset` above this number is in epoch seconds: as a delay, it would be longer than 31 years. */
const EPOCH_SECONDS = 1e9;
/** A reset in whole seconds can be rounded down, so it means the end of that second. */
const ROUNDED_MS = 1000;
/** Shortest delay in milliseconds after a `Retry-After` that cannot be used, because it still requests a delay. */
const UNUSABLE_DELAY_MS = 1000;

/**
 * Returns the delay in milliseconds that a response requests. The function uses `Retry-After`. If `Retry-After` is
 * absent, invalid or in the past, the function uses `X-RateLimit-Reset` of a 429. It returns `undefined` if the response
 * requests no delay.
 */
export function requestedDelay({ status, headers }: Response): number | undefined {
  // With the `Date` of the response, a wrong local clock has no effect.
  const now = parseHttpDate(headers.get('Date')) ?? Date.now();
  const retryAfterMs = retryAfterDelay(headers, now);
  if (retryAfterMs !== undefined) return retryAfterMs;
  // Use the rate limit only for 429: the limit does not show when an unavailable server will be available again.
  const resetMs = status === 429 ? resetDelay(readRateLimit(headers)?.reset, now, ROUNDED_MS) : undefined;
  return headers.has('Retry-After') ? Math.max(resetMs ?? 0, UNUSABLE_DELAY_MS) : resetMs;
}

/**
 * Returns the delay of `Retry-After` in milliseconds; `undefined` if it is absent, invalid or in the past. It is a number
 * of seconds or a date: {@link https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 | RFC 9110 section 10.2.3}. A
 * fraction is rounded up. If several fields were sent, the longest delay applies.
 *
 * @param now The current time in epoch milliseconds, by the clock of the server. If it is `NaN`, dates are not used.
 */
export function retryAfterDelay(headers: Headers, now: number): number | undefined {
  // `headers` joins several fields with a comma, and a date has a comma too, before the day of the month.
  const fields = headers.get('Retry-After')?.split(/,(?!\s*\d\d[ -][a-z])/i) ?? [];
  const delays = fields.map((field) => {
    const text = field.trim();
    return /^\d+(\.\d+)?$/.test(text) ? Math.ceil(Number(text)) * 1000 : (parseHttpDate(text) ?? Number.NaN) - now;
  });
  const longest = Math.max(...delays.filter((delayMs) => delayMs >= 0));
  return longest >= 0 ? longest : undefined;
}

/**
 * Returns the milliseconds from `now` until the `reset` of a rate limit, or `undefined` if it cannot be used.
 *
 * @param now The current time in epoch milliseconds, by the clock of the server. If it is `NaN`, dates are not used.
 * @param roundedMs Milliseconds by which a reset in whole seconds can be too early.
 */
export function resetDelay(reset: number | undefined, now: number, roundedMs = 0): number | undefined {
  if (reset === undefined) return undefined;
  const endMs = reset * 1000 + roundedMs;
  const delayMs = reset > EPOCH_MILLISECONDS ? reset - now : reset > EPOCH_SECONDS ? endMs - now : endMs;
  return delayMs >= 0 ? delayMs : undefined;
}
