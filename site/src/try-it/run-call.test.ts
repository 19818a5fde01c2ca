// Calls with the built client and with injected faults. A fake server answers the requests that get no fault.
import { ApiError, clientCredentials, NetworkError } from 'tenant-management-client';
import { describe, expect, test } from 'vitest';
import { advanceUntilSettled, useFakeTime } from '../../../test/support/fake-time.ts';
import type { TryItCall } from '../../reference/operation/try-it-calls.ts';
import { faults } from './attempt-fault.ts';
import { attemptText } from './format.ts';
import { type Attempt, observeFetch } from './observed-fetch.ts';
import { baseUrlOf, runCall } from './run-call.ts';
import { summaryText } from './summary.ts';

const CALL: TryItCall = { method: 'GET', path: '/items/{id}', basePath: '/v1', tokenPath: '/token', parameters: [] };
const TOO_MANY = '429 Too Many Requests';
const ORIGIN = 'http://127.0.0.1:4020';
const OPTIONS = { params: { path: { id: 'item_1' }, query: {}, header: {} } };

const respond = async ({ url }: Request): Promise<Response> =>
  url === `${ORIGIN}/token`
    ? Response.json({ access_token: 't0k3n', token_type: 'Bearer' })
    : Response.json({ id: 'item_1' }, { statusText: 'OK' });

/** Makes one call and returns how it settled, its summary and a line for each request. */
async function callWith(fault: string, times: number, { call = CALL, send = respond } = {}) {
  useFakeTime();
  const attempts: Attempt[] = [];
  const fetch = observeFetch({
    send,
    baseUrl: baseUrlOf(ORIGIN, call),
    fault: faults.find(({ name }) => name === fault),
    times,
    onAttempt: (attempt) => attempts.push(attempt),
  });
  const auth = clientCredentials({ clientId: 'id', clientSecret: 'secret', tokenUrl: '/token', audience: 'items' });
  const settled = await advanceUntilSettled(runCall(call, OPTIONS, { origin: ORIGIN, auth, fetch }));
  const summary = summaryText(settled, attempts, { origin: ORIGIN, elapsedMs: 1234.5 });
  return { settled, summary, lines: attempts.map(attemptText) };
}

describe('a call of the panel "Try it"', () => {
  test('without a fault makes a token request and one attempt, and returns the data', async () => {
    const { settled, summary, lines } = await callWith('', 1);
    expect(settled).toMatchObject({ result: { data: { id: 'item_1' } } });
    expect(lines).toEqual(['token request 1: 200, in 0 ms', 'attempt 1: 200 OK, in 0 ms']);
    expect(summary).toBe('Success, 200 OK: 1 attempt in 1,235 ms.');
  });

  test('with an injected 429 waits until the end of the second in which the rate limit resets, and sends the request again', async () => {
    const { lines, summary } = await callWith(TOO_MANY, 1);
    expect(lines.slice(1)).toEqual([
      'attempt 1: 429 Too Many Requests, injected by this page',
      'attempt 2, after a delay of 2,000 ms: 200 OK, in 0 ms',
    ]);
    expect(summary).toBe('Success, 200 OK: 2 attempts in 1,235 ms.');
  });

  test('after a 401 sends the request again with a new token, and does not count another attempt', async () => {
    let tokens = 0;
    const send = async (request: Request): Promise<Response> => {
      if (request.url !== `${ORIGIN}/token`) {
        return tokens > 1 ? respond(request) : new Response('{}', { status: 401, statusText: 'Unauthorized' });
      }
      tokens += 1;
      return Response.json({ access_token: `t0k3n-${tokens}`, token_type: 'Bearer' });
    };
    const { lines, summary } = await callWith('', 1, { send });
    expect(lines.slice(1)).toEqual([
      'attempt 1: 401 Unauthorized, in 0 ms',
      'token request 2, after a delay of 0 ms: 200, in 0 ms',
      'attempt 1, with a new token: 200 OK, in 0 ms',
    ]);
    expect(summary).toBe('Success, 200 OK: 1 attempt in 1,235 ms.');
  });

  test('with three injected 429s returns, after two retries, an ApiError that contains the rate limit', async () => {
    const { settled, lines, summary } = await callWith(TOO_MANY, 3);
    expect(settled).toMatchObject({
      result: { error: { status: 429, attempts: 3, rateLimit: { limit: 5, remaining: 0 } } },
    });
    expect(lines).toHaveLength(4);
    expect(summary).toBe('The client returned an ApiError, 429 Too Many Requests: 3 attempts in 1,235 ms.');
  });

  test.each([
    ['403 Forbidden', 403, 'GET /items/{id}: Injected by this page: the token does not have the required scope'],
    ['HTML page with 200 OK', 200, 'GET /items/{id}: the body is not JSON'],
  ])('with the injected fault "%s" returns an ApiError without a retry', async (fault, status, message) => {
    const { settled, lines } = await callWith(fault, 3);
    expect(settled).toMatchObject({ result: { error: { status, attempts: 1 } } });
    const error = 'result' in settled ? settled.result.error : undefined;
    expect(error).toBeInstanceOf(ApiError);
    expect(error?.message).toContain(message);
    expect(lines).toHaveLength(2);
  });

  test.each([
    ['GET', 'three attempts', 3],
    ['DELETE', 'three attempts', 3],
    ['POST', 'one attempt', 1],
    ['PATCH', 'one attempt', 1],
  ])('with the method %s and a broken connection throws a NetworkError after %s', async (method, _number, attempts) => {
    const { settled, lines, summary } = await callWith('Broken connection', 3, { call: { ...CALL, method } });
    const thrown = 'thrown' in settled ? settled.thrown : undefined;
    expect(thrown).toBeInstanceOf(NetworkError);
    expect(thrown).toMatchObject({ attempts, during: 'call' });
    expect(lines.at(-1)).toMatch(/no response, injected by this page$/);
    expect(summary).toMatch(/^The client threw a NetworkError: \d attempts? in 1,235 ms\.$/);
  });

  test('without a running sandbox shows the command that starts a sandbox', async () => {
    const send = async () => Promise.reject(new TypeError('Failed to fetch'));
    const { summary, lines } = await callWith(TOO_MANY, 1, { send });
    expect(summary).toContain(
      'No sandbox answers at http://127.0.0.1:4020. Run "npm run sandbox -- --port 4020" in a clone of the repository.',
    );
    expect(lines.every((line) => line.startsWith('token request'))).toBe(true);
  });

  test('with a denied token counts the token request, because the client sent no attempt', async () => {
    const send = async () => Response.json({ error: 'access_denied' }, { status: 403 });
    const { summary, lines } = await callWith('', 1, { send });
    expect(lines).toEqual(['token request 1: 403, in 0 ms']);
    expect(summary).toBe('The client threw a TokenError: 1 token request in 1,235 ms.');
  });

  test('with an invalid path parameter throws a TypeError, and sends nothing', async () => {
    const { settled, lines, summary } = await callWith('', 1, { call: { ...CALL, path: '/items/{other}' } });
    expect(settled).toMatchObject({ thrown: { message: 'params.path.other must not be missing or empty' } });
    expect(lines).toEqual([]);
    expect(summary).toBe('The client threw a TypeError: no request was sent.');
  });
});
