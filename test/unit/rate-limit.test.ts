import { describe, expect, test } from 'vitest';
import { answer } from './scripted-fetch.js';
import { failure, tenant } from './tenant.js';

const rateLimitOf = async (status: number, headers: Record<string, string>) => {
  const { read } = tenant([answer(status, undefined, headers)], { retry: 0 });
  return (await failure(read())).rateLimit;
};

describe('the rate limit of an ApiError', () => {
  test('is what the three header fields say, as sent', async () => {
    const headers = { 'X-RateLimit-Limit': '10', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '1767225600' };
    expect(await rateLimitOf(429, headers)).toEqual({ limit: 10, remaining: 0, reset: 1767225600 });
  });

  test('is read on any failure', async () => {
    expect(await rateLimitOf(403, { 'X-RateLimit-Remaining': '7' })).toEqual({ remaining: 7 });
  });

  test('is read whatever the case of the names', async () => {
    expect(await rateLimitOf(429, { 'x-ratelimit-limit': '10' })).toEqual({ limit: 10 });
  });

  test('leaves out what is absent or no number', async () => {
    const headers = { 'X-RateLimit-Limit': 'unlimited', 'X-RateLimit-Remaining': '', 'X-RateLimit-Reset': '1.5' };
    expect(await rateLimitOf(429, headers)).toEqual({ reset: 1.5 });
  });

  test.each([{}, { 'X-RateLimit-Limit': 'unlimited' }, { 'X-RateLimit-Reset': '-1' }])(
    'is undefined where none of them says anything (%o)',
    async (headers) => {
      expect(await rateLimitOf(429, headers)).toBeUndefined();
    },
  );
});
