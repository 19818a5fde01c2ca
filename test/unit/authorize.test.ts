import { describe, expect, test, vi } from 'vitest';
import type { TokenRequest } from '../../src/index.ts';
import { apiErrorOf, rejectionOf } from '../support/expected-errors.ts';
import { advanceUntilSettled, useFakeTime } from '../support/fake-time.ts';
import { createScriptedClient, PROFILE } from '../support/scripted-client.ts';
import { createResponse } from '../support/scripted-fetch.ts';

describe('the token source of a client', () => {
  test('receives the remaining time of the call in milliseconds as its timeout', async () => {
    useFakeTime();
    const auth = vi.fn(({ rejected }: TokenRequest) => (rejected === undefined ? 'first' : 'second'));
    const { read } = createScriptedClient(
      [createResponse(503, {}, { 'Retry-After': '4' }), createResponse(401), createResponse(200, PROFILE)],
      { auth },
    );
    await advanceUntilSettled(read({ timeout: 10_000 }));
    expect(auth.mock.calls.map(([{ timeout }]) => timeout)).toEqual([10_000, 6_000]);
  });

  test.each([undefined, null, 0, '', false])(
    'that rejects with %j makes the call reject with a TypeError that names auth',
    async (reason) => {
      const { read } = createScriptedClient([], { auth: () => Promise.reject(reason) });
      const error = await rejectionOf(read());
      expect(error).toBeInstanceOf(TypeError);
      expect(error.message).toBe('auth must reject with an Error');
      expect(error.cause).toBe(reason);
    },
  );

  test('receives a timeout of at least 1 ms, so that no timer gets a negative delay', async () => {
    useFakeTime();
    const timeouts: number[] = [];
    const auth = ({ timeout = 0 }: TokenRequest) => {
      timeouts.push(timeout);
      return 't0ken';
    };
    const { read } = createScriptedClient([createResponse(200, PROFILE)], { auth });
    const now = performance.now();
    // The deadline is set at the first read of the clock. The clock moves between its check and the next read.
    vi.spyOn(performance, 'now')
      .mockReturnValueOnce(now)
      .mockReturnValueOnce(now)
      .mockReturnValueOnce(now + 5);
    await read({ timeout: 1 });
    expect(timeouts).toEqual([1]);
  });
});

test('a 401 response is returned after three requests if the API rejects three different tokens in a row', async () => {
  const auth = vi.fn((_request: TokenRequest) => `token-${auth.mock.calls.length}`);
  const { read, sent } = createScriptedClient(
    [createResponse(401), createResponse(401), createResponse(401, { message: 'not global' })],
    { auth },
  );
  const error = await apiErrorOf(read());
  expect(error.body).toEqual({ message: 'not global' });
  expect(error.attempts).toBe(1);
  expect(auth.mock.calls.map(([{ rejected }]) => rejected)).toEqual([undefined, 'token-1', 'token-2']);
  expect(sent).toHaveLength(3);
});

test('a 401 response is not read if a request with a new token follows: its body is cancelled to free the connection', async () => {
  const unauthorized = createResponse(401, {});
  const auth = vi.fn(() => `token-${auth.mock.calls.length}`);
  const cancel = vi.spyOn(unauthorized.body ?? new ReadableStream(), 'cancel');
  const { read } = createScriptedClient([unauthorized, createResponse(200, PROFILE)], { auth });
  await read();
  expect(cancel).toHaveBeenCalledTimes(1);
});
