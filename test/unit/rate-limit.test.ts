import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { parseHttpDate } from '../../src/rate-limit/http-date.ts';
import { readRateLimit } from '../../src/rate-limit/rate-limit.ts';
import { apiErrorOf } from '../support/expected-errors.ts';
import { createScriptedClient } from '../support/scripted-client.ts';
import { createResponse } from '../support/scripted-fetch.ts';

test('error.rateLimit contains the rate limit of the response', async () => {
  const { read } = createScriptedClient([createResponse(403, undefined, { 'X-RateLimit-Remaining': '7' })]);
  expect((await apiErrorOf(read())).rateLimit).toEqual({ remaining: 7 });
});

describe('readRateLimit', () => {
  const rateLimitOf = (headers: Record<string, string>) => readRateLimit(new Headers(headers));

  test('returns limit, remaining and reset unchanged', () => {
    const headers = { 'X-RateLimit-Limit': '10', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '1767225600' };
    expect(rateLimitOf(headers)).toEqual({ limit: 10, remaining: 0, reset: 1767225600 });
  });

  test('ignores spaces and tabs around a number', () => {
    const fields: Record<string, string> = { 'X-RateLimit-limit': '10 ', 'X-RateLimit-reset': '\t5' };
    expect(readRateLimit({ get: (name) => fields[name] ?? null })).toEqual({ limit: 10, reset: 5 });
  });

  test.each(['x-ratelimit-limit', 'X-RATELIMIT-LIMIT'])('ignores the case of the header name %s', (name) => {
    expect(rateLimitOf({ [name]: '10' })).toEqual({ limit: 10 });
  });

  test.each(['', 'unlimited', '-1', '1e3', '10, 20', '1000000000000000'])(
    'ignores %j, which is not a whole decimal number of up to 15 digits',
    (text) => {
      expect(rateLimitOf({ 'X-RateLimit-Reset': text })).toBeUndefined();
      expect(rateLimitOf({ 'X-RateLimit-Reset': text, 'X-RateLimit-Limit': '10' })).toEqual({ limit: 10 });
    },
  );
});

const EXAMPLE = Date.UTC(1994, 10, 6, 8, 49, 37);

describe('parseHttpDate', () => {
  test.each(['America/New_York', 'Asia/Tokyo', 'UTC'])(
    'parses the three date formats of RFC 9110 as UTC if the local time zone is %s',
    (zone) => {
      vi.stubEnv('TZ', zone);
      onTestFinished(() => void vi.unstubAllEnvs());
      expect(parseHttpDate('Sun, 06 Nov 1994 08:49:37 GMT')).toBe(EXAMPLE);
      expect(parseHttpDate('Sunday, 06-Nov-94 08:49:37 GMT')).toBe(EXAMPLE);
      expect(parseHttpDate('Sun Nov  6 08:49:37 1994')).toBe(EXAMPLE);
      expect(parseHttpDate('\tSun, 06 Nov 1994 08:49:37 GMT ')).toBe(EXAMPLE);
    },
  );

  test.each([
    null,
    '',
    '06 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 08:49:37 +0100',
    'Sun, 06 Nov 1994 08:49:37 GMT, again',
    'again, Sun, 06 Nov 1994 08:49:37 GMT',
    'Sun, 06 Foo 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 25:49:37 GMT',
    'Sun Nov  6 08:49:37 1994 GMT',
    'x Sun Nov  6 08:49:37 1994',
    '1994-11-06T08:49:37Z',
  ])('returns undefined for %j, which is not an HTTP date', (text) => {
    expect(parseHttpDate(text)).toBeUndefined();
  });
});
