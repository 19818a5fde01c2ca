// Tests the texts of error responses.
import { expect, test } from 'vitest';
import { apiFailure, tokenFailure } from '../src/response.ts';

const TEXT = '{scope} or {scope}, not {other}';
const FILLED = 'read or read, not {other}';

test('apiFailure() replaces each placeholder that has a value, in the message and in the challenge', () => {
  const { headers, body } = apiFailure({ status: 403, message: TEXT, challenge: TEXT }, { scope: 'read' });
  expect(body).toMatchObject({ message: FILLED });
  expect(headers).toEqual({ 'WWW-Authenticate': FILLED });
});

test('tokenFailure() replaces each placeholder that has a value', () => {
  const { body } = tokenFailure({ status: 400, error: 'invalid_scope', description: TEXT }, { scope: 'read' });
  expect(body).toEqual({ error: 'invalid_scope', error_description: FILLED });
});
