import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createBrake } from '../../src/rate-limit/brake.ts';
import type { OnResponse } from '../../src/rate-limit/pacing.ts';
import { apiErrorOf, rejectionOf } from '../support/expected-errors.ts';
import { advanceTime, advanceUntilSettled, NOW, runPendingTasks, useFakeTime } from '../support/fake-time.ts';
import { deadlineIn } from '../support/pacing.ts';
import { createScriptedClient, PROFILE } from '../support/scripted-client.ts';
import { createResponse, type SentRequest } from '../support/scripted-fetch.ts';

beforeEach(() => useFakeTime());

const ok = () => createResponse(200, PROFILE);
const refusal = (seconds: number) => createResponse(429, {}, { 'Retry-After': String(seconds) });
/** The time of each request, in milliseconds since the start of the test. */
const times = (sent: readonly SentRequest[]) => sent.map(({ at }) => at - NOW);
/** The last segment of the path and the time of each request. */
const order = (sent: readonly SentRequest[]) => sent.map(({ url, at }) => `${url.split('/').at(-1)} ${at - NOW}`);

describe('after a 429', () => {
  test('a call that did not get a 429 is sent at once, also to another resource', async () => {
    const { call, sent } = createScriptedClient([refusal(8), ok(), ok()]);
    await apiErrorOf(call('GET', '/refused', { retry: 0 }));
    await advanceTime(10);
    await call('DELETE', '/other');
    await call('GET', '/refused');
    expect(order(sent)).toEqual(['refused 0', 'other 10', 'refused 10']);
  });

  test('no call waits for the delay of another call', async () => {
    const { call, sent } = createScriptedClient([refusal(8), refusal(2), refusal(5), ok(), ok(), ok()]);
    await advanceUntilSettled(Promise.all(['/8', '/2', '/5'].map((path) => call('GET', path))));
    expect(order(sent).slice(3)).toEqual(['2 2000', '5 5000', '8 8000']);
  });

  test('calls with the same delay are sent one after another', async () => {
    const { call, sent } = createScriptedClient([refusal(3), refusal(3), refusal(3), ok(), ok(), ok()]);
    await advanceUntilSettled(Promise.all(['/first', '/second', '/third'].map((path) => call('GET', path))));
    expect(order(sent).slice(3)).toEqual(['first 3000', 'second 3025', 'third 3050']);
  });

  test.each([
    ['a day', '86400'],
    ['3,000 years', '99999999999'],
    ['an infinite time', '9'.repeat(400)],
  ])('with a Retry-After of %s, the client can still retry after the next 429', async (_delay, retryAfter) => {
    const { read, sent } = createScriptedClient([
      createResponse(429, {}, { 'Retry-After': retryAfter }),
      refusal(3),
      ok(),
      ok(),
    ]);
    expect((await apiErrorOf(read())).attempts).toBe(1);
    expect((await advanceUntilSettled(read())).data).toEqual(PROFILE);
    await advanceUntilSettled(read());
    expect(times(sent)).toEqual([0, 0, 3_000, 3_000]);
  });
});

describe('the gap between two requests', () => {
  /** Reports a number of 429s, all at the same fake time. Returns the time between two calls that got a 429. */
  async function gapAfter(refusals: number): Promise<number> {
    const { enter } = createBrake();
    const turn = { deadline: deadlineIn(60_000), isBulk: false };
    for (let nth = 0; nth < refusals; nth += 1) {
      const report = enter({ ...turn, delayMs: undefined, refusals: 0 }) as OnResponse;
      report(createResponse(429), 0);
    }
    const sentAt: number[] = [];
    const send = async () => {
      await enter({ ...turn, delayMs: 0, refusals: 1 });
      sentAt.push(performance.now());
    };
    await advanceUntilSettled(Promise.all([send(), send()]));
    return (sentAt[1] ?? 0) - (sentAt[0] ?? 0);
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
    expect(await gapAfter(refusals)).toBe(gap);
  });
});

describe('a call that got a 429', () => {
  test('leaves no timer if it is aborted while it waits', async () => {
    const { read, sent } = createScriptedClient([refusal(30)]);
    const controller = new AbortController();
    const aborted = rejectionOf(read({ signal: controller.signal }));
    await advanceTime(1_000);
    controller.abort(new Error('the user left'));
    expect((await aborted).message).toBe('the user left');
    await runPendingTasks();
    expect(vi.getTimerCount()).toBe(0);
    expect(sent).toHaveLength(1);
  });

  test('after its second 429 is sent again before all calls that got one, after a double gap', async () => {
    const paths = ['/refused', ...Array.from({ length: 9 }, (_, nth) => `/${nth}`)];
    const { call, sent } = createScriptedClient([
      ...Array.from({ length: 10 }, () => refusal(1)),
      createResponse(429, {}, { 'X-RateLimit-Reset': String(NOW + 1_100) }),
      ...Array.from({ length: 10 }, ok),
    ]);
    await advanceUntilSettled(Promise.all(paths.map((path) => call('GET', path))));
    // The second 429 makes the gap 79 ms.
    expect(order(sent).slice(10, 15)).toEqual(['refused 1000', '0 1079', 'refused 1232', '1 1307', '2 1380']);
  });

  test('returns its 429 before its deadline if the gap between two requests grows while the call waits', async () => {
    // Every request is refused, so the gap grows to 1 s.
    const { read, sent } = createScriptedClient(Array.from({ length: 26 }, () => refusal(1)));
    const calls = Array.from({ length: 20 }, () => apiErrorOf(read({ timeout: 5_000 })));
    const errors = await advanceUntilSettled(Promise.all(calls));
    expect(errors.map(({ status }) => status)).toEqual(Array(20).fill(429));
    expect(errors.map(({ attempts }) => attempts)).toContain(1);
    expect(Date.now() - NOW).toBeLessThan(5_000);
    expect(times(sent).filter((at) => at === 0)).toHaveLength(20);
  });
});
