import { expect, test } from 'vitest';
import { requestText, responseText } from './format.ts';

test('requestText() contains the body, but not the access token', () => {
  const headers = { Authorization: 'Bearer s3cret', 'Content-Type': 'application/json' };
  const request = new Request('http://127.0.0.1:4020/v1/items', { method: 'POST', headers });
  expect(requestText(request, '{"a":1}')).toBe(
    'POST http://127.0.0.1:4020/v1/items\nauthorization: Bearer …\ncontent-type: application/json\n\n{"a":1}',
  );
});

test.each([
  ['a JSON value with indentation', { id: 1 }, '\n\n{\n  "id": 1\n}'],
  ['a text unchanged', '<p>', '\n\n<p>'],
  ['no body', undefined, ''],
])('responseText() contains the status, the header fields and %s', (_what, body, expected) => {
  const response = new Response(null, { status: 404, statusText: 'Not Found', headers: { 'Retry-After': '1' } });
  expect(responseText(response, body)).toBe(`404 Not Found\nretry-after: 1${expected}`);
});
