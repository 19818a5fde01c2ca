import { NOW } from '../support/fake-time.ts';
import { BACKOFF, GET_PATH, JITTER, type Seen, type TimedCase } from './case.ts';
import { json } from './replies.ts';

const HOUR = 3_600_000;
const httpDate = (ms: number) => new Date(ms).toUTCString();
const done = json(200, { id: 'tep_1' });
const doneSeen: Seen = { status: 200, data: { id: 'tep_1' } };
const slowDown = (headers: Record<string, string>) => json(429, { message: 'slow down' }, headers);
const refused: Seen = {
  error: 'ApiError',
  status: 429,
  message: `429 Too Many Requests: GET ${GET_PATH}: slow down`,
  body: { message: 'slow down' },
  cause: undefined,
};

/** What a server that knows the time asks for, and the wait that follows. */
const ASKED: readonly [string, Record<string, string>, number][] = [
  ['Retry-After in seconds', { 'Retry-After': '7' }, 7_000 + JITTER],
  ['Retry-After: 0', { 'Retry-After': '0' }, JITTER],
  ['Retry-After as a date', { 'Retry-After': httpDate(NOW + 9_000) }, 9_000 + JITTER],
  ['Retry-After as a date that is now', { 'Retry-After': httpDate(NOW) }, JITTER],
  ['Retry-After as a date that has passed', { 'Retry-After': httpDate(NOW - 9_000) }, BACKOFF],
  ['a malformed Retry-After', { 'Retry-After': 'soon' }, BACKOFF],
  ['an empty Retry-After', { 'Retry-After': '' }, BACKOFF],
  ['a negative Retry-After', { 'Retry-After': '-5' }, BACKOFF],
  ['a Retry-After with a fraction', { 'Retry-After': '1.5' }, BACKOFF],
  ['a Retry-After with a unit', { 'Retry-After': '5s' }, BACKOFF],
  ['two Retry-After in one', { 'Retry-After': '5, 6' }, BACKOFF],
  ['X-RateLimit-Reset in epoch seconds', { 'X-RateLimit-Reset': String(NOW / 1_000 + 30) }, 30_000 + JITTER],
  ['X-RateLimit-Reset in epoch milliseconds', { 'X-RateLimit-Reset': String(NOW + 30_500) }, 30_500 + JITTER],
  ['X-RateLimit-Reset in seconds from now', { 'X-RateLimit-Reset': '30' }, 30_000 + JITTER],
  ['X-RateLimit-Reset in seconds with a fraction', { 'X-RateLimit-Reset': '0.5' }, BACKOFF],
  ['X-RateLimit-Reset in epoch seconds that have passed', { 'X-RateLimit-Reset': String(NOW / 1_000 - 30) }, BACKOFF],
  ['X-RateLimit-Reset in epoch milliseconds that have passed', { 'X-RateLimit-Reset': String(NOW - 30_000) }, BACKOFF],
  ['a negative X-RateLimit-Reset', { 'X-RateLimit-Reset': '-30' }, BACKOFF],
  ['a malformed X-RateLimit-Reset', { 'X-RateLimit-Reset': 'soon' }, BACKOFF],
  ['an empty X-RateLimit-Reset', { 'X-RateLimit-Reset': '' }, BACKOFF],
  ['X-RateLimit-Reset of more than a number can hold', { 'X-RateLimit-Reset': '9'.repeat(400) }, BACKOFF],
  ['neither header field', {}, BACKOFF],
  ['both header fields', { 'Retry-After': '7', 'X-RateLimit-Reset': '30' }, 7_000 + JITTER],
  ['a malformed Retry-After and a reset', { 'Retry-After': 'soon', 'X-RateLimit-Reset': '30' }, 30_000 + JITTER],
];

const CLOCKS: readonly [string, number][] = [
  ['a right local clock', 0],
  ['a local clock an hour fast', HOUR],
  ['a local clock an hour slow', -HOUR],
];

/** What asks for more than any call has time for. */
const TOO_LONG: readonly [string, Record<string, string>][] = [
  ['Retry-After of a day', { 'Retry-After': '86400' }],
  ['Retry-After of more than a timer can hold', { 'Retry-After': '2147484' }],
  ['Retry-After of more than a number can hold', { 'Retry-After': '9'.repeat(400) }],
  ['Retry-After at the end of time', { 'Retry-After': 'Fri, 31 Dec 9999 23:59:59 GMT' }],
  ['X-RateLimit-Reset in a day', { 'X-RateLimit-Reset': '86400' }],
  ['X-RateLimit-Reset in epoch seconds in a day', { 'X-RateLimit-Reset': String(NOW / 1_000 + 86_400) }],
  ['X-RateLimit-Reset in epoch milliseconds in a day', { 'X-RateLimit-Reset': String(NOW + 86_400_000) }],
];

export const rateLimits: readonly TimedCase[] = [
  ...CLOCKS.flatMap(([clock, clockError]) =>
    ASKED.map(([name, headers, wait]) => ({
      name: `${name}, by ${clock}`,
      clockError,
      api: [slowDown({ Date: httpDate(NOW), ...headers }), done],
      waits: [wait],
      seen: doneSeen,
    })),
  ),
  ...CLOCKS.flatMap(([clock, clockError]) =>
    TOO_LONG.map(([name, headers]) => ({
      name: `${name}, by ${clock}, is not waited for`,
      clockError,
      api: [slowDown({ Date: httpDate(NOW), ...headers })],
      waits: [],
      seen: refused,
    })),
  ),
  {
    name: 'a reset by a right local clock, from a server that does not tell the time',
    api: [slowDown({ 'X-RateLimit-Reset': String(NOW / 1_000 + 5) }), done],
    waits: [5_000 + JITTER],
    seen: doneSeen,
  },
  {
    name: 'a reset by a local clock an hour fast, from a server that does not tell the time',
    clockError: HOUR,
    api: [slowDown({ 'X-RateLimit-Reset': String(NOW / 1_000 + 5) }), done],
    waits: [BACKOFF],
    seen: doneSeen,
  },
  {
    name: 'a reset by a local clock an hour slow, from a server that does not tell the time, is not waited for',
    clockError: -HOUR,
    api: [slowDown({ 'X-RateLimit-Reset': String(NOW / 1_000 + 5) })],
    waits: [],
    seen: refused,
  },
  {
    name: 'one 429 after another, each with a wait of its own',
    api: [slowDown({ 'Retry-After': '7' }), slowDown({ 'X-RateLimit-Reset': '3' }), done],
    waits: [7_000 + JITTER, 3_000 + JITTER],
    seen: doneSeen,
  },
  {
    name: 'one 429 after another without any header field, each with twice the backoff',
    retry: 3,
    api: [slowDown({}), slowDown({}), slowDown({}), done],
    waits: [BACKOFF, 2 * BACKOFF, 4 * BACKOFF],
    seen: doneSeen,
  },
  {
    name: 'a second wait that is too long after a first that was not',
    api: [slowDown({ 'Retry-After': '40' }), slowDown({ 'Retry-After': '40' })],
    waits: [40_000 + JITTER],
    seen: { ...refused, message: `${refused.message} (attempt 2)` },
  },
  {
    name: 'a 503 with Retry-After',
    api: [json(503, {}, { 'Retry-After': '7' }), done],
    waits: [7_000 + JITTER],
    seen: doneSeen,
  },
  {
    name: 'a 503 with a reset, which is none of its business',
    api: [json(503, {}, { 'X-RateLimit-Reset': '30' }), done],
    waits: [BACKOFF],
    seen: doneSeen,
  },
  {
    name: 'a 429 of a DELETE',
    method: 'DELETE',
    api: [slowDown({ 'Retry-After': '7' }), json(200, null)],
    waits: [7_000 + JITTER],
    seen: { status: 200, data: null },
  },
];
