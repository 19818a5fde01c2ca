import { describe, expect, test, vi } from 'vitest';
import type { RateObservation } from '../../../src/bulk/pacer/estimate.ts';
import { estimateFrom429s } from '../../../src/bulk/pacer/rate-from-429s.ts';
import { useFakeTime } from '../../support/fake-time.ts';

const ACCEPTED: RateObservation = { isRefused: false, rateLimit: undefined, resetMs: 1000 };
const REFUSED: RateObservation = { isRefused: true, rateLimit: undefined, resetMs: 60_000 };
/** Number of accepted calls for which the estimate holds its rate if each attempt at a higher rate costs one 429. */
const HELD = 100;

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
  /** Number of accepted requests that do not raise the rate. */
  const heldCalls = (perSecond: number) => {
    const rate = estimate.callsPerSecond();
    for (let call = 0; call < 1000; call += 1) {
      if (estimate.callsPerSecond() > rate) return call - 1;
      accept(1, perSecond);
    }
    return Number.POSITIVE_INFINITY;
  };
  return { ...estimate, accept, refuse, heldCalls };
}

/** An estimate of 15 calls per second, after its first 429. */
function createKnownEstimate() {
  const estimate = createEstimate();
  estimate.refuse();
  return estimate;
}

describe('before the first 429, estimateFrom429s()', () => {
  test('starts with 30 calls per second and none to spare, and doubles the rate each second', () => {
    const { callsPerSecond, accept, hasSpare } = createEstimate();
    expect(hasSpare()).toBe(false);
    expect(callsPerSecond()).toBe(30);
    for (let ms = 0; ms < 2000; ms += 1000 / callsPerSecond()) accept(1, callsPerSecond());
    expect(callsPerSecond() / 120).toBeCloseTo(1, 1);
  });

  test('does not raise the rate while no request has to wait', () => {
    const { callsPerSecond, accept } = createEstimate();
    accept(500, 100, false);
    expect(callsPerSecond()).toBe(30);
  });
});

describe('at a 429, estimateFrom429s()', () => {
  test('halves the rate if it was growing', () => {
    expect(createKnownEstimate().callsPerSecond()).toBe(15);
  });

  test.each([
    ['does not lower the rate below one call per second if the tenant has allowed more', 40, 1, 1],
    ['lowers the rate below one call per second if only the first calls were faster', 10, 0, 0.2],
  ])('%s', (_title, calls, atLeast, atMost) => {
    const { callsPerSecond, accept, refuse } = createKnownEstimate();
    accept(calls, 20);
    for (let round = 0; round < 30; round += 1) {
      refuse();
      accept(1, 1 / 20);
    }
    expect(callsPerSecond()).toBeGreaterThanOrEqual(atLeast);
    expect(callsPerSecond()).toBeLessThanOrEqual(atMost);
  });

  test('moves a known rate halfway to the measured rate', () => {
    const { callsPerSecond, accept, refuse } = createKnownEstimate();
    accept(40, 5);
    refuse();
    expect(callsPerSecond()).toBeCloseTo(Math.sqrt(15 * 5));
  });

  test('halves the rate at most, because few calls can be accepted after a long pause', () => {
    const { callsPerSecond, accept, refuse } = createKnownEstimate();
    vi.advanceTimersByTime(3_600_000);
    accept(1, 15);
    refuse();
    expect(callsPerSecond()).toBe(7.5);
  });

  test('pauses for the time in which the tenant allows four more calls, but not beyond the reset', () => {
    const { accept, refuse, callsPerSecond } = createKnownEstimate();
    accept(20, 15);
    expect(refuse()).toBeCloseTo(4000 / callsPerSecond());
    accept(20, 15);
    expect(refuse({ ...REFUSED, resetMs: 10 })).toBe(10);
  });

  test('pauses until the reset, and keeps the rate, if nothing was accepted after the last pause', () => {
    const { refuse, callsPerSecond } = createKnownEstimate();
    vi.advanceTimersByTime(200);
    expect(refuse()).toBe(60_000);
    expect(callsPerSecond()).toBe(15);
  });

  test('ignores 429s of requests that were in flight at an earlier 429', () => {
    const { send, refuse, callsPerSecond } = createEstimate();
    const inFlight = send(0, true);
    refuse();
    expect(inFlight(REFUSED)).toBe(0);
    expect(callsPerSecond()).toBe(15);
  });

  test('does not count idle time as time of the measurement', () => {
    const { send, accept, refuse, callsPerSecond } = createKnownEstimate();
    accept(20, 15);
    vi.advanceTimersByTime(60_000);
    send(60_000, false)(ACCEPTED);
    accept(20, 15);
    refuse();
    expect(callsPerSecond()).toBeCloseTo(15, 0);
  });
});

describe('after a 429, estimateFrom429s()', () => {
  test('holds the rate for 100 calls that had to wait, and doubles it during as many more calls', () => {
    const { callsPerSecond, accept, heldCalls } = createKnownEstimate();
    accept(500, 15, false);
    expect(heldCalls(15)).toBe(HELD);
    accept(49, 15);
    expect(callsPerSecond() / 15).toBeCloseTo(1.5);
  });

  test('doubles the rate each second again if the tenant accepts twice the rate', () => {
    const { callsPerSecond, accept } = createKnownEstimate();
    accept(2 * HELD, 15);
    expect(callsPerSecond()).toBeGreaterThan(30);
    for (let ms = 0; ms < 1000; ms += 1000 / callsPerSecond()) accept(1, callsPerSecond());
    expect(callsPerSecond()).toBeGreaterThan(55);
  });

  test.each([
    [3, 2],
    [50, 4],
  ])('holds the rate longer if an attempt costs %i requests (%i times as long)', (requests, times) => {
    const { send, accept, refuse, heldCalls } = createKnownEstimate();
    accept(20, 15);
    const inFlight = Array.from({ length: requests - 1 }, () => send(0, true));
    refuse();
    for (const receive of inFlight) receive(REFUSED);
    accept(20, 15);
    refuse();
    expect(heldCalls(15)).toBe(HELD * times);
  });
});

describe('after Retry-After, estimateFrom429s()', () => {
  const requested = { ...REFUSED, resetMs: 2000, isRequested: true };
  const createPausedEstimate = () => {
    const estimate = createKnownEstimate();
    estimate.accept(20, 15);
    estimate.refuse(requested);
    return estimate;
  };

  test('doubles the rate until the calls that the pause made possible are sent', () => {
    const { callsPerSecond, accept } = createPausedEstimate();
    const rate = callsPerSecond() / 2;
    expect(rate).toBeCloseTo(15, 0);
    // The pause of 2 s allows 30 calls, 4 of which stay in the bucket. At the double rate, half of the calls are extra.
    accept(51, 30);
    expect(callsPerSecond()).toBe(2 * rate);
    accept(2, 30);
    expect(callsPerSecond()).toBe(rate);
  });

  test('counts no call at the double rate towards the next attempt at a higher rate', () => {
    const { accept, heldCalls } = createPausedEstimate();
    accept(52, 30);
    expect(heldCalls(15)).toBeGreaterThanOrEqual(HELD);
  });

  test('does not double the rate again after a 429 at the double rate', () => {
    const { callsPerSecond, accept, refuse } = createPausedEstimate();
    accept(10, 30);
    refuse(requested);
    const rate = callsPerSecond();
    accept(20, rate);
    refuse(requested);
    expect(callsPerSecond()).toBeCloseTo(rate, 0);
  });
});
