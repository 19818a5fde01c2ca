// The logger pino copies the enumerable properties of an error and the messages of its causes.
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { clientCredentials, NetworkError, TimeoutError } from '../../../src/index.ts';
import { apiErrorOf, rejectionOf } from '../../support/expected-errors.ts';
import { createScriptedClient } from '../../support/scripted-client.ts';
import { createResponse, cutOffResponse } from '../../support/scripted-fetch.ts';

const TOKEN = 's3cret-token';
const CLIENT = { clientId: 'my-service', clientSecret: 's3cret-of-the-client' };
const SENSITIVE = /s3cret|cookie|sid=1|body-only/i;

/**
 * Logs an error twice: as the argument and as the property `err`. Checks that the lines contain no secret, header field
 * or body, and returns the property `err` of both lines.
 */
function logged(error: unknown): Record<string, unknown>[] {
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  logger.error(error);
  logger.error({ err: error });
  expect(lines.join()).not.toMatch(SENSITIVE);
  return lines.map((line) => JSON.parse(line).err);
}

describe('pino logs the message and the enumerable properties, but no header field, secret or body, of', () => {
  const headers = { 'Set-Cookie': 'sid=1', 'X-RateLimit-Remaining': '0' };
  const call = { method: 'GET', path: '/token-exchange-profiles/{id}', attempts: 1 };

  test.each([
    [
      'that echoes the token',
      createResponse(403, { message: `not ${TOKEN}`, hint: 'body-only' }, headers),
      {
        status: 403,
        message: '403 Forbidden: GET /token-exchange-profiles/{id}: not [access token]',
        rateLimit: { remaining: 0 },
      },
    ],
    [
      'with status 200 and a body that is not JSON',
      createResponse(200, 'body-only', headers),
      { status: 200, message: '200 OK: GET /token-exchange-profiles/{id}: the body is not JSON' },
    ],
    [
      'whose body is cut off',
      cutOffResponse(500, new TypeError('terminated')),
      { status: 500, message: '500: GET /token-exchange-profiles/{id}: terminated' },
    ],
  ])('an ApiError for a response %s', async (_case, response, expected) => {
    const { read } = createScriptedClient([response], { auth: TOKEN });
    const error = await apiErrorOf(read());
    for (const err of logged(error)) expect(err).toMatchObject({ ...call, name: 'ApiError', ...expected });
  });

  test.each([
    [
      'NetworkError, with the message of its cause',
      new NetworkError({ ...call, maybePerformed: 1, during: 'call' }, new TypeError('fetch failed')),
      { during: 'call', message: 'GET /token-exchange-profiles/{id}: the request failed: fetch failed' },
    ],
    [
      'TimeoutError, with its code',
      new TimeoutError({ ...call, maybePerformed: 1 }, 60_000, 'response'),
      { code: 'timeout' },
    ],
  ])('a %s', (_case, error, expected) => {
    for (const err of logged(error)) expect(err).toMatchObject({ ...call, name: error.name, ...expected });
  });

  test('a TokenError for a response that echoes the client secret', async () => {
    const description = `wrong ${CLIENT.clientSecret}`;
    const response = createResponse(
      401,
      { error: 'invalid_client', error_description: description, hint: 'body-only' },
      headers,
    );
    const { read } = createScriptedClient([response], { auth: clientCredentials(CLIENT) });
    const error = await rejectionOf(read());
    for (const err of logged(error)) {
      expect(err).toMatchObject({
        name: 'TokenError',
        status: 401,
        error: 'invalid_client',
        errorDescription: 'wrong [client secret]',
        rateLimit: { remaining: 0 },
        message: 'Token request: 401: invalid_client: wrong [client secret]',
      });
    }
  });
});
