import { describe, expect, test, vi } from 'vitest';
import { estimateFromFields } from '../../../src/bulk/pacer/rate-from-fields.ts';
import { useFakeTime } from '../../support/fake-time.ts';

const RESET_MS = 4000;
const shows = (remaining: number) => ({ isRefused: false, rateLimit: { remaining }, resetMs: RESET_MS });
const showsNothing = { isRefused: false, rateLimit: undefined, resetMs: RESET_MS };
const refused = { isRefused: true, rateLimit: undefined, resetMs: RESET_MS };

/** An estimate for a bucket of `limit` calls, of which `remaining` remain. */
function createEstimate(limit: number, remaining: number) {
  useFakeTime();
  const estimate = estimateFromFields(limit, remaining);
  /** Sends a request. Its response arrives after `latencyMs` and shows the remaining calls. */
  const send = (shown: number, isDelayed = true, latencyMs = 100) => {
    const receive = estimate.send(0, isDelayed);
    vi.advanceTimersByTime(latencyMs);
    receive(shows(shown));
  };
  /** Sends calls for some seconds, ten each second. All responses show the same number of remaining calls. */
  const run = (seconds: number, shown: number, isDelayed = true) => {
    for (let call = 0; call < seconds * 10; call += 1) {
      send(shown, isDelayed);
    }
    return estimate.callsPerSecond();
  };
  return { ...estimate, sendShown: send, run };
}

/** Sends calls to a simulated token bucket at the rate of the estimate. Returns the state at the end. */
function simulate(limit: number, perSecond: number, seconds: number) {
  const estimate = createEstimate(limit, limit);
  let available = limit;
  let refusals = 0;
  for (let ms = 0; ms < seconds * 1000; ) {
    const gapMs = 1000 / estimate.callsPerSecond();
    const receive = estimate.send(0, true);
    vi.advanceTimersByTime(gapMs);
    ms += gapMs;
    available = Math.min(limit, available + (gapMs / 1000) * perSecond);
    if (available < 1) {
      refusals += 1;
      receive(refused);
    } else {
      available -= 1;
      receive(shows(Math.floor(available)));
    }
  }
  return { available, refusals, rate: estimate.callsPerSecond() };
}

describe('estimateFromFields()', () => {
  test.each([
    [50, 16],
    [50, 50],
    [100, 100],
    [10, 2],
  ])(
    'keeps the remaining calls near a reserve, with at most one 429, if a bucket of %i calls refills at %i calls/s',
    (limit, perSecond) => {
      const { available, refusals, rate } = simulate(limit, perSecond, 120);
      expect(refusals).toBeLessThanOrEqual(1);
      expect(available / limit).toBeGreaterThan(0.2);
      expect(available / limit).toBeLessThan(0.8);
      expect(rate / perSecond).toBeGreaterThan(0.8);
      expect(rate / perSecond).toBeLessThan(1.25);
    },
  );

  test('leaves fewer than 80 calls of a limit of 1,000 calls unused', () => {
    const { available } = simulate(1000, 50, 120);
    expect(available).toBeGreaterThan(20);
    expect(available).toBeLessThan(80);
  });

  test('lowers the rate with each request that is sent, because it predicts fewer remaining calls', () => {
    const { callsPerSecond, send } = createEstimate(50, 40);
    const before = callsPerSecond();
    for (let call = 0; call < 20; call += 1) send(0, true);
    expect(callsPerSecond()).toBeLessThan(before / 1.5);
  });

  test('predicts more remaining calls as time passes, up to the limit', () => {
    const { callsPerSecond, send, hasSpare } = createEstimate(10, 1);
    expect(hasSpare()).toBe(false);
    const before = callsPerSecond();
    vi.advanceTimersByTime(1000);
    expect(hasSpare()).toBe(true);
    expect(callsPerSecond()).toBeGreaterThan(before);
    vi.advanceTimersByTime(1_000_000);
    for (let call = 0; call < 8; call += 1) send(0, true);
    expect(hasSpare()).toBe(false);
  });

  test('corrects the prediction only once if the responses of several requests in flight show the same difference from the prediction', () => {
    const { callsPerSecond, send } = createEstimate(1000, 70);
    const inFlight = Array.from({ length: 30 }, () => send(0, true));
    // Another process has stopped, so each response shows 20 calls more than predicted.
    inFlight.forEach((receive, index) => {
      receive(shows(70 - 1 - index + 20));
    });
    const { callsPerSecond: exact } = createEstimate(1000, 70 - 30 + 20);
    expect(callsPerSecond() / exact()).toBeCloseTo(1);
  });

  test('raises its estimate while more calls remain than the reserve, and lowers its estimate while fewer remain', () => {
    const { run } = createEstimate(50, 20);
    const balanced = run(5, 20);
    const higher = run(5, 40);
    expect(higher).toBeGreaterThan(balanced * 1.5);
    expect(run(15, 5)).toBeLessThan(balanced);
  });

  test('pauses until the reset after a 429, and after a response that shows that no call remains', () => {
    const { send } = createEstimate(50, 20);
    expect(send(0, true)(refused)).toBe(RESET_MS);
    expect(send(0, true)(shows(0))).toBe(RESET_MS);
    expect(send(0, true)(shows(1))).toBe(0);
    expect(send(0, true)(showsNothing)).toBe(0);
  });

  describe('a full bucket', () => {
    /** Returns the factors by which the rate grows with the responses. */
    const growths = (limit: number, shown: readonly number[]) => {
      const { sendShown, callsPerSecond } = createEstimate(limit, limit);
      sendShown(limit - 3);
      return shown.map((remaining) => {
        const before = callsPerSecond();
        sendShown(remaining);
        return callsPerSecond() / before;
      });
    };
    const RAISED = 1.3;

    test('raises the estimate fast from the third response on', () => {
      const raised = growths(10, [9, 9, 9, 7, 9]).map((growth) => growth > RAISED);
      expect(raised).toEqual([false, false, true, false, false]);
    });

    test('raises the estimate although a response between shows one call less', () => {
      const raised = growths(10, [9, 8, 9, 8, 9, 8]).map((growth) => growth > RAISED);
      expect(raised).toEqual([false, false, false, false, true, false]);
    });

    test('raises the estimate only after more responses if the limit is large', () => {
      const raised = growths(60, Array(7).fill(59)).map((growth) => growth > RAISED);
      expect(raised).toEqual([false, false, false, false, false, true, true]);
    });

    test('raises the estimate at most to the rate at which the requests were sent', () => {
      const { send, sendShown, callsPerSecond } = createEstimate(10, 10);
      sendShown(9);
      const sentAt = callsPerSecond();
      const receivers = Array.from({ length: 20 }, () => send(0, true));
      for (const receive of receivers) {
        vi.advanceTimersByTime(1);
        receive(shows(9));
      }
      // Now the level is at the reserve, so the rate is the estimate.
      for (let call = 0; call < 100; call += 1) sendShown(3, true, 1000 / sentAt);
      expect(callsPerSecond()).toBeLessThan(sentAt * 1.1);
    });
  });

  test('starts with 30 calls/s while more calls remain than the reserve, until a response shows three calls less than a full bucket', () => {
    const { send, sendShown, callsPerSecond } = createEstimate(10, 9);
    expect(callsPerSecond()).toBe(30);
    const receivers = Array.from({ length: 6 }, () => send(0, true));
    expect(callsPerSecond()).toBeLessThan(30);
    for (const receive of receivers) receive(shows(8));
    sendShown(8, true, 500);
    expect(callsPerSecond()).toBe(30);
    sendShown(7, true, 500);
    expect(callsPerSecond()).toBeLessThan(30);
  });

  test('leaves fewer than 26 calls of a bucket of 150 calls unused after 5 s, because the remaining calls decline slowly', () => {
    const { available } = simulate(150, 150, 5);
    expect(available).toBeGreaterThan(15);
    expect(available).toBeLessThan(26);
  });

  test('counts a rise of many calls as a new window, not as a decline', () => {
    const { sendShown, callsPerSecond } = createEstimate(150, 150);
    for (let call = 0; call < 200; call += 1) sendShown(60 - (call % 20), true, 10);
    for (let call = 0; call < 20; call += 1) sendShown(40 - call, true, 10);
    // In a bucket, the estimate of the refill would be higher, and the reserve smaller: 61 calls/s.
    expect(callsPerSecond()).toBeLessThan(50);
  });

  describe('a bucket that refills faster than fixed windows allow', () => {
    /** An estimate with such a refill. Its bucket is at the reserve. */
    const createFast = () => {
      const estimate = createEstimate(10, 10);
      for (let call = 0; call < 3; call += 1) estimate.sendShown(9);
      for (let call = 0; call < 30; call += 1) estimate.sendShown(3, true, 30);
      return estimate;
    };

    test('causes a pause of one call after a 429, but not beyond the reset', () => {
      const { send, callsPerSecond } = createFast();
      const pauseMs = send(0, true)(shows(0));
      expect(pauseMs / (1000 / callsPerSecond())).toBeGreaterThan(0.3);
      expect(pauseMs / (1000 / callsPerSecond())).toBeLessThan(1);
      expect(send(0, true)({ ...shows(0), resetMs: 0.1 })).toBe(0.1);
    });

    test('follows the shown calls slowly, because many responses arrive in another order', () => {
      const { send, callsPerSecond } = createFast();
      const before = callsPerSecond();
      for (let call = 0; call < 4; call += 1) send(0, true)(shows(8));
      expect(callsPerSecond() / before).toBeLessThan(1.6);
    });

    test('loses less of its estimate by a 429', () => {
      const lowered = ({
        send,
        callsPerSecond,
      }: Pick<ReturnType<typeof createEstimate>, 'send' | 'callsPerSecond'>) => {
        const before = callsPerSecond();
        send(0, true)({ ...refused, rateLimit: { remaining: 3 } });
        return callsPerSecond() / before;
      };
      expect(lowered(createFast())).toBeGreaterThan(0.87);
      const slow = createEstimate(50, 20);
      slow.sendShown(20);
      expect(lowered(slow)).toBeLessThan(0.85);
    });

    test('follows the refill with the difference between the predicted and the shown calls', () => {
      const rateAfter = (sentMs: number) => {
        const { send, callsPerSecond } = createFast();
        // All responses show the same number of remaining calls, so the refill is one call for each request.
        for (let call = 0; call < 200; call += 1) {
          const receive = send(0, true);
          vi.advanceTimersByTime(sentMs);
          receive(shows(3));
        }
        return callsPerSecond();
      };
      expect(rateAfter(2)).toBeGreaterThan(rateAfter(20) * 2);
    });
  });

  test('keeps its prediction if a response does not show the remaining calls', () => {
    const { callsPerSecond, send } = createEstimate(50, 20);
    const receive = send(0, true);
    const before = callsPerSecond();
    receive(showsNothing);
    expect(callsPerSecond()).toBe(before);
  });

  test('adds one call to the predicted remaining calls for each 429, because a refused request does not use up a call', () => {
    const rateAfter = (observation: Parameters<ReturnType<ReturnType<typeof estimateFromFields>['send']>>[0]) => {
      const { send, callsPerSecond } = createEstimate(50, 40);
      const receive = send(0, true);
      // Only the first 429 lowers the estimate. The responses after it have an effect on the prediction only.
      const others = Array.from({ length: 20 }, () => send(0, true));
      receive(refused);
      for (const other of others) other(observation);
      return callsPerSecond();
    };
    const shown = { rateLimit: { remaining: 20 }, resetMs: 0 };
    expect(rateAfter({ ...shown, isRefused: true })).toBeGreaterThan(rateAfter({ ...shown, isRefused: false }));
  });

  test('sends the calls of a large bucket at once, until 64 calls remain', () => {
    // The first estimate of the refill is 25 calls per second.
    expect(createEstimate(150, 150).callsPerSecond()).toBeCloseTo(25 + (150 - 64) / 0.25);
    expect(createEstimate(150, 64).callsPerSecond()).toBeCloseTo(2 * 25);
    expect(createEstimate(150, 23).callsPerSecond()).toBeCloseTo(25 * (1 - 1 / 40));
  });

  test('lowers its estimate only once if several requests in flight get a 429', () => {
    const rateAfter = (count: number, isTogether: boolean) => {
      const { send, callsPerSecond } = createEstimate(1000, 30);
      const receive = { ...refused, rateLimit: { remaining: 30 } };
      if (isTogether) for (const other of Array.from({ length: count }, () => send(0, true))) other(receive);
      else for (let call = 0; call < count; call += 1) send(0, true)(receive);
      return callsPerSecond();
    };
    const once = rateAfter(1, true);
    expect(once).toBeLessThan(createEstimate(1000, 30).callsPerSecond() * 0.9);
    expect(rateAfter(5, true)).toBeCloseTo(once);
    expect(rateAfter(5, false)).toBeLessThan(once * 0.5);
  });
});
