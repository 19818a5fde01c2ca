import { describe, expect, test, vi } from 'vitest';
import type { Observation } from '../../../src/bulk/pacer/estimate.ts';
import { estimateFrom429s } from '../../../src/bulk/pacer/rate-from-429s.ts';
import { useFakeTime } from '../../support/fake-time.ts';

const ACCEPTED: Observation = { isRefused: false, rateLimit: undefined, resetMs: 1000 };
const REFUSED: Observation = { isRefused: true, rateLimit: undefined, resetMs: 60_000 };
/** Each estimate raises its rate within this number of accepted requests, if requests have to wait. */
const MANY = 2000;

/** An estimate whose requests are sent at a fixed rate and get their responses at once. */
function createEstimate() {
  useFakeTime();
  const estimate = estimateFrom429s();
  const accept = (count: number, perSecond: number, isDelayed = true) => {
    for (let call = 0; call < count; call += 1) {
      vi.advanceTimersByTime(1000 / perSecond);
      estimate.send(0, isDelayed)(ACCEPTED);
    }
  };
  const refuse = (observation = REFUSED) => estimate.send(0, true)(observation);
  /** Number of accepted requests at `perSecond` until the rate is more than `factor` times its present value. */
  const heldCalls = (perSecond: number, factor = 1.001) => {
    const rate = estimate.callsPerSecond();
    for (let call = 0; call < MANY; call += 1) {
      if (estimate.callsPerSecond() > rate * factor) return call;
      accept(1, perSecond);
    }
    return MANY;
  };
  return { ...estimate, accept, refuse, heldCalls };
}

/** An estimate after a number of measurements that agree on a rate. */
function createSettledEstimate(perSecond: number, measurements = 12, callsEach = 60) {
  const estimate = createEstimate();
  estimate.accept(10, perSecond);
  estimate.refuse();
  for (let measurement = 0; measurement < measurements; measurement += 1) {
    estimate.accept(callsEach, perSecond);
    estimate.refuse();
  }
  return estimate;
}

/** An estimate whose last 429s all came during attempts at a higher rate, as if no other process used the limit. */
function createSingleEstimate(perSecond: number) {
  const estimate = createSettledEstimate(perSecond);
  for (let attempt = 0; attempt < 8; attempt += 1) {
    estimate.heldCalls(perSecond, 1.02);
    estimate.refuse();
  }
  return estimate;
}

describe('before the first 429, estimateFrom429s()', () => {
  test('grows the rate by 80 calls per second each second, and faster at high rates', () => {
    const { callsPerSecond, accept } = createEstimate();
    const rates = [callsPerSecond()];
    for (let period = 0; period < 6; period += 1) {
      // Send at the rate of the estimate for a second.
      for (let ms = 0; ms < 1000; ms += 1000 / callsPerSecond()) accept(1, callsPerSecond());
      rates.push(callsPerSecond());
    }
    const [first = 0, second = 0, third = 0] = rates;
    expect(second - first).toBeCloseTo(80, -1);
    expect(third - second).toBeCloseTo(80, -1);
    const [fifth = 0, sixth = 0] = rates.slice(-2);
    expect(sixth / fifth).toBeCloseTo(1.15 ** (1000 / 300), 1);
  });

  test.each([
    ['35 % of the rate if the 429 does not show the limit', undefined, 0.35],
    ['25 % of the rate if the 429 shows the limit', { limit: 1000 }, 0.25],
  ])('starts the estimate with %s', (_share, rateLimit, share) => {
    const { callsPerSecond, accept, refuse } = createEstimate();
    accept(20, 50);
    const before = callsPerSecond();
    refuse({ ...REFUSED, rateLimit });
    expect(callsPerSecond() / before).toBeCloseTo(share);
  });

  test('does not grow the rate while no request has to wait', () => {
    const { callsPerSecond, accept } = createEstimate();
    const before = callsPerSecond();
    accept(500, 100, false);
    expect(callsPerSecond()).toBe(before);
  });

  test('returns an estimate whose hasSpare() is always false', () => {
    expect(createEstimate().hasSpare()).toBe(false);
  });
});

describe('without other processes, estimateFrom429s()', () => {
  test('tries a higher rate sooner than if 429s also come at the estimated rate', () => {
    const shared = createSettledEstimate(10).heldCalls(10);
    const single = createSingleEstimate(10).heldCalls(10);
    expect(single).toBeGreaterThan(50);
    expect(single).toBeLessThan(shared * 0.6);
  });

  test('waits longer again after 429s that came at the estimated rate', () => {
    const { accept, refuse, heldCalls } = createSingleEstimate(10);
    const single = heldCalls(10);
    for (let other = 0; other < 3; other += 1) {
      refuse();
      accept(20, 10);
    }
    refuse();
    expect(heldCalls(10)).toBeGreaterThan(single * 1.5);
  });

  test('reaches ten times the rate within 30 s after the limit has risen', () => {
    const { accept, refuse, callsPerSecond } = createSingleEstimate(10);
    refuse({ ...REFUSED, rateLimit: { limit: 10 } });
    for (let ms = 0; ms < 30_000; ms += 1000 / callsPerSecond()) accept(1, callsPerSecond());
    expect(callsPerSecond()).toBeGreaterThan(100);
  });
});

describe('at the first 429, estimateFrom429s()', () => {
  test('gives an estimate from many accepted calls more weight against the next measurement', () => {
    const { callsPerSecond, accept, refuse } = createEstimate();
    accept(400, 100);
    refuse({ ...REFUSED, rateLimit: { limit: 20 } });
    const first = callsPerSecond();
    accept(20, 50);
    refuse();
    // With the usual weight of the first estimate, the rate would be 60 % of it.
    expect(callsPerSecond() / first).toBeGreaterThan(0.7);
  });

  test('lowers the rate, and then measures the rate of the accepted calls', () => {
    const { callsPerSecond, accept, refuse } = createEstimate();
    accept(50, 100);
    const before = callsPerSecond();
    refuse();
    const first = callsPerSecond();
    expect(first).toBeLessThan(before / 2);
    expect(first).toBeGreaterThan(before / 10);
    accept(100, first * 1.2);
    refuse();
    // Few calls support the first estimate, so the first measurement counts most.
    expect(callsPerSecond()).toBeGreaterThan(first * 1.15);
  });

  test.each([
    [10, 60],
    [60, 33],
  ])('sets a rate that the accepted calls and a limit of %i calls prove: more than %i calls/s', (limit, rate) => {
    const { callsPerSecond, accept, refuse } = createEstimate();
    accept(110, 80);
    refuse({ ...REFUSED, rateLimit: { limit } });
    expect(callsPerSecond()).toBeGreaterThan(rate);
  });

  test('measures the rate of the last 1,000 requests only', () => {
    const { callsPerSecond, accept, refuse } = createEstimate();
    accept(1500, 1000, false);
    accept(750, 100, false);
    accept(250, 100);
    refuse({ ...REFUSED, rateLimit: { limit: 10 } });
    expect(callsPerSecond()).toBeCloseTo(99, 0);
  });

  test('pauses for the time in which the tenant allows three more calls, but not beyond the reset', () => {
    const { callsPerSecond, accept, refuse } = createEstimate();
    accept(50, 100);
    const pauseMs = refuse();
    expect((pauseMs * callsPerSecond()) / 1000).toBeCloseTo(3);
    accept(50, 100);
    expect(refuse({ ...REFUSED, resetMs: 7 })).toBe(7);
  });
});

describe('at a 429, estimateFrom429s()', () => {
  test('measures the rate as the accepted calls since the last 429, divided by the time', () => {
    expect(createSettledEstimate(30).callsPerSecond()).toBeCloseTo(30, 0);
  });

  test.each([7, 40])('follows a new limit of %i calls/s', (perSecond) => {
    const { callsPerSecond, accept, refuse } = createSettledEstimate(20);
    for (let measurement = 0; measurement < 4; measurement += 1) {
      accept(60, perSecond);
      refuse();
    }
    expect(callsPerSecond() / perSecond).toBeGreaterThan(0.9);
    expect(callsPerSecond() / perSecond).toBeLessThan(1.1);
  });

  test('gives earlier measurements less weight if the new measurement differs greatly from the rate', () => {
    const { callsPerSecond, accept, refuse } = createSettledEstimate(20);
    const changeBy = (factor: number, rate: number) => {
      accept(30, rate * factor);
      refuse();
      return Math.log(callsPerSecond() / rate) / Math.log(factor);
    };
    // The share of the difference between measurement and rate by which the estimate changes.
    const shareOfSmall = changeBy(1.3, callsPerSecond());
    const shareOfLarge = changeBy(2, callsPerSecond());
    expect(shareOfLarge).toBeGreaterThan(shareOfSmall + 0.1);
  });

  test('ignores requests that were sent before the last 429 arrived', () => {
    const { callsPerSecond, accept, refuse, send } = createSettledEstimate(20);
    accept(30, 40);
    const sentBefore = [send(0, true), send(0, true)];
    refuse();
    const rate = callsPerSecond();
    for (const receive of sentBefore) expect(receive(REFUSED)).toBe(0);
    expect(callsPerSecond()).toBe(rate);
  });

  test('pauses until the reset, and keeps the rate, if no call was accepted after the last pause', () => {
    const { callsPerSecond, refuse } = createSettledEstimate(20);
    const rate = callsPerSecond();
    vi.advanceTimersByTime(500);
    expect(refuse({ ...REFUSED, resetMs: 1234 })).toBe(1234);
    expect(callsPerSecond()).toBe(rate);
  });

  test('raises the rate at most 20 times sooner than with an unknown limit, even if the limit is far above the rate', () => {
    const held = createSettledEstimate(20).heldCalls(20);
    const { accept, refuse, heldCalls } = createSettledEstimate(20);
    refuse({ ...REFUSED, rateLimit: { limit: 1e9 } });
    accept(60, 20);
    refuse();
    expect(heldCalls(20)).toBeGreaterThan(held / 20);
  });

  test('measures the rate without idle time', () => {
    const { callsPerSecond, accept, refuse, send } = createSettledEstimate(20);
    accept(30, 20);
    vi.advanceTimersByTime(600_000);
    send(600_000, false)(ACCEPTED);
    accept(30, 20);
    refuse();
    expect(callsPerSecond()).toBeCloseTo(20, 0);
  });
});

describe('between two 429s, estimateFrom429s()', () => {
  test('holds the rate, and then raises it faster and faster until the next 429', () => {
    const { callsPerSecond, accept, refuse, heldCalls } = createSettledEstimate(20);
    const rate = callsPerSecond();
    const held = heldCalls(20);
    expect(held).toBeGreaterThan(100);
    expect(held).toBeLessThan(400);
    accept(held / 4, 20);
    const raised = callsPerSecond();
    expect(raised).toBeGreaterThan(rate * 1.1);
    accept(held / 4, 20);
    expect(callsPerSecond()).toBeGreaterThan(raised);
    refuse();
    expect(callsPerSecond()).toBeLessThan(rate * 1.1);
  });

  test('grows the rate as before the first 429 if the tenant accepts more calls than its bucket can contain', () => {
    const { callsPerSecond, accept, refuse } = createSettledEstimate(10);
    refuse({ ...REFUSED, rateLimit: { limit: 10 } });
    accept(60, 10);
    refuse();
    accept(500, 10);
    const rate = callsPerSecond();
    accept(100, 100);
    expect(callsPerSecond()).toBeGreaterThan(rate * 1.4);
    accept(100, 100);
    refuse();
    // The tenant has accepted 100 calls per second.
    expect(callsPerSecond()).toBeGreaterThan(60);
  });

  test('doubles the rate after Retry-After for the calls that the pause made possible, until one of them gets a 429', () => {
    const { callsPerSecond, accept, refuse } = createSettledEstimate(20);
    const requested = { ...REFUSED, resetMs: 1000, isRequested: true };
    accept(60, 20);
    refuse(requested);
    const doubled = callsPerSecond();
    accept(34, 40);
    expect(callsPerSecond()).toBeCloseTo(doubled / 2);
    refuse(requested);
    accept(5, 40);
    refuse(requested);
    accept(5, 20);
    const single = callsPerSecond();
    accept(60, 20);
    expect(callsPerSecond()).toBeCloseTo(single);
  });

  test('does not raise the rate while no request has to wait', () => {
    const { callsPerSecond, accept } = createSettledEstimate(20);
    const rate = callsPerSecond();
    accept(MANY, 20, false);
    expect(callsPerSecond()).toBe(rate);
  });

  test('holds the rate longer if each attempt at a higher rate causes more 429s', () => {
    const cheap = createSettledEstimate(20);
    const heldIfCheap = cheap.heldCalls(20);
    const costly = createSettledEstimate(20, 0);
    for (let measurement = 0; measurement < 12; measurement += 1) {
      costly.accept(60, 20);
      const others = Array.from({ length: 5 }, () => costly.send(0, true));
      costly.refuse();
      for (const receive of others) receive(REFUSED);
    }
    costly.accept(60, 20);
    costly.refuse();
    expect(costly.heldCalls(20)).toBeGreaterThan(heldIfCheap * 2);
  });

  test('raises the rate sooner if the measurements differ, as they do when other processes use the same limit', () => {
    const heldIfAgreed = createSettledEstimate(20).heldCalls(20);
    const { accept, refuse, callsPerSecond, heldCalls } = createSettledEstimate(20);
    for (let measurement = 0; measurement < 6; measurement += 1) {
      accept(60, measurement % 2 === 0 ? 28 : 14);
      refuse();
    }
    expect(heldCalls(callsPerSecond())).toBeLessThan(heldIfAgreed * 0.75);
  });

  test('raises the rate sooner, and faster, if the rate is a small share of the limit', () => {
    const heldWith = (limit: number | undefined) => {
      const { accept, refuse, heldCalls, callsPerSecond } = createSettledEstimate(2);
      const rateLimit = limit === undefined ? undefined : { limit, remaining: 0 };
      accept(10, 2);
      refuse({ ...REFUSED, rateLimit });
      const held = heldCalls(2);
      const rate = callsPerSecond();
      accept(Math.round(held / 2), 2);
      return { held, growth: callsPerSecond() / rate };
    };
    const unknown = heldWith(undefined);
    // Two calls each second are more than a fifth of a limit of 9 calls, so the rate is not a small share of the limit.
    expect(heldWith(9).held).toBe(unknown.held);
    const small = heldWith(100);
    expect(small.held).toBeLessThan(unknown.held / 2);
    expect(small.growth).toBeGreaterThan(unknown.growth * 1.2);
  });
});
