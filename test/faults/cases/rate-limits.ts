import { NOW } from '../../support/now.ts';
import type { CallOutcome } from '../call-outcome.ts';
import { json } from '../scripted-server.ts';
import { apiError, BACKOFF, GET_PATH, JITTER, type TimedCase } from './case.ts';

const HOUR = 3_600_000;
const httpDate = (ms: number) => new Date(ms).toUTCString();
const accept = json(200, { id: 'tep_1' });
const success: CallOutcome = { status: 200, data: { id: 'tep_1' } };
const refuse = (headers: Record<string, string>) => json(429, { message: 'slow down' }, headers);
const MESSAGE = `429 Too Many Requests: GET ${GET_PATH}: slow down`;
const rateLimitError = apiError(429, MESSAGE, { message: 'slow down' });

/** Header fields of a response that also has `Date`, and the expected delay before the retry. */
const DELAYS: readonly [string, Record<string, string>, number][] = [
  ['Retry-After in seconds', { 'Retry-After': '7' }, 7_000 + JITTER],
  ['Retry-After: 0', { 'Retry-After': '0' }, BACKOFF],
  ['Retry-After as an HTTP date', { 'Retry-After': httpDate(NOW + 9_000) }, 9_000 + JITTER],
  ['Retry-After as an HTTP date in the past', { 'Retry-After': httpDate(NOW - 9_000) }, 1_000 + JITTER],
  ['an invalid Retry-After', { 'Retry-After': 'soon' }, 1_000 + JITTER],
  ['a negative Retry-After', { 'Retry-After': '-5' }, 1_000 + JITTER],
  ['a fractional Retry-After', { 'Retry-After': '1.5' }, 2_000 + JITTER],
  ['a Retry-After that has a unit', { 'Retry-After': '5s' }, 1_000 + JITTER],
  ['two values in one Retry-After', { 'Retry-After': '5, 6' }, 6_000 + JITTER],
  ['a date and seconds in one Retry-After', { 'Retry-After': `${httpDate(NOW + 9_000)}, 6` }, 9_000 + JITTER],
  ['X-RateLimit-Reset in epoch seconds', { 'X-RateLimit-Reset': String(NOW / 1_000 + 30) }, 31_000 + JITTER],
  ['X-RateLimit-Reset in epoch milliseconds', { 'X-RateLimit-Reset': String(NOW + 30_500) }, 30_500 + JITTER],
  ['X-RateLimit-Reset in seconds from now', { 'X-RateLimit-Reset': '30' }, 31_000 + JITTER],
  ['X-RateLimit-Reset in epoch seconds in the past', { 'X-RateLimit-Reset': String(NOW / 1_000 - 30) }, BACKOFF],
  ['X-RateLimit-Reset in epoch milliseconds in the past', { 'X-RateLimit-Reset': String(NOW - 30_000) }, BACKOFF],
  ['an invalid X-RateLimit-Reset', { 'X-RateLimit-Reset': 'soon' }, BACKOFF],
  ['neither Retry-After nor X-RateLimit-Reset', {}, BACKOFF],
  ['both Retry-After and X-RateLimit-Reset', { 'Retry-After': '7', 'X-RateLimit-Reset': '30' }, 7_000 + JITTER],
  [
    'an invalid Retry-After and a valid X-RateLimit-Reset',
    { 'Retry-After': 'soon', 'X-RateLimit-Reset': '30' },
    31_000 + JITTER,
  ],
];

/** Header fields that request a delay longer than the timeout of the call. */
const TOO_LONG: readonly [string, Record<string, string>][] = [
  ['a Retry-After of one day', { 'Retry-After': '86400' }],
  ['a Retry-After too large for setTimeout', { 'Retry-After': '2147484' }],
  ['a Retry-After too large for a number', { 'Retry-After': '9'.repeat(400) }],
  ['an X-RateLimit-Reset of one day in seconds', { 'X-RateLimit-Reset': '86400' }],
];

export const rateLimits: readonly TimedCase[] = [
  // The local clock is wrong, so that each of these delays shows that the client uses the clock of the server.
  ...DELAYS.map(([name, headers, delay]) => ({
    name: `GET that gets 429 with ${name}`,
    clockError: HOUR,
    api: [refuse({ Date: httpDate(NOW), ...headers }), accept],
    delays: [delay],
    expected: success,
  })),
  ...TOO_LONG.map(([name, headers]) => ({
    name: `GET that gets 429 with ${name}, which is longer than the timeout,`,
    clockError: -HOUR,
    api: [refuse({ Date: httpDate(NOW), ...headers })],
    delays: [],
    expected: rateLimitError,
  })),
  {
    name: 'GET that gets 429 with X-RateLimit-Reset but without Date',
    api: [refuse({ 'X-RateLimit-Reset': String(NOW / 1_000 + 5) }), accept],
    delays: [6_000 + JITTER],
    expected: success,
  },
  {
    name: 'GET that gets two 429 responses, the second with a delay longer than the remaining time,',
    api: [refuse({ 'Retry-After': '40' }), refuse({ 'Retry-After': '40' })],
    delays: [40_000 + JITTER],
    expected: apiError(429, `${MESSAGE} (attempt 2)`, { message: 'slow down' }),
  },
  ...(
    [
      ['Retry-After', { 'Retry-After': '7' }, 7_000 + JITTER],
      ['X-RateLimit-Reset, which the client uses only for 429,', { 'X-RateLimit-Reset': '30' }, BACKOFF],
    ] as const
  ).map(([fields, headers, delay]) => ({
    name: `GET that gets 503 with ${fields}`,
    api: [json(503, {}, headers), accept],
    delays: [delay],
    expected: success,
  })),
];
