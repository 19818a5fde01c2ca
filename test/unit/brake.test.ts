import { describe, expect, test, vi } from 'vitest';
import { createBrake } from '../../src/rate-limit/brake.js';
import type { Report } from '../../src/rate-limit/pacing.js';
import { apiErrorOf, rejectionOf } from '../support/expected-errors.js';
import { advanceTime, advanceUntilSettled, NOW, runPendingTasks, useFakeTime } from '../support/fake-time.js';
import { createScriptedClient, PROFILE } from '../support/scripted-client.js';
import { createResponse, deferred, respondAfter, type SentRequest } from '../support/scripted-fetch.js';
import { deadlineIn } from '../support/simulated/simulated-deadline.js';

const ok = () => createResponse(200, PROFILE);
const refusal = (seconds: number) => createResponse(429, {}, { 'Retry-After': String(seconds) });
/** The time of each request, in milliseconds since the start of the test. */
const times = (sent: readonly SentRequest[]) => sent.map(({ at }) => at - NOW);
/** The last segment of the path and the time of each request. */
const order = (sent: readonly SentRequest[]) => sent.map(({ url, at }) => `${url.split('/').at(-1)} ${at - NOW}`);

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
});

describe('a call that waits because another call got a 429', () => {
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
});

describe('a call that got a 429', () => {
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
