import { describe, expect, test, vi } from 'vitest';
import { createPacer } from '../../../src/bulk/index.ts';
import { readRateLimitFields } from '../../../src/bulk/pacer/rate-limit-fields.ts';
import { apiErrorOf } from '../../support/expected-errors.ts';
import { createScriptedClient } from '../../support/scripted-client.ts';
import { createResponse } from '../../support/scripted-fetch.ts';

const POLICY = '"default";q=100;w=60';

test('with a pacer, error.rateLimit contains the numbers of RateLimit and RateLimit-Policy', async () => {
  const response = createResponse(403, undefined, { RateLimit: '"default";r=50;t=30', 'RateLimit-Policy': POLICY });
  const { read } = createScriptedClient([response], { pacer: createPacer() });
  expect((await apiErrorOf(read())).rateLimit).toEqual({ limit: 100, remaining: 50, reset: 30 });
});

describe('readRateLimitFields', () => {
  const rateLimitOf = (rateLimit: string, policy = POLICY, others = {}) =>
    readRateLimitFields(new Headers({ RateLimit: rateLimit, 'RateLimit-Policy': policy, ...others }));

  test.each([
    ['one limit', '"default";r=50;t=30', POLICY, { limit: 100, remaining: 50, reset: 30 }],
    ['a limit without a time', '"default";r=50', POLICY, { limit: 100, remaining: 50 }],
    ['a limit without a policy', '"other";r=5;t=3', POLICY, { remaining: 5, reset: 3 }],
    ['a malformed policy', '"default";r=5;t=3', '"default";q=100;', { remaining: 5, reset: 3 }],
    [
      'several limits',
      '"day";r=9;t=9 , "hour";r=5;t=3',
      '"hour";q=10,"day";q=20',
      { limit: 10, remaining: 5, reset: 3 },
    ],
    [
      'a number of bytes',
      '"b";r=1,"default";r=5',
      '"b";qu="content-bytes";q=1, "default";q=9',
      { limit: 9, remaining: 5 },
    ],
    ['a negative number', '"a";r=-1, "default";r=5', POLICY, { limit: 100, remaining: 5 }],
    ['parameters of all types', '"a\\"";r=5;p=:YQ==:;s="\\\\;r=1";t0=1.5;a;b=?0;d=@1;n=-2;x=t/k', '', { remaining: 5 }],
    ['a repeated parameter', '"default";r=1;r=5;  t=3', '', { remaining: 5, reset: 3 }],
  ])('reads %s: %s', (_title, rateLimit, policy, expected) => {
    expect(rateLimitOf(rateLimit, policy)).toEqual(expected);
  });

  test('reads fields with white space at their end, which only `new Headers()` removes', () => {
    const headers = new Headers();
    vi.spyOn(headers, 'get').mockImplementation((name) => (name.startsWith('X-') ? null : '"default";r=5;q=9 \t'));
    expect(readRateLimitFields(headers)).toEqual({ limit: 9, remaining: 5 });
  });

  test.each([
    '',
    'default;r=5',
    '"default";r=5,',
    '"default";r=5;',
    '"default";r =5',
    '"default" ;r=5',
    '"default";R=5',
    '"default";r=5;p=:Y:Q:',
    '"default";r=5;p="',
    '"défault";r=5',
    '"default";r=1234567890123456',
    '"default"',
  ])('ignores %j, which is not a list of strings with a whole number r', (rateLimit) => {
    expect(rateLimitOf(rateLimit)?.remaining).toBeUndefined();
  });

  test('prefers the X-RateLimit-* header fields', () => {
    const others = { 'X-RateLimit-Remaining': '7', 'X-RateLimit-Reset': 'soon' };
    expect(rateLimitOf('"default";r=50;t=30', POLICY, others)).toEqual({ limit: 100, remaining: 7 });
  });
});
