import { describe, expect, test, vi } from 'vitest';
import { apiErrorOf, rejectionOf } from '../support/expected-errors.js';
import { advanceUntilSettled, NOW, runPendingTasks, useFakeTime } from '../support/fake-time.js';
import { createScriptedClient, PROFILE, profileParams } from '../support/scripted-client.js';
import { createResponse, type ScriptedResponse, type SentRequest } from '../support/scripted-fetch.js';

const IDEMPOTENT = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'];
const NOT_IDEMPOTENT = ['POST', 'PATCH'];
/** Both ends of what `Math.random` gives. */
const LEAST = 0;
const MOST = 0.999_999;

const broken = () => new TypeError('fetch failed');
const httpDate = (ms: number) => new Date(ms).toUTCString();
const waits = (sent: readonly SentRequest[]) => sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));

/** Milliseconds between a response and the next attempt. */
async function waitAfter(first: ScriptedResponse, random = LEAST): Promise<number> {
  useFakeTime(random);
  const { read, sent } = createScriptedClient([first, createResponse(200, PROFILE)]);
  await advanceUntilSettled(read());
  return waits(sent)[0] ?? Number.NaN;
}

describe('what is repeated', () => {
  test.each([...IDEMPOTENT, ...NOT_IDEMPOTENT])('a 429 of a %s', async (method) => {
    useFakeTime();
    const { call, sent } = createScriptedClient([createResponse(429), createResponse(204)]);
    const { error } = await advanceUntilSettled(call(method, '/things'));
    expect(error).toBeUndefined();
    expect(sent.map((request) => request.method)).toEqual([method, method]);
  });

  test.each(IDEMPOTENT.flatMap((method) => [502, 503, 504].map((status) => [method, status] as const)))(
    'of an idempotent %s a %i',
    async (method, status) => {
      useFakeTime();
      const { call, sent } = createScriptedClient([createResponse(status), createResponse(204)]);
      const { error } = await advanceUntilSettled(call(method, '/things'));
      expect(error).toBeUndefined();
      expect(sent).toHaveLength(2);
    },
  );

  test.each(IDEMPOTENT)('of an idempotent %s a failed network', async (method) => {
    useFakeTime();
    const { call, sent } = createScriptedClient([broken(), createResponse(204)]);
    const { error } = await advanceUntilSettled(call(method, '/things'));
    expect(error).toBeUndefined();
    expect(sent).toHaveLength(2);
  });

  test('also a rejection that calls itself an abort while nothing was aborted', async () => {
    useFakeTime();
    const { read, sent } = createScriptedClient([
      new DOMException('connection reset', 'AbortError'),
      createResponse(200, PROFILE),
    ]);
    expect((await advanceUntilSettled(read())).data).toEqual(PROFILE);
    expect(sent).toHaveLength(2);
  });
});

describe('what is not repeated', () => {
  test.each(NOT_IDEMPOTENT.flatMap((method) => [502, 503, 504].map((status) => [method, status] as const)))(
    'of a %s a %i',
    async (method, status) => {
      const { call, sent } = createScriptedClient([createResponse(status)]);
      expect((await apiErrorOf(call(method, '/things', { body: {} }))).status).toBe(status);
      expect(sent).toHaveLength(1);
    },
  );

  test.each(NOT_IDEMPOTENT)('of a %s a failed network', async (method) => {
    const failed = broken();
    const { call, sent } = createScriptedClient([failed]);
    expect(await rejectionOf(call(method, '/things', { body: {} }))).toMatchObject({ attempts: 1, cause: failed });
    expect(sent).toHaveLength(1);
  });

  test.each([400, 403, 404, 408, 409, 425, 500, 501, 505])('a %i', async (status) => {
    const { read, sent } = createScriptedClient([createResponse(status, {}, { 'Retry-After': '1' })]);
    expect((await apiErrorOf(read())).status).toBe(status);
    expect(sent).toHaveLength(1);
  });
});

describe('the number of attempts', () => {
  test('is three unless told otherwise', async () => {
    useFakeTime();
    const { read, sent } = createScriptedClient([createResponse(429), createResponse(503), createResponse(502)]);
    const error = await advanceUntilSettled(apiErrorOf(read()));
    expect(error.status).toBe(502);
    expect(error.attempts).toBe(3);
    expect(sent).toHaveLength(3);
  });

  test('ends in the last failure of the network', async () => {
    useFakeTime();
    const last = broken();
    const { read, sent } = createScriptedClient([broken(), broken(), last]);
    expect(await advanceUntilSettled(rejectionOf(read()))).toMatchObject({
      name: 'NetworkError',
      attempts: 3,
      cause: last,
    });
    expect(sent).toHaveLength(3);
  });

  test("is one for the client's retry 0", async () => {
    const { read } = createScriptedClient([createResponse(429)], { retry: 0 });
    expect((await apiErrorOf(read())).attempts).toBe(1);
  });

  test("is what the call's retry says, whatever the client's", async () => {
    useFakeTime();
    const more = createScriptedClient([createResponse(429), createResponse(429)], { retry: 0 });
    expect((await advanceUntilSettled(apiErrorOf(more.read({ retry: 1 })))).attempts).toBe(2);
    const none = createScriptedClient([createResponse(429)], { retry: 5 });
    expect((await apiErrorOf(none.read({ retry: 0 }))).attempts).toBe(1);
    const many = createScriptedClient(Array.from({ length: 5 }, () => createResponse(503)));
    expect((await advanceUntilSettled(apiErrorOf(many.read({ retry: 4 })))).attempts).toBe(5);
  });
});

describe('a repeated request', () => {
  test('is the same again, with its body', async () => {
    useFakeTime();
    const { call, sent } = createScriptedClient([createResponse(429), createResponse(429), createResponse(200, {})]);
    await advanceUntilSettled(
      call('PATCH', '/things/{id}', { ...profileParams, body: { name: 'thing' }, headers: { 'X-Trace': '1' } }),
    );
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ url }) => url)).size).toBe(1);
    expect(sent.map(({ body }) => body)).toEqual(Array(3).fill('{"name":"thing"}'));
    expect(sent.map(({ headers }) => headers.get('X-Trace'))).toEqual(['1', '1', '1']);
    expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual(Array(3).fill('Bearer t0ken'));
  });

  test('is another Request, so that what was sent stays as it was', async () => {
    useFakeTime();
    const { read, sent } = createScriptedClient([
      createResponse(503),
      createResponse(503),
      createResponse(200, PROFILE),
    ]);
    await advanceUntilSettled(read());
    expect(new Set(sent.map(({ request }) => request)).size).toBe(3);
  });

  test('does not have the token source asked again', async () => {
    useFakeTime();
    const auth = vi.fn(() => 't0ken');
    const { read } = createScriptedClient([createResponse(503), createResponse(200, PROFILE)], { auth });
    await advanceUntilSettled(read());
    expect(auth).toHaveBeenCalledTimes(1);
  });

  test('frees the connection of the response before it', async () => {
    useFakeTime();
    const unavailable = createResponse(503, {});
    const cancel = vi.spyOn(unavailable.body ?? new ReadableStream(), 'cancel');
    const { read } = createScriptedClient([unavailable, createResponse(200, PROFILE)]);
    await advanceUntilSettled(read());
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  test('is sent even if cancelling the body of the response before it fails', async () => {
    useFakeTime();
    const body = new ReadableStream({
      cancel() {
        throw new Error('still in use');
      },
    });
    const { read } = createScriptedClient([new Response(body, { status: 503 }), createResponse(200, PROFILE)]);
    expect((await advanceUntilSettled(read())).data).toEqual(PROFILE);
  });

  test.each([
    ['has no cancel', {}],
    [
      'throws from cancel',
      {
        cancel: () => {
          throw new Error('locked');
        },
      },
    ],
    ['has a cancel that returns nothing', { cancel: () => undefined }],
  ])('is sent even if the body of the response before it %s', async (_what, body) => {
    useFakeTime();
    // The Response of another implementation of fetch.
    const unavailable = { status: 503, headers: new Headers(), body, text: async () => '' } as unknown as Response;
    const { read } = createScriptedClient([() => unavailable, createResponse(200, PROFILE)]);
    expect((await advanceUntilSettled(read())).data).toEqual(PROFILE);
  });
});

describe('the wait', () => {
  test.each([429, 503])('is what Retry-After says in seconds, plus up to 250 ms (%i)', async (status) => {
    expect(await waitAfter(createResponse(status, {}, { 'Retry-After': '7' }), LEAST)).toBe(7_000);
    const most = await waitAfter(createResponse(status, {}, { 'Retry-After': '7' }), MOST);
    expect(most).toBeGreaterThan(7_200);
    expect(most).toBeLessThanOrEqual(7_250);
  });

  test('of Retry-After: 0 is the jitter alone', async () => {
    expect(await waitAfter(createResponse(429, {}, { 'Retry-After': '0' }), LEAST)).toBe(0);
    expect(await waitAfter(createResponse(429, {}, { 'Retry-After': '0' }), MOST)).toBeLessThanOrEqual(250);
  });

  test.each([
    ['IMF-fixdate', 'Thu, 01 Jan 2026 00:00:09 GMT'],
    ['RFC 850', 'Thursday, 01-Jan-26 00:00:09 GMT'],
    ['asctime', 'Thu Jan  1 00:00:09 2026'],
  ])('lasts until the date in Retry-After, in UTC, in the form of %s', async (_form, date) => {
    expect(await waitAfter(createResponse(503, {}, { 'Retry-After': date }))).toBe(9_000);
    expect(
      await waitAfter(createResponse(429, {}, { Date: date, 'X-RateLimit-Reset': String(NOW / 1_000 + 12) })),
    ).toBe(3_000);
  });

  test("goes to the date that Retry-After says by the server's clock", async () => {
    const serverTime = NOW - 3_600_000;
    const headers = { Date: httpDate(serverTime), 'Retry-After': httpDate(serverTime + 9_000) };
    expect(await waitAfter(createResponse(503, {}, headers))).toBe(9_000);
  });

  test('is what Retry-After says, whatever the reset', async () => {
    expect(await waitAfter(createResponse(429, {}, { 'Retry-After': '2', 'X-RateLimit-Reset': '30' }))).toBe(2_000);
  });

  test.each([
    ['seconds from now', '30'],
    ['epoch seconds', String(NOW / 1_000 + 30)],
    ['epoch milliseconds', String(NOW + 30_000)],
  ])('is what the reset of a 429 says in %s, plus up to 250 ms', async (_unit, reset) => {
    expect(await waitAfter(createResponse(429, {}, { 'X-RateLimit-Reset': reset }), LEAST)).toBe(30_000);
    const most = await waitAfter(createResponse(429, {}, { 'X-RateLimit-Reset': reset }), MOST);
    expect(most).toBeGreaterThan(30_200);
    expect(most).toBeLessThanOrEqual(30_250);
  });

  test('of a reset that is now is the jitter alone', async () => {
    expect(
      await waitAfter(createResponse(429, {}, { 'X-RateLimit-Reset': String(NOW / 1_000) }), MOST),
    ).toBeLessThanOrEqual(250);
  });

  test('of a reset in 0 seconds is the jitter alone', async () => {
    expect(await waitAfter(createResponse(429, {}, { 'X-RateLimit-Reset': '0' }), MOST)).toBeLessThanOrEqual(250);
  });

  test.each([
    ['epoch seconds', (ms: number) => String(ms / 1_000)],
    ['epoch milliseconds', String],
  ])("goes to the reset in %s by the server's clock", async (_unit, written) => {
    const serverTime = NOW + 3_600_000;
    const headers = { Date: httpDate(serverTime), 'X-RateLimit-Reset': written(serverTime + 5_000) };
    expect(await waitAfter(createResponse(429, {}, headers))).toBe(5_000);
  });

  test('goes to the reset by the local clock where the date of the response is none', async () => {
    const headers = { Date: 'yesterday', 'X-RateLimit-Reset': String(NOW + 5_000) };
    expect(await waitAfter(createResponse(429, {}, headers))).toBe(5_000);
  });

  test('does not heed the reset of a 503', async () => {
    const headers = { 'X-RateLimit-Reset': '30' };
    expect(await waitAfter(createResponse(503, {}, headers), MOST)).toBeLessThan(5_000);
  });

  test.each([
    ['a Retry-After that has passed', { 'Retry-After': httpDate(NOW - 60_000) }],
    ['a reset that has passed in epoch seconds', { 'X-RateLimit-Reset': String(NOW / 1_000 - 60) }],
    ['a reset that has passed in epoch milliseconds', { 'X-RateLimit-Reset': String(NOW - 60_000) }],
    ['a negative Retry-After', { 'Retry-After': '-5' }],
    ['a Retry-After that is neither', { 'Retry-After': 'soon' }],
    ['a negative reset', { 'X-RateLimit-Reset': '-5' }],
    ['a reset that is no number', { 'X-RateLimit-Reset': 'soon' }],
    ['nothing', {}],
  ])('backs off after %s', async (_case, headers) => {
    // Full jitter reaches down to nothing, which no asked wait here does, and up beyond what is asked plus jitter.
    expect(await waitAfter(createResponse(429, {}, headers), LEAST)).toBe(0);
    const most = await waitAfter(createResponse(429, {}, headers), MOST);
    expect(most).toBeGreaterThan(250);
    expect(most).toBeLessThan(5_000);
  });

  test.each(['soon', '-5', '1.5', ''])(
    'falls back to the reset where Retry-After is neither seconds nor a date (%j)',
    async (after) => {
      expect(await waitAfter(createResponse(429, {}, { 'Retry-After': after, 'X-RateLimit-Reset': '3' }))).toBe(3_000);
    },
  );

  test('backs off after a failed network', async () => {
    expect(await waitAfter(broken(), LEAST)).toBe(0);
    expect(await waitAfter(broken(), MOST)).toBeGreaterThan(250);
  });

  test('grows exponentially, with full jitter', async () => {
    useFakeTime(MOST);
    const most = createScriptedClient([createResponse(503), broken(), createResponse(504), createResponse(503)]);
    await advanceUntilSettled(apiErrorOf(most.read({ retry: 3 })));
    const [first = Number.NaN, second = Number.NaN, third = Number.NaN] = waits(most.sent);
    expect(Math.abs(second - 2 * first)).toBeLessThanOrEqual(2);
    expect(Math.abs(third - 4 * first)).toBeLessThanOrEqual(4);

    useFakeTime(0.5);
    const half = createScriptedClient([createResponse(503), createResponse(503)]);
    await advanceUntilSettled(apiErrorOf(half.read({ retry: 1 })));
    expect(Math.abs((waits(half.sent)[0] ?? Number.NaN) - first / 2)).toBeLessThanOrEqual(1);
  });

  test('is begun where it ends before the deadline', async () => {
    useFakeTime();
    const { read, sent } = createScriptedClient([
      createResponse(429, {}, { 'Retry-After': '4' }),
      createResponse(200, PROFILE),
    ]);
    expect((await advanceUntilSettled(read({ timeout: 4_001 }))).data).toEqual(PROFILE);
    expect(waits(sent)).toEqual([4_000]);
  });

  test('is not begun where it would pass the deadline, and the response is returned', async () => {
    useFakeTime();
    const { read, sent } = createScriptedClient([
      createResponse(429, { message: 'slow down' }, { 'Retry-After': '6' }),
    ]);
    const call = apiErrorOf(read({ timeout: 5_000 }));
    await runPendingTasks();
    const error = await call;
    expect(error.status).toBe(429);
    expect(error.body).toEqual({ message: 'slow down' });
    expect(error.attempts).toBe(1);
    expect(sent).toHaveLength(1);
    expect(Date.now()).toBe(NOW);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is not begun after a failed network where it would pass the deadline, and the failure is thrown', async () => {
    useFakeTime(MOST);
    const failed = broken();
    const { read } = createScriptedClient([failed]);
    expect(await advanceUntilSettled(rejectionOf(read({ timeout: 100 })))).toMatchObject({
      name: 'NetworkError',
      cause: failed,
    });
    expect(Date.now()).toBe(NOW);
  });

  test('counts what the attempts before it took against the deadline', async () => {
    useFakeTime();
    const wait3s = { 'Retry-After': '3' };
    const { read, sent } = createScriptedClient([createResponse(429, {}, wait3s), createResponse(429, {}, wait3s)]);
    expect((await advanceUntilSettled(apiErrorOf(read({ timeout: 5_000 })))).attempts).toBe(2);
    expect(sent).toHaveLength(2);
    expect(Date.now()).toBe(NOW + 3_000);
  });

  test('is not started if it would end exactly at the deadline', async () => {
    useFakeTime();
    const { read } = createScriptedClient([createResponse(429, {}, { 'Retry-After': '1' })]);
    expect(await apiErrorOf(advanceUntilSettled(read({ timeout: 1_000 })))).toMatchObject({ status: 429, attempts: 1 });
    expect(Date.now()).toBe(NOW);
  });

  test('of the backoff is half a second at most, and doubles with each retry', async () => {
    useFakeTime(0.5);
    const { read, sent } = createScriptedClient([
      createResponse(503),
      createResponse(503),
      createResponse(200, PROFILE),
    ]);
    await advanceUntilSettled(read());
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 250, 750]);
  });

  test.each(['1000000000', '1000000000000'])('reads a reset of exactly %s in the smaller unit', async (reset) => {
    useFakeTime();
    const { read } = createScriptedClient([createResponse(429, {}, { 'X-RateLimit-Reset': reset })]);
    expect(await apiErrorOf(advanceUntilSettled(read()))).toMatchObject({ status: 429, attempts: 1 });
  });

  test('is the backoff if Retry-After is a date in no form of HTTP', async () => {
    expect(await waitAfter(createResponse(503, {}, { 'Retry-After': '1 Jan 2026 00:00:30 GMT' }), 0.5)).toBe(250);
  });

  test('follows the reset if Retry-After is a date in the past', async () => {
    const headers = { 'Retry-After': 'Thu, 01 Jan 2020 00:00:00 GMT', 'X-RateLimit-Reset': '7' };
    expect(await waitAfter(createResponse(429, {}, headers))).toBe(7_000);
  });

  test('for a Retry-After date equal to the current time is only the jitter', async () => {
    expect(await waitAfter(createResponse(503, {}, { 'Retry-After': httpDate(NOW) }), 0.5)).toBe(125);
  });

  test('is unaffected by a wall clock that jumps ahead during an attempt', async () => {
    useFakeTime();
    const { read, sent } = createScriptedClient([
      () => {
        vi.setSystemTime(NOW + 3_600_000);
        return createResponse(503);
      },
      createResponse(200, PROFILE),
    ]);
    expect((await advanceUntilSettled(read())).data).toEqual(PROFILE);
    expect(sent).toHaveLength(2);
  });

  test('ends at once with an abort', async () => {
    useFakeTime();
    const controller = new AbortController();
    const { read, sent } = createScriptedClient([createResponse(429, {}, { 'Retry-After': '30' })]);
    const call = rejectionOf(read({ signal: controller.signal }));
    await runPendingTasks();
    controller.abort(new Error('enough'));
    expect((await call).message).toBe('enough');
    await runPendingTasks();
    expect(sent).toHaveLength(1);
    expect(Date.now()).toBe(NOW);
    expect(vi.getTimerCount()).toBe(0);
  });
});
