import { describe, expect, test, vi } from 'vitest';
import { clientCredentials } from '../../src/index.js';
import type { Pacer, Report, Turn } from '../../src/pacing.js';
import { apiErrorOf, rejectionOf } from '../support/expected-errors.js';
import { advanceUntilSettled, NOW, runPendingTasks, useFakeTime } from '../support/fake-time.js';
import { pacerOf, pacingOf } from '../support/pacing.js';
import { CLIENT, createScriptedClient, PROFILE, profileParams } from '../support/scripted-client.js';
import { createResponse, neverResponds, type ScriptedResponse, type SentRequest } from '../support/scripted-fetch.js';

const IDEMPOTENT = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'];
const NOT_IDEMPOTENT = ['POST', 'PATCH'];
/** The smallest and the largest result of `Math.random`. */
const MIN_RANDOM = 0;
const MAX_RANDOM = 0.999_999;

const networkFailure = () => new TypeError('fetch failed');
const httpDate = (ms: number) => new Date(ms).toUTCString();
const delays = (sent: readonly SentRequest[]) => sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));

/** Returns the milliseconds between the first attempt and the retry. */
async function delayAfter(first: ScriptedResponse, random = MIN_RANDOM): Promise<number> {
  useFakeTime(random);
  const { read, sent } = createScriptedClient([first, createResponse(200, PROFILE)]);
  await advanceUntilSettled(read());
  return delays(sent)[0] ?? Number.NaN;
}

describe('the client retries', () => {
  test.each([...IDEMPOTENT, ...NOT_IDEMPOTENT])('%s after status 429', async (method) => {
    useFakeTime();
    const { call, sent } = createScriptedClient([createResponse(429), createResponse(204)]);
    const { error } = await advanceUntilSettled(call(method, '/things'));
    expect(error).toBeUndefined();
    expect(sent.map((request) => request.method)).toEqual([method, method]);
  });

  test.each(IDEMPOTENT.flatMap((method) => [502, 503, 504].map((status) => [method, status] as const)))(
    '%s, which is idempotent, after status %i',
    async (method, status) => {
      useFakeTime();
      const { call, sent } = createScriptedClient([createResponse(status), createResponse(204)]);
      const { error } = await advanceUntilSettled(call(method, '/things'));
      expect(error).toBeUndefined();
      expect(sent).toHaveLength(2);
    },
  );

  test.each(IDEMPOTENT)('%s, which is idempotent, after a network error', async (method) => {
    useFakeTime();
    const { call, sent } = createScriptedClient([networkFailure(), createResponse(204)]);
    const { error } = await advanceUntilSettled(call(method, '/things'));
    expect(error).toBeUndefined();
    expect(sent).toHaveLength(2);
  });

  test('GET after an AbortError of fetch if the signal is not aborted', async () => {
    useFakeTime();
    const { read, sent } = createScriptedClient([
      new DOMException('connection reset', 'AbortError'),
      createResponse(200, PROFILE),
    ]);
    expect((await advanceUntilSettled(read())).data).toEqual(PROFILE);
    expect(sent).toHaveLength(2);
  });
});

describe('the client does not retry', () => {
  test.each(NOT_IDEMPOTENT.flatMap((method) => [502, 503, 504].map((status) => [method, status] as const)))(
    '%s, which is not idempotent, after status %i',
    async (method, status) => {
      const { call, sent } = createScriptedClient([createResponse(status)]);
      expect((await apiErrorOf(call(method, '/things', { body: {} }))).status).toBe(status);
      expect(sent).toHaveLength(1);
    },
  );

  test.each(NOT_IDEMPOTENT)('%s, which is not idempotent, after a network error', async (method) => {
    const failed = networkFailure();
    const { call, sent } = createScriptedClient([failed]);
    expect(await rejectionOf(call(method, '/things', { body: {} }))).toMatchObject({ attempts: 1, cause: failed });
    expect(sent).toHaveLength(1);
  });

  test.each([400, 403, 404, 408, 409, 425, 500, 501, 505])('GET after status %i', async (status) => {
    const { read, sent } = createScriptedClient([createResponse(status, {}, { 'Retry-After': '1' })]);
    expect((await apiErrorOf(read())).status).toBe(status);
    expect(sent).toHaveLength(1);
  });
});

describe('the number of attempts', () => {
  test('is at most three by default: the first attempt and two retries', async () => {
    useFakeTime();
    const { read, sent } = createScriptedClient([createResponse(429), createResponse(503), createResponse(502)]);
    const error = await advanceUntilSettled(apiErrorOf(read()));
    expect(error.status).toBe(502);
    expect(error.attempts).toBe(3);
    expect(sent).toHaveLength(3);
  });

  test('is a property of the NetworkError that the call throws after the last attempt', async () => {
    useFakeTime();
    const last = networkFailure();
    const { read, sent } = createScriptedClient([networkFailure(), networkFailure(), last]);
    expect(await advanceUntilSettled(rejectionOf(read()))).toMatchObject({
      name: 'NetworkError',
      attempts: 3,
      cause: last,
    });
    expect(sent).toHaveLength(3);
  });

  test('is one if the client has retry: 0', async () => {
    const { read } = createScriptedClient([createResponse(429)], { retry: 0 });
    expect((await apiErrorOf(read())).attempts).toBe(1);
  });

  test('depends on the retry option of the call, which overrides the retry option of the client', async () => {
    useFakeTime();
    const more = createScriptedClient([createResponse(429), createResponse(429)], { retry: 0 });
    expect((await advanceUntilSettled(apiErrorOf(more.read({ retry: 1 })))).attempts).toBe(2);
    const none = createScriptedClient([createResponse(429)], { retry: 5 });
    expect((await apiErrorOf(none.read({ retry: 0 }))).attempts).toBe(1);
    const many = createScriptedClient(Array.from({ length: 5 }, () => createResponse(503)));
    expect((await advanceUntilSettled(apiErrorOf(many.read({ retry: 4 })))).attempts).toBe(5);
  });
});

describe('a retry', () => {
  test('sends the same URL, header fields and body', async () => {
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

  test('sends a new Request object, so that the request sent before does not change', async () => {
    useFakeTime();
    const { read, sent } = createScriptedClient([
      createResponse(503),
      createResponse(503),
      createResponse(200, PROFILE),
    ]);
    await advanceUntilSettled(read());
    expect(new Set(sent.map(({ request }) => request)).size).toBe(3);
  });

  test('does not call the token source again', async () => {
    useFakeTime();
    const auth = vi.fn(() => 't0ken');
    const { read } = createScriptedClient([createResponse(503), createResponse(200, PROFILE)], { auth });
    await advanceUntilSettled(read());
    expect(auth).toHaveBeenCalledTimes(1);
  });

  test.each([429, 503])(
    'cancels the body of the previous response, a %i, so that the connection can be used again',
    async (status) => {
      useFakeTime();
      const previous = createResponse(status, {});
      const cancel = vi.spyOn(previous.body ?? new ReadableStream(), 'cancel');
      const { read } = createScriptedClient([previous, createResponse(200, PROFILE)]);
      await advanceUntilSettled(read());
      expect(cancel).toHaveBeenCalledTimes(1);
    },
  );

  test('is sent even if the body of the previous response cannot be cancelled', async () => {
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
    ['has no method cancel', {}],
    [
      'throws an error from cancel()',
      {
        cancel: () => {
          throw new Error('locked');
        },
      },
    ],
    ['has a method cancel that returns undefined', { cancel: () => undefined }],
  ])('is sent even if the body of the previous response %s', async (_case, body) => {
    useFakeTime();
    // Other implementations of fetch have their own Response class.
    const unavailable = { status: 503, headers: new Headers(), body, text: async () => '' } as unknown as Response;
    const { read } = createScriptedClient([() => unavailable, createResponse(200, PROFILE)]);
    expect((await advanceUntilSettled(read())).data).toEqual(PROFILE);
  });
});

describe('the delay before a retry', () => {
  test.each([429, 503])(
    'after status %i is the number of seconds in Retry-After, plus up to 250 ms of jitter',
    async (status) => {
      expect(await delayAfter(createResponse(status, {}, { 'Retry-After': '7' }), MIN_RANDOM)).toBe(7_000);
      const longest = await delayAfter(createResponse(status, {}, { 'Retry-After': '7' }), MAX_RANDOM);
      expect(longest).toBeGreaterThan(7_200);
      expect(longest).toBeLessThanOrEqual(7_250);
    },
  );

  test('is only the jitter for Retry-After: 0', async () => {
    expect(await delayAfter(createResponse(429, {}, { 'Retry-After': '0' }), MIN_RANDOM)).toBe(0);
    expect(await delayAfter(createResponse(429, {}, { 'Retry-After': '0' }), MAX_RANDOM)).toBeLessThanOrEqual(250);
  });

  test.each([
    ['IMF-fixdate', 'Thu, 01 Jan 2026 00:00:09 GMT'],
    ['RFC 850', 'Thursday, 01-Jan-26 00:00:09 GMT'],
    ['asctime', 'Thu Jan  1 00:00:09 2026'],
  ])('ends at the date in Retry-After, which is in UTC, if the date format is %s', async (_format, date) => {
    expect(await delayAfter(createResponse(503, {}, { 'Retry-After': date }))).toBe(9_000);
    expect(
      await delayAfter(createResponse(429, {}, { Date: date, 'X-RateLimit-Reset': String(NOW / 1_000 + 12) })),
    ).toBe(3_000);
  });

  test('ends at the date in Retry-After according to the clock of the server, which the Date header field shows', async () => {
    const serverTime = NOW - 3_600_000;
    const headers = { Date: httpDate(serverTime), 'Retry-After': httpDate(serverTime + 9_000) };
    expect(await delayAfter(createResponse(503, {}, headers))).toBe(9_000);
  });

  test('is taken from Retry-After even if the response also has X-RateLimit-Reset', async () => {
    expect(await delayAfter(createResponse(429, {}, { 'Retry-After': '2', 'X-RateLimit-Reset': '30' }))).toBe(2_000);
  });

  test.each([
    ['seconds from now', '30'],
    ['epoch seconds', String(NOW / 1_000 + 30)],
    ['epoch milliseconds', String(NOW + 30_000)],
  ])('is taken from X-RateLimit-Reset in %s after a 429, plus up to 250 ms of jitter', async (_unit, reset) => {
    expect(await delayAfter(createResponse(429, {}, { 'X-RateLimit-Reset': reset }), MIN_RANDOM)).toBe(30_000);
    const longest = await delayAfter(createResponse(429, {}, { 'X-RateLimit-Reset': reset }), MAX_RANDOM);
    expect(longest).toBeGreaterThan(30_200);
    expect(longest).toBeLessThanOrEqual(30_250);
  });

  test('is only the jitter if X-RateLimit-Reset is the current time', async () => {
    expect(
      await delayAfter(createResponse(429, {}, { 'X-RateLimit-Reset': String(NOW / 1_000) }), MAX_RANDOM),
    ).toBeLessThanOrEqual(250);
  });

  test('is only the jitter if X-RateLimit-Reset is 0', async () => {
    expect(await delayAfter(createResponse(429, {}, { 'X-RateLimit-Reset': '0' }), MAX_RANDOM)).toBeLessThanOrEqual(
      250,
    );
  });

  test.each([
    ['epoch seconds', (ms: number) => String(ms / 1_000)],
    ['epoch milliseconds', String],
  ])(
    'is computed from X-RateLimit-Reset in %s and the clock of the server, which the Date header field shows',
    async (_unit, format) => {
      const serverTime = NOW + 3_600_000;
      const headers = { Date: httpDate(serverTime), 'X-RateLimit-Reset': format(serverTime + 5_000) };
      expect(await delayAfter(createResponse(429, {}, headers))).toBe(5_000);
    },
  );

  test('is computed from X-RateLimit-Reset and the local clock if the Date header field is invalid', async () => {
    const headers = { Date: 'yesterday', 'X-RateLimit-Reset': String(NOW + 5_000) };
    expect(await delayAfter(createResponse(429, {}, headers))).toBe(5_000);
  });

  test('is not taken from X-RateLimit-Reset after a 503', async () => {
    const headers = { 'X-RateLimit-Reset': '30' };
    expect(await delayAfter(createResponse(503, {}, headers), MAX_RANDOM)).toBeLessThan(5_000);
  });

  test.each([
    ['a Retry-After date in the past', { 'Retry-After': httpDate(NOW - 60_000) }],
    ['an X-RateLimit-Reset in the past in epoch seconds', { 'X-RateLimit-Reset': String(NOW / 1_000 - 60) }],
    ['an X-RateLimit-Reset in the past in epoch milliseconds', { 'X-RateLimit-Reset': String(NOW - 60_000) }],
    ['a negative Retry-After', { 'Retry-After': '-5' }],
    ['an invalid Retry-After', { 'Retry-After': 'soon' }],
    ['a negative X-RateLimit-Reset', { 'X-RateLimit-Reset': '-5' }],
    ['an X-RateLimit-Reset that is not a number', { 'X-RateLimit-Reset': 'soon' }],
    ['neither Retry-After nor X-RateLimit-Reset', {}],
  ])('is the exponential backoff after a 429 with %s', async (_case, headers) => {
    // Full jitter starts at 0, and its upper limit is above the 250 ms that are added to a requested delay.
    expect(await delayAfter(createResponse(429, {}, headers), MIN_RANDOM)).toBe(0);
    const longest = await delayAfter(createResponse(429, {}, headers), MAX_RANDOM);
    expect(longest).toBeGreaterThan(250);
    expect(longest).toBeLessThan(5_000);
  });

  test.each(['soon', '-5', '1.5', ''])(
    'is taken from X-RateLimit-Reset if Retry-After is neither seconds nor a date (%j)',
    async (after) => {
      expect(await delayAfter(createResponse(429, {}, { 'Retry-After': after, 'X-RateLimit-Reset': '3' }))).toBe(3_000);
    },
  );

  test('is the exponential backoff after a network error', async () => {
    expect(await delayAfter(networkFailure(), MIN_RANDOM)).toBe(0);
    expect(await delayAfter(networkFailure(), MAX_RANDOM)).toBeGreaterThan(250);
  });

  test('has full jitter, with an upper limit that doubles with each retry', async () => {
    useFakeTime(MAX_RANDOM);
    const longest = createScriptedClient([
      createResponse(503),
      networkFailure(),
      createResponse(504),
      createResponse(503),
    ]);
    await advanceUntilSettled(apiErrorOf(longest.read({ retry: 3 })));
    const [first = Number.NaN, second = Number.NaN, third = Number.NaN] = delays(longest.sent);
    expect(Math.abs(second - 2 * first)).toBeLessThanOrEqual(2);
    expect(Math.abs(third - 4 * first)).toBeLessThanOrEqual(4);

    useFakeTime(0.5);
    const half = createScriptedClient([createResponse(503), createResponse(503)]);
    await advanceUntilSettled(apiErrorOf(half.read({ retry: 1 })));
    expect(Math.abs((delays(half.sent)[0] ?? Number.NaN) - first / 2)).toBeLessThanOrEqual(1);
  });

  test('is awaited if it ends before the deadline', async () => {
    useFakeTime();
    const { read, sent } = createScriptedClient([
      createResponse(429, {}, { 'Retry-After': '4' }),
      createResponse(200, PROFILE),
    ]);
    expect((await advanceUntilSettled(read({ timeout: 4_001 }))).data).toEqual(PROFILE);
    expect(delays(sent)).toEqual([4_000]);
  });

  test('is not awaited if it would exceed the deadline: the call returns the response immediately', async () => {
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

  test('is not awaited after a network error if it would exceed the deadline: the call throws the NetworkError', async () => {
    useFakeTime(MAX_RANDOM);
    const failed = networkFailure();
    const { read } = createScriptedClient([failed]);
    expect(await advanceUntilSettled(rejectionOf(read({ timeout: 100 })))).toMatchObject({
      name: 'NetworkError',
      cause: failed,
    });
    expect(Date.now()).toBe(NOW);
  });

  test('is compared with the time that is left until the deadline, not with the full timeout', async () => {
    useFakeTime();
    const retryAfter3s = { 'Retry-After': '3' };
    const { read, sent } = createScriptedClient([
      createResponse(429, {}, retryAfter3s),
      createResponse(429, {}, retryAfter3s),
    ]);
    expect((await advanceUntilSettled(apiErrorOf(read({ timeout: 5_000 })))).attempts).toBe(2);
    expect(sent).toHaveLength(2);
    expect(Date.now()).toBe(NOW + 3_000);
  });

  test('is not awaited if it would end exactly at the deadline', async () => {
    useFakeTime();
    const { read } = createScriptedClient([createResponse(429, {}, { 'Retry-After': '1' })]);
    expect(await apiErrorOf(advanceUntilSettled(read({ timeout: 1_000 })))).toMatchObject({ status: 429, attempts: 1 });
    expect(Date.now()).toBe(NOW);
  });

  test('has an upper limit of 500 ms for the first backoff and of 1,000 ms for the second', async () => {
    useFakeTime(0.5);
    const { read, sent } = createScriptedClient([
      createResponse(503),
      createResponse(503),
      createResponse(200, PROFILE),
    ]);
    await advanceUntilSettled(read());
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 250, 750]);
  });

  test.each([
    ['1000000000', 'seconds from now'],
    ['1000000000000', 'epoch seconds'],
  ])('is longer than the timeout if X-RateLimit-Reset is %s, which the client reads as %s', async (reset) => {
    useFakeTime();
    const { read } = createScriptedClient([createResponse(429, {}, { 'X-RateLimit-Reset': reset })]);
    expect(await apiErrorOf(advanceUntilSettled(read()))).toMatchObject({ status: 429, attempts: 1 });
  });

  test('is the exponential backoff if Retry-After is a date in a format that HTTP does not allow', async () => {
    expect(await delayAfter(createResponse(503, {}, { 'Retry-After': '1 Jan 2026 00:00:30 GMT' }), 0.5)).toBe(250);
  });

  test('is taken from X-RateLimit-Reset if Retry-After is a date in the past', async () => {
    const headers = { 'Retry-After': 'Thu, 01 Jan 2020 00:00:00 GMT', 'X-RateLimit-Reset': '7' };
    expect(await delayAfter(createResponse(429, {}, headers))).toBe(7_000);
  });

  test('is only the jitter if Retry-After is the current date', async () => {
    expect(await delayAfter(createResponse(503, {}, { 'Retry-After': httpDate(NOW) }), 0.5)).toBe(125);
  });

  test('is compared with a monotonic deadline: the retry is sent even if the wall clock jumps ahead during an attempt', async () => {
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

  test('ends immediately if the call is aborted, and no retry is sent', async () => {
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

describe('a pacer', () => {
  /** A pacer that lets every request through at once, and records what the client tells it. */
  function recordingPacer(resendsRefused: boolean): { pacer: Pacer; turns: Turn[]; reports: Parameters<Report>[] } {
    const turns: Turn[] = [];
    const reports: Parameters<Report>[] = [];
    const enter = (turn: Turn): Report => {
      turns.push(turn);
      return (...report) => void reports.push(report);
    };
    return { pacer: pacerOf({ resendsRefused, enter }), turns, reports };
  }

  /** After a 429, this pacer waits for one second. If the deadline is earlier, the client returns the 429. */
  const patientPacer = pacerOf({
    resendsRefused: true,
    enter: ({ refusals, deadline }) => {
      if (refusals === 0) return () => undefined;
      if (deadline.timeLeft() <= 1_000) return undefined;
      return new Promise((resolve) => setTimeout(resolve, 1_000, () => undefined));
    },
  });

  const refused = (count: number) => Array.from({ length: count }, () => createResponse(429));

  test('with resendsRefused makes the client resend after every 429, and a 429 uses up no retry', async () => {
    useFakeTime();
    const { pacer } = recordingPacer(true);
    const { read } = createScriptedClient([...refused(20), createResponse(404)], { pacer, retry: 0 });
    expect(await advanceUntilSettled(apiErrorOf(read()))).toMatchObject({ status: 404, attempts: 21 });
  });

  test('with resendsRefused makes the client resend after a 429 until the deadline, and then return the last 429', async () => {
    useFakeTime();
    const responses = [...refused(3), createResponse(429, { message: 'the last' })];
    const { read, sent } = createScriptedClient(responses, { pacer: patientPacer });
    const error = await advanceUntilSettled(apiErrorOf(read({ timeout: 4_000 })));
    expect(error).toMatchObject({ status: 429, attempts: 4, body: { message: 'the last' } });
    expect(sent.map(({ at }) => at - NOW)).toEqual([0, 1_000, 2_000, 3_000]);
    expect(Date.now()).toBe(NOW + 3_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('with resendsRefused changes neither the number of retries after a 503 nor their exponential backoff', async () => {
    useFakeTime(0.5);
    const { pacer } = recordingPacer(true);
    const { read, sent } = createScriptedClient(
      [...refused(3), createResponse(503), ...refused(2), createResponse(503), createResponse(503)],
      { pacer, retry: 2 },
    );
    const { status, attempts } = await advanceUntilSettled(apiErrorOf(read()));
    expect({ status, attempts }).toEqual({ status: 503, attempts: 8 });
    expect(delays(sent)).toEqual([0, 0, 0, 250, 0, 0, 500]);
  });

  test('decides when a request is sent again after a 429, even if Retry-After exceeds the deadline', async () => {
    useFakeTime();
    const responses = [createResponse(429, {}, { 'Retry-After': '600' }), createResponse(200, PROFILE)];
    const { read, sent } = createScriptedClient(responses, { pacer: patientPacer });
    expect((await advanceUntilSettled(read({ timeout: 5_000 }))).data).toEqual(PROFILE);
    expect(delays(sent)).toEqual([1_000]);
  });

  test('without resendsRefused lets a 429 use up a retry', async () => {
    useFakeTime();
    const { pacer } = recordingPacer(false);
    const { read } = createScriptedClient(refused(3), { pacer });
    expect(await advanceUntilSettled(apiErrorOf(read()))).toMatchObject({ status: 429, attempts: 3 });
  });

  test('receives the number of 429s of the call, or 0 if the previous attempt did not get a 429', async () => {
    useFakeTime();
    const { pacer, turns } = recordingPacer(true);
    const responses = [...refused(2), createResponse(503), ...refused(1), createResponse(200, PROFILE)];
    const { read } = createScriptedClient(responses, { pacer });
    await advanceUntilSettled(read());
    expect(turns.map(({ refusals }) => refusals)).toEqual([0, 1, 2, 0, 3]);
  });

  test('receives isBulk: true for a call with pace: "bulk", and isBulk: false for any other call', async () => {
    const { pacer, turns } = recordingPacer(false);
    const { read } = createScriptedClient([createResponse(200, PROFILE), createResponse(200, PROFILE)], { pacer });
    await read({ pace: 'bulk' });
    await read();
    expect(turns.map(({ isBulk }) => isBulk)).toEqual([true, false]);
  });

  test('receives every response, and the delay before the retry if the client can retry', async () => {
    useFakeTime();
    const { pacer, reports } = recordingPacer(false);
    const responses = [
      createResponse(429, {}, { 'Retry-After': '4' }),
      networkFailure(),
      createResponse(503, {}, { 'Retry-After': '2' }),
      createResponse(200, PROFILE),
    ];
    const { read } = createScriptedClient(responses, { pacer, retry: 3 });
    await advanceUntilSettled(read());
    expect(reports.map(([response, delayMs]) => [response?.status, delayMs])).toEqual([
      [429, 4_000],
      [undefined, 0],
      [503, 2_000],
      [200, undefined],
    ]);
  });

  test('receives a delay for every 429, even if the call has no retry left', async () => {
    const { pacer, reports } = recordingPacer(false);
    const { read } = createScriptedClient([createResponse(429, {}, { 'Retry-After': '4' })], { pacer, retry: 0 });
    await apiErrorOf(read());
    expect(reports.map(([response]) => response?.status)).toEqual([429]);
    expect(reports[0]?.[1]).toBeGreaterThanOrEqual(4_000);
  });

  test('is called again for the request with a new token after a 401; this request is still attempt 1', async () => {
    const { pacer, turns } = recordingPacer(false);
    const tokens = ['old', 'new'];
    const { read, sent } = createScriptedClient([createResponse(401), createResponse(404)], {
      pacer,
      auth: () => tokens.shift() ?? 'new',
    });
    expect((await apiErrorOf(read())).attempts).toBe(1);
    expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer old', 'Bearer new']);
    expect(turns).toHaveLength(2);
  });

  test.each<[string, number, ScriptedResponse[]]>([
    ['not sent', 0, []],
    ['attempt 1', 1, [createResponse(429)]],
    ['attempt 3', 3, [networkFailure(), createResponse(503), createResponse(429)]],
  ])(
    'that holds a request until the timeout makes the call reject with a TimeoutError that says "%s, waiting for the rate limit" (responses before: %i)',
    async (attempt, count, responses) => {
      useFakeTime();
      const { pacer, turns } = recordingPacer(true);
      const enter = (turn: Turn) =>
        turns.length < count ? pacingOf(pacer).enter(turn) : new Promise<Report>(() => undefined);
      const { read } = createScriptedClient(responses, { pacer: pacerOf({ resendsRefused: true, enter }) });
      expect((await advanceUntilSettled(rejectionOf(read({ timeout: 9_000 })))).message).toBe(
        `GET /token-exchange-profiles/{id} timed out after 9000 ms (${attempt}, waiting for the rate limit)`,
      );
    },
  );

  test('that sends a delayed request has no effect on a later TimeoutError, which says "waiting for the response"', async () => {
    useFakeTime();
    const { read } = createScriptedClient([createResponse(429), neverResponds], { pacer: patientPacer });
    expect((await advanceUntilSettled(rejectionOf(read({ timeout: 9_000 })))).message).toBe(
      'GET /token-exchange-profiles/{id} timed out after 9000 ms (attempt 2, waiting for the response)',
    );
  });

  test('that throws makes the call reject with the same error, and the client sends no request', async () => {
    const failure = new Error('the pacer has stopped');
    const { read } = createScriptedClient([], {
      pacer: pacerOf({ resendsRefused: false, enter: () => Promise.reject(failure) }),
    });
    expect(await rejectionOf(read())).toBe(failure);
  });

  test('has no effect on token requests', async () => {
    const { pacer, turns } = recordingPacer(false);
    const issued = createResponse(200, { access_token: 'fresh' });
    const { read, sent } = createScriptedClient([issued, createResponse(200, PROFILE)], {
      pacer,
      auth: clientCredentials(CLIENT),
    });
    await read();
    expect(sent).toHaveLength(2);
    expect(turns).toHaveLength(1);
  });
});
