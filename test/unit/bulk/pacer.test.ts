import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createPacer } from '../../../src/bulk/index.ts';
import { createManagementClient } from '../../../src/index.ts';
import type { OnResponse } from '../../../src/rate-limit/pacing.ts';
import { apiErrorOf, rejectionOf } from '../../support/expected-errors.ts';
import { advanceTime, advanceUntilSettled, NOW, useFakeTime } from '../../support/fake-time.ts';
import { deadlineIn, pacingOf } from '../../support/pacing.ts';
import { PROFILE_PATH, profileParams } from '../../support/scripted-client.ts';
import { createResponse, type ScriptedResponse, scriptedFetch } from '../../support/scripted-fetch.ts';

beforeEach(() => useFakeTime());

const httpDate = (ms: number) => new Date(ms).toUTCString();
const gaps = (times: readonly number[]) => times.slice(1).map((time, index) => time - (times[index] ?? Number.NaN));
const listenerCount = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;
const accepted = (headers: Record<string, string> = {}) => createResponse(204, undefined, headers);
/** A 429 with the reset in `seconds`, by the tenant's clock. */
const refused = (seconds: number, tenantNow = NOW) =>
  createResponse(429, undefined, {
    Date: httpDate(tenantNow),
    'X-RateLimit-Reset': String(tenantNow / 1000 + seconds),
  });
/** A 2xx response that shows the remaining calls of a bucket of 100. */
const remaining = (calls: number, headers: Record<string, string> = {}) =>
  accepted({ 'X-RateLimit-Limit': '100', 'X-RateLimit-Remaining': String(calls), ...headers });

type Kind = 'interactive' | 'bulk' | 'refused';

/** The requests of one pacer, without a client: the test decides when requests enter and which results they report. */
function createRequests(pacer = pacingOf(createPacer())) {
  const sent: { name: string; at: number }[] = [];
  const reports = new Map<string, OnResponse>();
  /** Adds a request. Returns its name, or `undefined` if the pacer returns the 429 of the previous attempt. */
  const enter = async (
    name: string,
    kind: Kind = 'bulk',
    { timeout = 1e9, signal = new AbortController().signal } = {},
  ): Promise<string | undefined> => {
    const report = await pacer.enter({
      deadline: deadlineIn(timeout, signal),
      isBulk: kind !== 'interactive',
      delayMs: kind === 'refused' ? 0 : undefined,
      refusals: kind === 'refused' ? 1 : 0,
    });
    if (report === undefined) return undefined;
    sent.push({ name, at: performance.now() });
    reports.set(name, report);
    return name;
  };
  const report = (name: string, response: Response, delayMs?: number) => {
    const send = reports.get(name);
    if (send === undefined) throw new Error(`${name} was not sent`);
    send(response, delayMs);
  };
  return {
    pacer,
    sent,
    enter,
    report,
    names: () => sent.map(({ name }) => name),
    times: () => sent.map(({ at }) => at),
  };
}

/**
 * Sends ten requests, the last of which gets a 429. Only 429s show the rate limit, so the rate grows only after the
 * tenant has accepted many more delayed requests.
 */
async function learnFrom429s(requests = createRequests()) {
  await advanceUntilSettled(Promise.all(Array.from({ length: 10 }, (_, index) => requests.enter(`learn ${index}`))));
  for (let index = 0; index < 9; index += 1) requests.report(`learn ${index}`, accepted());
  requests.report('learn 9', createResponse(429, undefined, { 'Retry-After': '0' }), 0);
  requests.sent.length = 0;
  return requests;
}

/** Sends one request, whose response shows the remaining calls. */
async function learnFromFields(calls: number, requests = createRequests()) {
  await requests.enter('learn');
  requests.report('learn', remaining(calls));
  await advanceTime(1000);
  requests.sent.length = 0;
  return requests;
}

/** Creates a client with a pacer. Its nth request gets the nth of `responses`. */
function createClient(responses: readonly ScriptedResponse[], options: { timeout?: number; retry?: number } = {}) {
  const { fetch, sent } = scriptedFetch(responses);
  const tenant = { tenantDomain: 'acme.example.com', auth: 't0ken' };
  const management = createManagementClient({ ...tenant, fetch, pacer: createPacer(), ...options });
  const remove = (call: { pace?: 'bulk' } = {}) => management.DELETE(PROFILE_PATH, { ...profileParams, ...call });
  return { sent, remove };
}

/** Enters several requests, and waits until all are sent. */
const enterAll = ({ enter }: Pick<ReturnType<typeof createRequests>, 'enter'>, count: number) =>
  advanceUntilSettled(Promise.all(Array.from({ length: count }, (_, index) => enter(`call ${index}`))));

/** Expects equal intervals. The timers of the test run at whole milliseconds. */
function expectEvenGaps(times: readonly number[]): void {
  const [first = Number.NaN, ...others] = gaps(times);
  for (const gap of others) expect(Math.abs(gap - first)).toBeLessThanOrEqual(1);
}

describe('createPacer() sends', () => {
  test.each([
    ['at once', 0],
    ['after idle time, without a burst', 10_000],
  ])('calls of a bulk job that starts %s at even intervals', async (_start, idleMs) => {
    const requests = await learnFrom429s();
    await advanceTime(idleMs);
    await enterAll(requests, 6);
    expect(gaps(requests.times())[0]).toBeGreaterThan(10);
    expectEvenGaps(requests.times());
  });

  test('refused calls (429) before first attempts of bulk calls, but after interactive calls', async () => {
    const { enter, names } = await learnFrom429s();
    const calls = [
      enter('bulk 1'),
      enter('bulk 2'),
      enter('bulk 3'),
      enter('refused 1', 'refused'),
      enter('refused 2', 'refused'),
      enter('interactive 1', 'interactive'),
      enter('interactive 2', 'interactive'),
    ];
    await advanceUntilSettled(Promise.all(calls));
    expect(names()).toEqual(['interactive 1', 'interactive 2', 'refused 1', 'refused 2', 'bulk 1', 'bulk 2', 'bulk 3']);
  });

  test('the interactive calls that wait, then refused calls (429), then bulk calls, all with the same interval', async () => {
    const { enter, names, times } = await learnFrom429s();
    const interactive = ['interactive 1', 'interactive 2', 'interactive 3'].map((name) => enter(name, 'interactive'));
    await advanceUntilSettled(Promise.all([...interactive, enter('refused', 'refused'), enter('bulk')]));
    expect(names().slice(-2)).toEqual(['refused', 'bulk']);
    expectEvenGaps(times());
  });

  test('calls in the order of their arrival, even if a call arrives while a timer is late', async () => {
    const { enter, names } = await learnFrom429s();
    delayTimers(() => 1000);
    const calls = [enter('1'), enter('2')];
    vi.advanceTimersByTime(900);
    calls.push(enter('3'));
    await advanceUntilSettled(Promise.all(calls));
    expect(names()).toEqual(['1', '2', '3']);
  });

  test('a call immediately if no call waits and the last call was long ago', async () => {
    const { pacer, enter, times } = createRequests();
    await advanceTime(5000);
    const turn = { isBulk: true, delayMs: undefined, refusals: 0, deadline: deadlineIn(1) };
    expect(pacer.enter(turn)).toBeTypeOf('function');
    await advanceTime(5000);
    await enter('interactive', 'interactive');
    expect(times()).toEqual([10_000]);
  });

  test('interactive calls immediately while more than two calls remain', async () => {
    const { enter, times, report } = await learnFromFields(3);
    // The tenant has added calls during the last second.
    report('learn', remaining(5));
    const start = performance.now();
    await Promise.all([enter('1', 'interactive'), enter('2', 'interactive'), enter('3', 'interactive')]);
    expect(times()).toEqual([start, start, start]);
  });

  test('interactive calls one after the other if at most two calls remain', async () => {
    const { enter, report, times } = createRequests();
    await enter('first');
    report('first', accepted({ 'X-RateLimit-Limit': '10', 'X-RateLimit-Remaining': '1' }));
    await advanceUntilSettled(Promise.all([enter('1', 'interactive'), enter('2', 'interactive')]));
    const [toFirst, toSecond] = gaps(times());
    expect(toFirst).toBeGreaterThan(20);
    expect(toSecond).toBeGreaterThan(50);
  });
});

/** Makes the timers that start from now on expire late, until the end of the test. */
function delayTimers(ms: () => number): void {
  const { setTimeout } = globalThis;
  vi.stubGlobal('setTimeout', (run: () => void, delayMs: number) => setTimeout(run, delayMs + ms()));
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
}

/** Sends bulk calls, which all are accepted. Returns the milliseconds between two calls. */
async function sendAccepted(
  { enter, report, times }: ReturnType<typeof createRequests>,
  count: number,
  name: string,
): Promise<number> {
  const calls = Array.from({ length: count }, async (_, index) => {
    await enter(`${name} ${index}`);
    report(`${name} ${index}`, accepted());
  });
  await advanceUntilSettled(Promise.all(calls));
  const [first = Number.NaN, last = Number.NaN] = [times().at(-count), times().at(-1)];
  return (last - first) / (count - 1);
}

/** Sends a bulk call that gets a 429. The tenant accepts calls again after `seconds`. */
async function refuseOne({ enter, report }: ReturnType<typeof createRequests>, seconds = 0): Promise<void> {
  await advanceUntilSettled(enter('refused call'));
  report('refused call', createResponse(429, undefined, { 'Retry-After': String(seconds) }), seconds * 1000);
}

describe('createPacer() raises the rate', () => {
  test('while calls have to wait and no call is refused', async () => {
    const requests = createRequests();
    const before = await sendAccepted(requests, 5, 'before');
    await sendAccepted(requests, 50, 'job');
    expect(await sendAccepted(requests, 5, 'after')).toBeLessThan(before * 0.75);
  });
});

describe('createPacer() lowers the rate', () => {
  test('after a pause and a 429, because the time of a pause does not count as idle time', async () => {
    const requests = await learnFrom429s();
    const before = await sendAccepted(requests, 20, 'before');
    await refuseOne(requests, 10);
    await sendAccepted(requests, 20, 'measured');
    await refuseOne(requests);
    expect(await sendAccepted(requests, 20, 'after')).toBeGreaterThan(before * 1.3);
  });
});

describe('createPacer() keeps its rate', () => {
  test('if timers are late by 40 ms', async () => {
    let lateMs = 0;
    delayTimers(() => lateMs);
    const durationOfJob = async (lateMsInJob: number) => {
      lateMs = 0;
      const requests = await learnFrom429s();
      const start = performance.now();
      lateMs = lateMsInJob;
      await sendAccepted(requests, 40, 'call');
      return performance.now() - start;
    };
    const onTime = await durationOfJob(0);
    expect(await durationOfJob(40)).toBeLessThanOrEqual(onTime + 41);
  });

  test('after a timer that is late by five seconds, without a burst', async () => {
    const { enter, times } = await learnFrom429s();
    const start = performance.now();
    delayTimers(() => (performance.now() === start ? 5000 : 0));
    await enterAll({ enter }, 5);
    expect(times()[0]).toBeGreaterThan(5000);
    for (const gap of gaps(times())) expect(gap).toBeGreaterThan(10);
  });

  test('after idle time and a 429, because idle time does not count for the measurement', async () => {
    const requests = await learnFrom429s();
    const before = await sendAccepted(requests, 20, 'before');
    await advanceTime(600_000);
    await sendAccepted(requests, 20, 'measured');
    await refuseOne(requests);
    const after = await sendAccepted(requests, 20, 'after');
    expect(after / before).toBeGreaterThan(0.8);
    expect(after / before).toBeLessThan(1.25);
  });

  test.each([20, 50])(
    'after the pause for a 429 that shows the limit, without a burst (%i calls remain)',
    async (calls) => {
      const { enter, report, times } = await learnFromFields(calls);
      await enter('first');
      report('first', refused(3), 3000);
      await enterAll({ enter }, 5);
      const [pause = Number.NaN, ...others] = gaps(times());
      expect(pause).toBe(3000);
      for (const gap of others) expect(gap).toBeGreaterThan(2);
    },
  );

  test.each([
    ['shown', learnFromFields.bind(undefined, 95)],
    ['only in 429s', learnFrom429s.bind(undefined)],
  ] as const)(
    'during calls that do not have to wait, because such calls do not show that the rate is too low (limit %s)',
    async (_limit, learn) => {
      const requests = createRequests();
      await learn(requests);
      const sendJob = async (name: string) => {
        const start = performance.now();
        const job = Array.from({ length: 20 }, (_, index) => requests.enter(`${name} ${index}`));
        await advanceUntilSettled(Promise.all(job));
        return performance.now() - start;
      };
      const before = await sendJob('before');
      for (let index = 0; index < 300; index += 1) {
        vi.advanceTimersByTime(1000);
        await requests.enter(`single ${index}`, 'interactive');
        requests.report(`single ${index}`, _limit === 'shown' ? remaining(95) : accepted());
      }
      await advanceTime(1000);
      expect(await sendJob('after')).toBeGreaterThan(before * 0.8);
    },
  );
});

describe('createPacer() pauses bulk calls', () => {
  /** Returns the milliseconds between a 429 and the next bulk call, if earlier responses showed the rate limit. */
  async function pauseAfter(response: Response, delayMs: number | undefined): Promise<number> {
    const { enter, report } = await learnFromFields(20);
    await enter('refused call');
    report('refused call', response, delayMs);
    const start = performance.now();
    await advanceUntilSettled(enter('next'));
    return performance.now() - start;
  }

  const reset = (ms: number) => ({ 'X-RateLimit-Reset': String((NOW + ms) / 1000) });
  const until = (ms: number) => ({ 'Retry-After': httpDate(NOW + ms) });
  test.each<[string, Record<string, string>, number, number]>([
    ['for one second after a 429 without Date if the local clock is slow', reset(3_600_000), 3_600_000, 1000],
    ['for one second after a 429 without Date if the local clock is fast', reset(-3_600_000), 0, 1000],
    ['until the date in the Retry-After of a 429', { ...until(9000), Date: httpDate(NOW) }, 9000, 9000],
    ['for one second after a 429 without Date whose Retry-After is a date', until(3_600_000), 3_600_000, 1000],
    ['for one second if Date is invalid', { ...until(3_600_000), Date: 'yesterday' }, 3_600_000, 1000],
  ])('%s', async (_title, headers, delayMs, pauseMs) => {
    expect(await pauseAfter(createResponse(429, undefined, headers), delayMs)).toBe(pauseMs);
  });

  /** Returns the milliseconds between a 429 with a reset in one minute and the next call, if only 429s show the limit. */
  async function pauseAfter429(headers: Record<string, string>): Promise<number> {
    const { enter, report } = await learnFrom429s();
    await advanceUntilSettled(Promise.all([enter('accepted call'), enter('refused call')]));
    report('accepted call', accepted());
    const fields = { Date: httpDate(NOW), ...reset(60_000), ...headers };
    report('refused call', createResponse(429, undefined, fields), 60_000);
    const start = performance.now();
    await advanceUntilSettled(enter('next'));
    return performance.now() - start;
  }

  test('after a 429 until the tenant allows a few more calls or half of its limit, and not until the reset, if only 429s show the limit', async () => {
    const pauseMs = await pauseAfter429({});
    expect(pauseMs).toBeGreaterThan(100);
    expect(pauseMs).toBeLessThan(5000);
    expect(await pauseAfter429({ 'X-RateLimit-Limit': '2' })).toBeCloseTo(pauseMs / 4, -1);
    expect(await pauseAfter429({ 'X-RateLimit-Limit': '8' })).toBe(pauseMs);
    expect(await pauseAfter429({ 'X-RateLimit-Limit': '0' })).toBe(pauseMs);
  });

  test('but not after a success with Retry-After, such as a 202', async () => {
    const { enter, report } = await learnFrom429s();
    await advanceUntilSettled(enter('first'));
    report('first', createResponse(202, undefined, { 'Retry-After': '30' }), undefined);
    const start = performance.now();
    await advanceUntilSettled(enter('next'));
    expect(performance.now() - start).toBeLessThan(1000);
  });

  test.each([
    ['after a 429, but does not pause interactive calls, if only 429s show the limit', learnFrom429s, 1000],
    ['and interactive calls after a 429 if 2xx responses also show the limit', () => learnFromFields(20), 9000],
  ] as const)('%s', async (_title, learn, atMost) => {
    const { enter, report, names } = await learn();
    await advanceUntilSettled(enter('refused call'));
    report('refused call', refused(9), 9000);
    const start = performance.now();
    const bulk = enter('bulk');
    await advanceUntilSettled(enter('interactive', 'interactive'));
    expect(names()).toEqual(['refused call', 'interactive']);
    const waitedMs = performance.now() - start;
    expect(waitedMs).toBeLessThanOrEqual(atMost);
    expect(waitedMs).toBeGreaterThan(atMost - 1000);
    await advanceUntilSettled(bulk);
  });
});

describe('createPacer()', () => {
  /** Returns the time between two bulk calls. */
  async function gap({ enter, times }: ReturnType<typeof createRequests>, name: string): Promise<number> {
    await advanceUntilSettled(Promise.all([enter(`${name} 1`), enter(`${name} 2`), enter(`${name} 3`)]));
    const [last = Number.NaN] = gaps(times()).slice(-1);
    return last;
  }

  /** Sends requests one after the other, which get the given responses. */
  async function sendAll(requests: ReturnType<typeof createRequests>, responses: readonly Response[]) {
    for (const [index, response] of responses.entries()) {
      const name = `${requests.sent.length} ${index}`;
      await advanceUntilSettled(requests.enter(name));
      requests.report(name, response, response.status === 204 ? undefined : 0);
    }
  }
  /** A response that shows so many remaining calls that the next calls are sent almost at once. */
  const shown = () => accepted({ 'X-RateLimit-Limit': '9000', 'X-RateLimit-Remaining': '8000' });

  test('starts a new rate estimate when three 2xx responses in a row no longer show the remaining calls, but not earlier', async () => {
    const requests = createRequests();
    await sendAll(requests, [shown(), accepted(), accepted(), shown(), accepted(), accepted()]);
    expect(await gap(requests, 'before')).toBeLessThan(2);
    await sendAll(requests, [accepted()]);
    // Without header fields, the first rate is 30 calls each second.
    expect(await gap(requests, 'after')).toBeGreaterThan(30);
  });

  test('starts no new rate estimate after a 503, which a gateway can send without header fields', async () => {
    const requests = createRequests();
    await sendAll(requests, [shown(), createResponse(503), createResponse(503), createResponse(503)]);
    expect(await gap(requests, 'next')).toBeLessThan(2);
  });

  const many = { 'X-RateLimit-Remaining': '8000' };
  test.each<[string, () => Response]>([
    [
      'a 429, which always shows the remaining calls',
      () => createResponse(429, undefined, { ...many, 'X-RateLimit-Limit': '9000', 'Retry-After': '0' }),
    ],
    ['a response without a limit', () => accepted(many)],
    ['a response with a limit of 0', () => accepted({ ...many, 'X-RateLimit-Limit': '0' })],
    ['a response with a limit of four calls', () => accepted({ ...many, 'X-RateLimit-Limit': '4' })],
  ])('starts no new rate estimate after %s', async (_response, response) => {
    const requests = createRequests();
    await sendAll(requests, [response()]);
    expect(await gap(requests, 'next')).toBeGreaterThan(20);
  });
});

describe('with a pacer, a call that gets a 429', () => {
  test.each<[string, number, () => Response[], number | undefined]>([
    ['without using up a retry', 1, () => [...Array.from({ length: 6 }, () => refused(1)), accepted()], undefined],
    [
      'and uses up retries only for other failures',
      1,
      () => [refused(1), createResponse(503), refused(1), refused(1), createResponse(503)],
      503,
    ],
  ])('is sent again %s', async (_case, retry, createResponses, status) => {
    const responses = createResponses();
    const { sent, remove } = createClient(responses, { retry });
    expect((await advanceUntilSettled(remove())).error?.status).toBe(status);
    expect(sent).toHaveLength(responses.length);
  });

  test('is not sent again with retry: 0', async () => {
    const { remove } = createClient([refused(1)], { retry: 0 });
    expect((await advanceUntilSettled(remove())).error?.status).toBe(429);
  });

  test('returns the 429 immediately if another 429 extends the pause beyond the deadline of the call', async () => {
    const requests = await learnFromFields(20);
    await advanceUntilSettled(Promise.all([requests.enter('1'), requests.enter('2')]));
    requests.report('1', refused(2), 2000);
    const isShort = requests.enter('short', 'refused', { timeout: 5000 });
    const isLong = requests.enter('long', 'refused', { timeout: 60_000 });
    const isFirst = requests.enter('first attempt', 'bulk', { timeout: 60_000 });
    const start = performance.now();
    requests.report('2', refused(9), 9000);
    expect(await isShort).toBeUndefined();
    expect(performance.now()).toBe(start);
    expect(await advanceUntilSettled(Promise.all([isLong, isFirst]))).toEqual(['long', 'first attempt']);
    expect(performance.now()).toBeGreaterThanOrEqual(start + 9000);
  });

  test('returns the 429 if the calls that wait before it need longer than its deadline', async () => {
    const requests = await learnFromFields(20);
    const before = Array.from({ length: 60 }, (_, index) => requests.enter(`refused ${index}`, 'refused'));
    const start = performance.now();
    expect(await requests.enter('last', 'refused', { timeout: 500 })).toBeUndefined();
    expect(performance.now()).toBe(start);
    await advanceUntilSettled(Promise.all(before));
  });
});

describe('a first attempt of a bulk call', () => {
  test('waits during a pause, and rejects with a TimeoutError if the pause is longer than its timeout', async () => {
    const { sent, remove } = createClient([createResponse(429, undefined, { 'Retry-After': '30' })], { timeout: 5000 });
    expect((await advanceUntilSettled(apiErrorOf(remove({ pace: 'bulk' })))).status).toBe(429);
    expect(await advanceUntilSettled(rejectionOf(remove({ pace: 'bulk' })))).toMatchObject({ name: 'TimeoutError' });
    expect(Date.now()).toBe(NOW + 5000);
    expect(sent).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('ready()', () => {
  /** Jobs that wait for a pacer. `order` has the names of those that have stopped waiting. */
  function createJobs(pacer: ReturnType<typeof createRequests>['pacer']) {
    const order: string[] = [];
    const ready = async (name: string) => {
      await pacer.ready(new AbortController().signal);
      order.push(name);
    };
    return { order, ready };
  }

  test('waits while a bulk call waits, and resolves when that call is sent', async () => {
    const { pacer, enter, times } = await learnFrom429s();
    const calls = Promise.all([enter('1'), enter('2'), enter('3')]);
    const { signal } = new AbortController();
    await advanceUntilSettled(pacer.ready(signal));
    expect(times()).toHaveLength(3);
    await calls;
    expect(performance.now() - (times()[2] ?? 0)).toBeLessThanOrEqual(2);
    expect(vi.getTimerCount()).toBe(0);
    expect(listenerCount(signal)).toBe(0);
  });

  test('serves jobs first in, first out, even if the wait of the first was longer when it began', async () => {
    const { pacer, enter } = await learnFrom429s();
    const controller = new AbortController();
    const { signal } = controller;
    const calls = enter('1');
    const refusedCalls = ['2', '3', '4'].map((name) => rejectionOf(enter(name, 'refused', { signal })));
    const { order, ready } = createJobs(pacer);
    const first = ready('first');
    controller.abort(new Error('stopped'));
    await Promise.all(refusedCalls);
    const second = ready('second');
    await advanceUntilSettled(Promise.all([calls, first, second]));
    expect(order).toEqual(['first', 'second']);
  });

  test('serves jobs first in, first out, even if a job arrives while a timer is late', async () => {
    const { pacer, enter, report } = await learnFromFields(20);
    await enter('refused call');
    report('refused call', refused(6), 6000);
    delayTimers(() => 1000);
    const { order, ready } = createJobs(pacer);
    const first = ready('first');
    vi.advanceTimersByTime(6500);
    const second = ready('second');
    await advanceUntilSettled(Promise.all([first, second]));
    expect(order).toEqual(['first', 'second']);
  });

  test('rejects with the reason of a signal that is already aborted', async () => {
    const reason = new Error('stopped');
    expect(await rejectionOf(pacingOf(createPacer()).ready(AbortSignal.abort(reason)))).toBe(reason);
  });
});
