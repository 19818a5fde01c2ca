import { describe, expect, test, vi } from 'vitest';
import { PAUSE_SHARE, RESERVE_SHARE } from '../../../src/bulk/pacer/constants.ts';
import { estimateFromFields } from '../../../src/bulk/pacer/rate-from-fields.ts';
import { useFakeTime } from '../../support/fake-time.ts';

const RESET_MS = 4000;
/** A limit whose reserve is 20 calls. */
const LIMIT = 20 / RESERVE_SHARE;
const shows = (remaining: number) => ({ isRefused: false, rateLimit: { remaining }, resetMs: RESET_MS });
const showsNothing = { isRefused: false, rateLimit: undefined, resetMs: RESET_MS };
const refused = { isRefused: true, rateLimit: undefined, resetMs: RESET_MS };

/** An estimate for a bucket of `limit` calls, of which `remaining` remain. */
function createEstimate(limit: number, remaining: number) {
  useFakeTime();
  const estimate = estimateFromFields(limit, remaining);
  /** Sends calls for two seconds, 30 each second. All responses show the same number of remaining calls. */
  const run = (shown: number, isDelayed = true) => {
    for (let call = 0; call < 60; call += 1) {
      const receive = estimate.send(0, isDelayed);
      vi.advanceTimersByTime(1000 / 30);
      receive(shows(shown));
    }
    return estimate.callsPerSecond();
  };
  return { ...estimate, run };
}

/** An estimate that has seen a bucket that is not full, so that the first rate no longer applies. */
function createUsedEstimate(limit: number, remaining: number) {
  const estimate = createEstimate(limit, remaining);
  estimate.send(0, false)(shows(remaining - 1));
  return estimate;
}

/** Sends calls to a simulated token bucket at the rate of the estimate. Returns the state at the end. */
function simulate(limit: number, perSecond: number, seconds: number) {
  const { callsPerSecond, send } = createEstimate(limit, limit);
  let available = limit;
  let refusals = 0;
  for (let ms = 0; ms < seconds * 1000; ) {
    const gapMs = 1000 / callsPerSecond();
    const receive = send(0, true);
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
  return { available, refusals, rate: callsPerSecond() };
}

describe('estimateFromFields()', () => {
  test.each([
    [50, 16],
    [50, 50],
    [100, 100],
    [10, 5],
  ])('keeps the remaining calls near a reserve if a bucket of %i calls refills at %i calls/s', (limit, perSecond) => {
    const { available, refusals, rate } = simulate(limit, perSecond, 120);
    expect(refusals).toBeLessThanOrEqual(20);
    expect(available / Math.min(limit * RESERVE_SHARE, 30)).toBeCloseTo(1, 0);
    expect(rate / perSecond).toBeCloseTo(1, 0);
  });

  test('starts with 30 calls/s while more calls remain than the reserve, until a response shows three calls less than a full bucket', () => {
    const { callsPerSecond, send } = createEstimate(10, 5);
    expect(callsPerSecond()).toBe(30);
    for (let call = 0; call < 3; call += 1) send(0, true);
    // The first estimate of the refill is half of a small limit.
    expect(callsPerSecond()).toBeCloseTo(1 / RESERVE_SHARE);
    const full = createEstimate(50, 49);
    full.send(0, false)(shows(48));
    vi.advanceTimersByTime(0);
    expect(full.callsPerSecond()).toBeGreaterThan(30);
  });

  test.each([
    ['the refill times the remaining calls, divided by the reserve', 30, 30 / 20],
    ['at least half of the refill', 4, 1 / 2],
  ])('sends %s', (_rate, remaining, speed) => {
    const { callsPerSecond } = createUsedEstimate(LIMIT, remaining + 1);
    expect(callsPerSecond() / (30 * speed)).toBeCloseTo(1, 1);
  });

  test('sends at most three times the refill below twice the reserve, and the calls above it in a fifth of a second', () => {
    const { callsPerSecond, send } = createUsedEstimate(1000, 58);
    expect(callsPerSecond() / 30).toBeLessThanOrEqual(3);
    const large = createUsedEstimate(1000, 257);
    expect(large.callsPerSecond() / (30 + 200 / 0.2)).toBeCloseTo(1, 1);
    for (let call = 0; call < 20; call += 1) send(0, true);
    expect(callsPerSecond() / ((30 * 36) / 30)).toBeCloseTo(1, 1);
  });

  test('predicts more remaining calls as time passes, up to the limit', () => {
    const { send, hasSpare } = createEstimate(10, 1);
    expect(hasSpare()).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(hasSpare()).toBe(true);
    vi.advanceTimersByTime(1_000_000);
    for (let call = 0; call < 8; call += 1) send(0, true);
    expect(hasSpare()).toBe(false);
  });

  test('corrects the prediction only once if responses of requests in flight show the same difference', () => {
    const { callsPerSecond, send } = createEstimate(1000, 70);
    const inFlight = Array.from({ length: 60 }, () => send(0, true));
    // Another process has stopped, so each response shows 20 calls more than predicted.
    inFlight.forEach((receive, index) => {
      receive(shows(70 - 1 - index + 20));
    });
    const { callsPerSecond: exact } = createUsedEstimate(1000, 70 - 60 + 20 + 1);
    expect(callsPerSecond() / exact()).toBeCloseTo(1, 1);
  });

  test('raises its estimate while more calls remain than the reserve and requests have to wait, and lowers it while fewer remain', () => {
    expect(createUsedEstimate(LIMIT, 20).run(20) / 30).toBeCloseTo(1, 0.7);
    // The speed is 30 ÷ 20 and about 5 % for the fairness, so the refill grows by 0.3 × 0.6 per second.
    expect(createUsedEstimate(LIMIT, 30).run(30) / (30 * 1.5 * Math.exp(0.36))).toBeCloseTo(1, 0.7);
    expect(createUsedEstimate(LIMIT, 30).run(30, false) / (30 * 1.5)).toBeCloseTo(1, 0.7);
    expect(createUsedEstimate(LIMIT, 5).run(5) / (15 * Math.exp(-0.45))).toBeCloseTo(1, 0.7);
  });

  test.each([
    ['few calls remain for an hour', shows(1)],
    ['an hour of 429s', refused],
  ])(
    'keeps an estimate of at least the limit per minute after %s, so that the job does not stop',
    (_case, observation) => {
      const { callsPerSecond, send } = createUsedEstimate(60, 20);
      for (let second = 0; second < 3600; second += 1) {
        const receive = send(0, true);
        vi.advanceTimersByTime(1000);
        receive(observation);
      }
      expect(callsPerSecond()).toBeGreaterThanOrEqual(1 / 2);
    },
  );

  test('changes its estimate for at most one second after time without a response', () => {
    const { callsPerSecond, send } = createUsedEstimate(LIMIT, 10);
    const receive = send(0, true);
    vi.advanceTimersByTime(60_000);
    receive(shows(0));
    for (let call = 0; call < LIMIT - 5; call += 1) send(0, true);
    // Fewer calls remain than half of the reserve, so the rate is half of the refill.
    expect(callsPerSecond() / (15 * Math.exp(-0.3))).toBeCloseTo(1);
  });

  describe('if a bucket of 20 calls stays full', () => {
    /** Sends requests at once, whose responses show a full bucket. Returns the last rate, divided by the first. */
    const growth = (count: number, shown = 18, isDelayed = true) => {
      const { callsPerSecond, send } = createEstimate(20, 20);
      const before = callsPerSecond();
      for (let call = 0; call < count; call += 1) {
        vi.advanceTimersByTime(1000);
        send(0, isDelayed)(shows(shown));
      }
      vi.advanceTimersByTime(10_000);
      return callsPerSecond() / before;
    };

    test('raises its estimate after half as many responses as the bucket has calls', () => {
      expect(growth(9)).toBeLessThan(growth(10) * 0.8);
    });

    test('does not raise it if calls remain that are not a full bucket, or if requests did not have to wait', () => {
      expect(growth(20, 17)).toBeLessThan(growth(20) / 2);
      expect(growth(20, 18, false)).toBeLessThan(growth(20) / 2);
    });
  });

  test('pauses until the reset after a 429, and after a response that shows that no call remains', () => {
    const { send } = createUsedEstimate(70, 20);
    expect(send(0, true)(refused)).toBe(RESET_MS);
    expect(send(0, true)(shows(0))).toBe(RESET_MS);
    expect(send(0, true)(shows(1))).toBe(0);
    expect(send(0, true)(showsNothing)).toBe(0);
  });

  test('pauses for at most a part of the time in which the tenant adds its limit if this time is less than two seconds', () => {
    const filledMs = (40 * 1000) / (30 * 0.9);
    expect(createUsedEstimate(40, 16).send(0, true)(refused) / (PAUSE_SHARE * filledMs)).toBeCloseTo(1, 1);
    expect(createUsedEstimate(40, 16).send(0, true)({ ...refused, resetMs: 100 })).toBe(100);
  });

  test('lowers its estimate only once if several requests in flight get a 429', () => {
    const { callsPerSecond, send } = createUsedEstimate(50, 41);
    const inFlight = [send(0, true), send(0, true), send(0, true)];
    const before = callsPerSecond();
    for (const receive of inFlight) receive({ ...refused, rateLimit: { remaining: 37 } });
    expect(callsPerSecond() / before).toBeGreaterThan(0.8);
    expect(callsPerSecond() / before).toBeLessThan(0.95);
  });

  test('counts a refused request as a call that remains', () => {
    const { hasSpare, send } = createEstimate(50, 3);
    const receive = send(0, true);
    expect(hasSpare()).toBe(false);
    receive({ ...refused, rateLimit: { remaining: 3 } });
    expect(hasSpare()).toBe(true);
  });
});
