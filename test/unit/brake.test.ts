import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { createBrake } from '../../src/brake.js';
import { clientCredentials } from '../../src/index.js';
import type { Report } from '../../src/pacing.js';
import { apiErrorOf, rejectionOf } from '../support/expected-errors.js';
import { advanceTime, advanceUntilSettled, NOW, runPendingTasks, useFakeTime } from '../support/fake-time.js';
import { CLIENT, createScriptedClient, PROFILE } from '../support/scripted-client.js';
import { createResponse, deferred, neverResponds, respondAfter, type SentRequest } from '../support/scripted-fetch.js';
import { deadlineIn } from '../support/simulated-deadline.js';

const ok = () => createResponse(200, PROFILE);
const refusal = (seconds: number) => createResponse(429, {}, { 'Retry-After': String(seconds) });
/** The time of each request, in milliseconds since the start of the test. */
const times = (sent: readonly SentRequest[]) => sent.map(({ at }) => at - NOW);
/** The last segment of the path and the time of each request. */
const order = (sent: readonly SentRequest[]) => sent.map(({ url, at }) => `${url.split('/').at(-1)} ${at - NOW}`);

describe('before the first 429', () => {
  test('the client sends each request immediately, and the brake starts no timer', async () => {
    useFakeTime();
    const { read, sent } = createScriptedClient([neverResponds, neverResponds, neverResponds]);
    const { enter } = createBrake();
    for (let request = 0; request < 100; request += 1) {
      const report = enter({ deadline: deadlineIn(1), isBulk: false, refusals: 0 });
      // If `enter` returned a promise, each request would cost another function call and another task.
      expect(report).toBeTypeOf('function');
      (report as Report)(createResponse(200), undefined);
    }
    expect(vi.getTimerCount()).toBe(0);
    const calls = [read(), read(), read()].map(rejectionOf);
    await runPendingTasks();
    expect(times(sent)).toEqual([0, 0, 0]);
    // Each call has the timer of its deadline.
    expect(vi.getTimerCount()).toBe(3);
    await advanceUntilSettled(Promise.all(calls));
  });

  test('a 503, a network error and other errors do not delay other requests', async () => {
    useFakeTime();
    const { call, sent } = createScriptedClient([
      createResponse(503, {}, { 'Retry-After': '9', 'X-RateLimit-Reset': '9' }),
      createResponse(400, {}, { 'Retry-After': '9', 'X-RateLimit-Reset': '9' }),
      new TypeError('fetch failed'),
      createResponse(204),
    ]);
    await apiErrorOf(call('POST', '/things'));
    await apiErrorOf(call('POST', '/things'));
    await rejectionOf(call('POST', '/things'));
    await call('POST', '/things');
    expect(times(sent)).toEqual([0, 0, 0, 0]);
  });
});

describe('after a 429', () => {
  test('all calls of the client wait for the requested delay, even calls that start later', async () => {
    useFakeTime();
    const { call, sent } = createScriptedClient([refusal(3), ok(), ok(), ok()]);
    const refused = call('GET', '/refused');
    await advanceTime(1_000);
    const calls = [refused, call('GET', '/second'), call('POST', '/third')];
    await advanceTime(1_999);
    expect(sent).toHaveLength(1);
    await advanceUntilSettled(Promise.all(calls));
    expect(order(sent)).toEqual(['refused 0', 'refused 3000', 'second 3025', 'third 3050']);
  });

  test('a call that starts later waits even if the call with the 429 has retry: 0', async () => {
    useFakeTime();
    const { read, sent } = createScriptedClient([refusal(3), ok()]);
    await apiErrorOf(read({ retry: 0 }));
    await advanceUntilSettled(read());
    expect(times(sent)).toEqual([0, 3_000]);
  });

  test('the retry of another call, which got a 503, waits for the requested delay of the 429', async () => {
    useFakeTime();
    const { call, sent } = createScriptedClient([createResponse(503), refusal(3), ok(), ok()]);
    await advanceUntilSettled(Promise.all([call('GET', '/unavailable'), call('GET', '/refused')]));
    expect(order(sent)).toEqual(['unavailable 0', 'refused 0', 'refused 3000', 'unavailable 3025']);
  });

  test('all calls wait for the exponential backoff if the 429 requests no delay', async () => {
    useFakeTime(0.5);
    const { read, sent } = createScriptedClient([createResponse(429), ok(), ok()]);
    const refused = read();
    await runPendingTasks();
    await advanceUntilSettled(Promise.all([refused, read()]));
    expect(times(sent)).toEqual([0, 250, 298]);
  });

  test('all calls wait for the longest requested delay if several requests in flight get a 429', async () => {
    useFakeTime();
    const { read, sent } = createScriptedClient([refusal(2), refusal(5), refusal(3), ok(), ok(), ok()]);
    await advanceUntilSettled(Promise.all([read(), read(), read()]));
    expect(times(sent).slice(3)).toEqual([5_000, 5_016, 5_032]);
  });

  test('all calls wait for the delay of a later 429 if its request was sent after the earlier 429, even if the delay is shorter', async () => {
    useFakeTime();
    const { call, sent } = createScriptedClient([refusal(50), refusal(3), ...Array.from({ length: 3 }, ok)]);
    await apiErrorOf(call('GET', '/first', { retry: 0 }));
    const waiting = call('GET', '/waiting');
    await runPendingTasks();
    // This call has no time to wait, so it is sent immediately.
    const urgent = call('GET', '/urgent', { timeout: 40_000 });
    await runPendingTasks();
    await advanceUntilSettled(Promise.all([waiting, urgent, call('GET', '/last')]));
    expect(order(sent)).toEqual(['first 0', 'urgent 0', 'waiting 3000', 'urgent 3050', 'last 3100']);
  });

  test.each([
    ['a day', '86400'],
    ['3,000 years', '99999999999'],
    ['an infinite time', '9'.repeat(400)],
  ])('with a Retry-After of %s, the client can still retry after the next 429', async (_delay, retryAfter) => {
    useFakeTime();
    const { read, sent } = createScriptedClient([
      createResponse(429, {}, { 'Retry-After': retryAfter }),
      refusal(3),
      ok(),
      ok(),
    ]);
    expect((await apiErrorOf(read())).attempts).toBe(1);
    expect((await advanceUntilSettled(read())).data).toEqual(PROFILE);
    await advanceUntilSettled(read());
    expect(times(sent)).toEqual([0, 0, 3_000, 3_050]);
  });

  test('a request that is in flight is not aborted', async () => {
    useFakeTime();
    const { read, sent } = createScriptedClient([respondAfter(500, ok()), refusal(3), ok()]);
    const [inFlight, refused] = [read(), read()];
    expect((await advanceUntilSettled(inFlight)).data).toEqual(PROFILE);
    expect(Date.now()).toBe(NOW + 500);
    await advanceUntilSettled(refused);
    expect(sent[0]?.signal.aborted).toBe(false);
  });

  test('the calls of another client do not wait', async () => {
    useFakeTime();
    const first = createScriptedClient([refusal(3), ok()]);
    const second = createScriptedClient([ok()]);
    const refused = first.read();
    await runPendingTasks();
    await second.read();
    expect(times(second.sent)).toEqual([0]);
    await advanceUntilSettled(refused);
  });

  test('a token request does not wait, but the call that needs the token waits', async () => {
    useFakeTime();
    const issued = () => createResponse(200, { access_token: 'fresh', expires_in: 1 });
    const { call, sent } = createScriptedClient([issued(), refusal(3), issued(), ok(), ok()], {
      auth: clientCredentials(CLIENT),
    });
    const refused = call('GET', '/refused');
    await advanceTime(1_000);
    await advanceUntilSettled(Promise.all([refused, call('GET', '/second')]));
    // The URL of the token endpoint ends with a slash.
    expect(order(sent)).toEqual([' 0', 'refused 0', ' 1000', 'refused 3000', 'second 3025']);
  });

  test('from the token endpoint, the API requests of the client are sent without a delay between them', async () => {
    useFakeTime();
    const issued = createResponse(200, { access_token: 'fresh' });
    const { read, sent } = createScriptedClient([refusal(3), issued, ok(), ok()], { auth: clientCredentials(CLIENT) });
    await advanceUntilSettled(Promise.all([read(), read()]));
    // Both calls share the token request, and then send their requests at the same time.
    expect(times(sent)).toEqual([0, 3_000, 3_000, 3_000]);
  });
});

describe('the gap between two requests', () => {
  /**
   * Reports a number of 429s to the brake, all at the same fake time. Returns the gap `msLater` milliseconds after the
   * 429s. The brake sends a request with a deadline of 1 ms immediately, because a delay would exceed the deadline.
   */
  async function gapAfter(refusals: number, msLater: number): Promise<number> {
    useFakeTime();
    const { enter } = createBrake();
    const send = () => enter({ deadline: deadlineIn(1), isBulk: false, refusals: 0 }) as Report;
    for (let nth = 0; nth < refusals; nth += 1) send()(createResponse(429), 0);
    if (msLater > 0) await advanceTime(msLater);
    send();
    const sentAt = performance.now();
    await advanceUntilSettled(Promise.resolve(enter({ deadline: deadlineIn(60_000), isBulk: false, refusals: 0 })));
    return performance.now() - sentAt;
  }

  test.each([
    [1, 50],
    [2, 100],
    [3, 200],
    [4, 400],
    [5, 800],
    [6, 1_000],
    [9, 1_000],
  ])('starts at 50 ms and doubles with each 429 up to 1 s: after %i 429s, it is %i ms', async (refusals, gap) => {
    expect(await gapAfter(refusals, 0)).toBe(gap);
  });

  test.each([
    [3, 3_000, 100],
    [3, 6_000, 50],
    [6, 3_000, 500],
    [6, 9_000, 125],
  ])(
    'halves every 3 s without a 429: after %i 429s and then %i ms without a 429, it is %i ms',
    async (refusals, msLater, gap) => {
      expect(await gapAfter(refusals, msLater)).toBe(gap);
    },
  );

  test('is at least 50 ms after another 429, even if it had shrunk to less than 1 ms', async () => {
    useFakeTime();
    const { enter } = createBrake();
    const send = () => enter({ deadline: deadlineIn(1), isBulk: false, refusals: 0 }) as Report;
    send()(createResponse(429), 0);
    await advanceTime(30_000);
    send()(createResponse(429), 0);
    await advanceTime(1);
    send();
    const sentAt = performance.now();
    const turn = enter({ deadline: deadlineIn(60_000), isBulk: false, refusals: 0 });
    await advanceUntilSettled(Promise.resolve(turn));
    expect(performance.now() - sentAt).toBe(50);
  });

  test('grows only once if several requests in flight get a 429', async () => {
    useFakeTime();
    const { read, sent } = createScriptedClient([
      ...Array.from({ length: 6 }, () => refusal(3)),
      ...Array.from({ length: 6 }, ok),
    ]);
    await advanceUntilSettled(Promise.all(Array.from({ length: 6 }, () => read())));
    // The delay is as long as the half-life, so the gap of 50 ms has shrunk to 25 ms.
    expect(times(sent).slice(6)).toEqual([3_000, 3_025, 3_050, 3_075, 3_100, 3_125]);
  });

  test('grows again if a request that was sent after a 429 gets another 429', async () => {
    useFakeTime();
    const { read, sent } = createScriptedClient([refusal(3), refusal(3), refusal(3), ok(), ok()]);
    await advanceUntilSettled(Promise.all([read(), read()]));
    // The first 429s set the gap to 50 ms. It shrinks to 25 ms in 3 s. The third 429 doubles it, and it shrinks again.
    expect(times(sent)).toEqual([0, 0, 3_000, 6_000, 6_025]);
  });
});

describe('a call that waits because another call got a 429', () => {
  test('uses up no retry while it waits, and its first request is attempt 1', async () => {
    useFakeTime();
    const { read, call, sent } = createScriptedClient([refusal(3), ok(), createResponse(503), createResponse(404)]);
    const refused = read();
    await runPendingTasks();
    const error = await advanceUntilSettled(apiErrorOf(call('GET', '/waiting', { retry: 1 })));
    expect(error).toMatchObject({ status: 404, attempts: 2 });
    expect(sent).toHaveLength(4);
    await refused;
  });

  test('is sent after the delay even with retry: 0', async () => {
    useFakeTime();
    const { read, sent } = createScriptedClient([refusal(3), ok(), ok()]);
    const refused = read();
    await runPendingTasks();
    expect((await advanceUntilSettled(read({ retry: 0 }))).data).toEqual(PROFILE);
    await refused;
    expect(times(sent)).toEqual([0, 3_000, 3_025]);
  });

  test('rejects with the reason of its signal when it is aborted, and leaves no timer and no listener', async () => {
    useFakeTime();
    const { read, sent } = createScriptedClient([refusal(30)]);
    const [refused, waiting] = [new AbortController(), new AbortController()];
    const refusedCall = rejectionOf(read({ signal: refused.signal }));
    await runPendingTasks();
    const waitingCall = rejectionOf(read({ signal: waiting.signal }));
    await runPendingTasks();
    // The timers of the two deadlines, and the timer of the brake.
    expect(vi.getTimerCount()).toBe(3);
    refused.abort(new Error('the first user left'));
    waiting.abort(new Error('the second user left'));
    expect((await refusedCall).message).toBe('the first user left');
    expect((await waitingCall).message).toBe('the second user left');
    expect(vi.getTimerCount()).toBe(0);
    const signals = [refused.signal, waiting.signal, ...sent.map(({ signal }) => signal)];
    expect(signals.map((signal) => getEventListeners(signal, 'abort').length)).toEqual([0, 0, 0]);
  });

  test('sends no request after it is aborted, and does not delay the calls behind it', async () => {
    useFakeTime();
    const { call, sent } = createScriptedClient([refusal(3), ok(), ok()]);
    const refused = call('GET', '/refused');
    await runPendingTasks();
    const controller = new AbortController();
    const aborted = rejectionOf(call('GET', '/aborted', { signal: controller.signal }));
    const behind = call('GET', '/behind');
    await runPendingTasks();
    controller.abort(new Error('the user left'));
    expect((await aborted).message).toBe('the user left');
    await advanceUntilSettled(Promise.all([refused, behind]));
    expect(order(sent)).toEqual(['refused 0', 'refused 3000', 'behind 3025']);
  });

  test('leaves no timer if it was aborted before its token arrived', async () => {
    useFakeTime();
    const late = deferred<string>();
    const tokens = [Promise.resolve('t0ken'), late.promise];
    const { read, sent } = createScriptedClient([refusal(30)], { auth: () => tokens.shift() ?? 't0ken' });
    await apiErrorOf(read({ retry: 0 }));
    const controller = new AbortController();
    const aborted = rejectionOf(read({ signal: controller.signal }));
    await runPendingTasks();
    controller.abort(new Error('the user left'));
    expect((await aborted).message).toBe('the user left');
    late.resolve('t0ken');
    await runPendingTasks();
    expect(vi.getTimerCount()).toBe(0);
    expect(sent).toHaveLength(1);
  });

  test('leaves no timer and no listener after its response', async () => {
    useFakeTime();
    const { read, sent } = createScriptedClient([refusal(3), ok(), ok()]);
    const refused = read();
    await runPendingTasks();
    await advanceUntilSettled(Promise.all([refused, read()]));
    expect(vi.getTimerCount()).toBe(0);
    expect(sent.map(({ signal }) => getEventListeners(signal, 'abort').length)).toEqual([0, 0, 0]);
  });
});

describe('a call that got a 429', () => {
  test.each([0, 1, 2, 4])(
    'is sent again at most as often as the retry option allows, and then returns the last 429 (retry: %i)',
    async (retry) => {
      useFakeTime();
      const { read, sent } = createScriptedClient(Array.from({ length: retry + 1 }, () => refusal(1)));
      const error = await advanceUntilSettled(apiErrorOf(read({ retry })));
      expect(error).toMatchObject({ status: 429, attempts: retry + 1 });
      expect(sent).toHaveLength(retry + 1);
    },
  );

  test('is sent again after the calls that already wait', async () => {
    useFakeTime();
    const { call, sent } = createScriptedClient([refusal(3), respondAfter(500, refusal(1)), ok(), ok(), ok()]);
    const calls = [call('GET', '/first'), call('GET', '/second')];
    await runPendingTasks();
    calls.push(call('GET', '/waiting'));
    await advanceUntilSettled(Promise.all(calls));
    expect(order(sent).slice(2)).toEqual(['first 3000', 'waiting 3025', 'second 3050']);
  });

  test('after its second 429 is sent again before all waiting calls', async () => {
    useFakeTime();
    const { call, sent } = createScriptedClient([refusal(3), refusal(3), ok(), ok(), ok()]);
    const calls = [call('GET', '/refused')];
    await runPendingTasks();
    calls.push(call('GET', '/second'), call('GET', '/third'));
    await advanceUntilSettled(Promise.all(calls));
    expect(order(sent).slice(1)).toEqual(['refused 3000', 'refused 6000', 'second 6025', 'third 6050']);
  });

  test('returns its 429 immediately if it would have to wait for other calls until its deadline', async () => {
    useFakeTime();
    const { read, sent } = createScriptedClient([
      refusal(1),
      respondAfter(10, refusal(1)),
      ...Array.from({ length: 31 }, ok),
    ]);
    const refused = read();
    const late = apiErrorOf(read({ timeout: 2_200 }));
    await runPendingTasks();
    const calls = [refused, ...Array.from({ length: 30 }, () => read())];
    // The delay is 1 s, and 31 calls wait with a gap of 50 ms.
    expect(await advanceUntilSettled(late)).toMatchObject({ status: 429, attempts: 1 });
    expect(times(sent)).toEqual([0, 0]);
    expect(Date.now()).toBe(NOW + 10);
    await advanceUntilSettled(Promise.all(calls));
  });

  test('after its second 429 waits only for the delay, and not for other calls', async () => {
    useFakeTime();
    const { call, sent } = createScriptedClient([refusal(1), refusal(1), ...Array.from({ length: 101 }, ok)]);
    const calls = [call('GET', '/refused', { timeout: 3_000 })];
    await runPendingTasks();
    calls.push(...Array.from({ length: 100 }, () => call('GET', '/waiting')));
    expect((await advanceUntilSettled(Promise.all(calls))).map(({ error }) => error)).toEqual(
      Array(101).fill(undefined),
    );
    expect(order(sent).slice(0, 3)).toEqual(['refused 0', 'refused 1000', 'refused 2000']);
  });

  test('returns its 429 before its deadline if the gap between two requests grows while the call waits', async () => {
    useFakeTime();
    // Every request is refused, so the gap grows to 1 s.
    const { read, sent } = createScriptedClient(Array.from({ length: 30 }, () => refusal(0)));
    const calls = Array.from({ length: 20 }, () => apiErrorOf(read({ timeout: 5_000 })));
    const errors = await advanceUntilSettled(Promise.all(calls));
    expect(errors.map(({ status }) => status)).toEqual(Array(20).fill(429));
    expect(errors.map(({ attempts }) => attempts)).toContain(1);
    expect(Date.now() - NOW).toBeLessThan(5_000);
    expect(times(sent).filter((at) => at === 0)).toHaveLength(21);
  });

  test('stops waiting and returns its 429 when another 429 extends the delay beyond its deadline', async () => {
    useFakeTime();
    const body = { message: 'slow down' };
    const { read, sent } = createScriptedClient([
      createResponse(429, body, { 'Retry-After': '1' }),
      respondAfter(500, refusal(10)),
      ok(),
    ]);
    const early = apiErrorOf(read({ timeout: 5_000 }));
    const other = read();
    expect(await advanceUntilSettled(early)).toMatchObject({ status: 429, attempts: 1, body });
    expect(Date.now()).toBe(NOW + 500);
    await advanceUntilSettled(other);
    expect(times(sent)).toEqual([0, 0, 10_500]);
  });
});

describe('a call that has not sent a request when another call gets a 429', () => {
  test('sends its request immediately if the delay would exceed its deadline', async () => {
    useFakeTime();
    const { read, sent } = createScriptedClient([refusal(10), ok(), ok()]);
    const refused = read();
    await runPendingTasks();
    expect((await advanceUntilSettled(read({ timeout: 10_000 }))).data).toEqual(PROFILE);
    await advanceUntilSettled(refused);
    expect(times(sent)).toEqual([0, 0, 10_000]);
  });

  test('is sent immediately and returns its own 429 without a retry if the delay of each 429 would exceed its deadline', async () => {
    useFakeTime();
    const { read, sent } = createScriptedClient([refusal(10), refusal(10), ok()]);
    const refused = read();
    await runPendingTasks();
    const { status, attempts } = await apiErrorOf(advanceUntilSettled(read({ timeout: 5_000 })));
    expect({ status, attempts, at: Date.now() - NOW }).toEqual({ status: 429, attempts: 1, at: 0 });
    await advanceUntilSettled(refused);
    expect(times(sent)).toEqual([0, 0, 10_000]);
  });

  test('is sent immediately if a second 429 extends the delay beyond the deadline of the call', async () => {
    useFakeTime();
    const { read, sent } = createScriptedClient([refusal(1), respondAfter(500, refusal(10)), ok(), ok(), ok()]);
    const calls = [read(), read()];
    await runPendingTasks();
    expect((await advanceUntilSettled(read({ timeout: 5_000 }))).data).toEqual(PROFILE);
    await advanceUntilSettled(Promise.all(calls));
    expect(times(sent).slice(2, 4)).toEqual([500, 10_500]);
  });
});
