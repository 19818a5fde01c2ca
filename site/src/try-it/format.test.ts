import { ApiError, NetworkError } from 'tenant-management-client';
import { describe, expect, test } from 'vitest';
import { errorRows, requestText, responseText } from './format.ts';

const RATE_LIMIT = { 'X-RateLimit-Limit': '5', 'X-RateLimit-Remaining': '0' };

describe('errorRows()', () => {
  test('lists the class, the status, the message, the attempts and the rate limit of an ApiError', () => {
    const response = new Response('{}', { status: 429, statusText: 'Too Many Requests', headers: RATE_LIMIT });
    const error = new ApiError(response, { method: 'GET', path: '/items', attempts: 3, maybePerformed: 0, body: {} });
    expect(errorRows(error)).toEqual([
      ['class', 'ApiError'],
      ['status', '429'],
      ['message', '429 Too Many Requests: GET /items (attempt 3)'],
      ['attempts', '3'],
      ['maybePerformed', '0'],
      ['rateLimit', '{"limit":5,"remaining":0}'],
    ]);
  });

  test('lists the property `during` of a NetworkError, which names the failed request', () => {
    const error = new NetworkError(
      { method: 'GET', path: '/items', attempts: 1, maybePerformed: 0, during: 'token' },
      undefined,
    );
    expect(errorRows(error)).toContainEqual(['during', 'token']);
  });
});

describe('requestText()', () => {
  test('contains the body, but not the access token', () => {
    const headers = { Authorization: 'Bearer s3cret', 'Content-Type': 'application/json' };
    const request = new Request('http://127.0.0.1:4020/v1/items', { method: 'POST', headers });
    expect(requestText(request, '{"a":1}')).toBe(
      'POST http://127.0.0.1:4020/v1/items\nauthorization: Bearer …\ncontent-type: application/json\n\n{"a":1}',
    );
  });
});

describe('responseText()', () => {
  test.each([
    ['a JSON value with indentation', { id: 1 }, '404 Not Found\nretry-after: 1\n\n{\n  "id": 1\n}'],
    ['a text unchanged', '<p>', '404 Not Found\nretry-after: 1\n\n<p>'],
    ['no body', undefined, '404 Not Found\nretry-after: 1'],
  ])('contains the status, the header fields and %s', (_what, body, expected) => {
    const response = new Response(null, { status: 404, statusText: 'Not Found', headers: { 'Retry-After': '1' } });
    expect(responseText(response, body)).toBe(expected);
  });
});
