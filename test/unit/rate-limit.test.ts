import { describe, expect, test } from 'vitest';
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

  test.each([
    '',
    'unlimited',
    '-1',
    '+1',
    '1.5',
    '1e3',
    '0x10',
    '10, 20',
    '10;w=1',
    '2026-01-01',
    '1000000000000000',
    'Infinity',
  ])('ignores %j, which is not a whole decimal number of up to 15 digits', (text) => {
    expect(rateLimitOf({ 'X-RateLimit-Reset': text })).toBeUndefined();
    expect(rateLimitOf({ 'X-RateLimit-Reset': text, 'X-RateLimit-Limit': '10' })).toEqual({ limit: 10 });
  });
});
