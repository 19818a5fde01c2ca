import { describe, expect, test, vi } from 'vitest';
import type { Observation } from '../../../src/bulk/pacer/estimate.ts';
import { estimateFrom429s } from '../../../src/bulk/pacer/rate-from-429s.ts';
import { useFakeTime } from '../../support/fake-time.ts';

const ACCEPTED: Observation = { isRefused: false, rateLimit: undefined, resetMs: 1000 };
const REFUSED: Observation = { isRefused: true, rateLimit: undefined, resetMs: 60_000 };
/** Number of accepted calls for which the estimate holds its rate if each attempt at a higher rate costs one 429. */
const HELD = 1 / 0.015;

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
  /** Number of accepted requests until the rate rises. */
  const heldCalls = (perSecond: number) => {
    const rate = estimate.callsPerSecond();
    for (let call = 0; call < 1000; call += 1) {
      if (estimate.callsPerSecond() > rate) return call;
      accept(1, perSecond);
    }
    return Number.POSITIVE_INFINITY;
  };
  return { ...estimate, accept, refuse, heldCalls };
}

/** An estimate of 20 calls per second, after its first 429. */
function createKnownEstimate() {
  const estimate = createEstimate();
  estimate.refuse();
  return estimate;
}

describe('before the first 429, estimateFrom429s()', () => {
  test('starts with 30 calls per second, and doubles the rate each second', () => {
    const { callsPerSecond, accept } = createEstimate();
    expect(callsPerSecond()).toBe(30);
    for (let ms = 0; ms < 2000; ms += 1000 / callsPerSecond()) accept(1, callsPerSecond());
    expect(callsPerSecond() / 120).toBeCloseTo(1, 1);
  });

  test('does not raise the rate while no request has to wait', () => {
    const { callsPerSecond, accept } = createEstimate();
    accept(500, 100, false);
    expect(callsPerSecond()).toBe(30);
  });

  test('returns an estimate whose hasSpare() is always false', () => {
    expect(createEstimate().hasSpare()).toBe(false);
  });
});

describe('at a 429, estimateFrom429s()', () => {
  test('divides the rate by 1.5 if it was growing', () => {
    expect(createKnownEstimate().callsPerSecond()).toBe(20);
  });

  /** Returns the rate after 30 429s, with one accepted call in 20 s between two of them. */
  const starve = ({ callsPerSecond, accept, refuse }: ReturnType<typeof createEstimate>) => {
    for (let round = 0; round < 30; round += 1) {
      refuse();
      accept(1, 1 / 20);
    }
    return callsPerSecond();
  };

  test('does not lower the rate below one call per second if the tenant has allowed more', () => {
    const estimate = createKnownEstimate();
    estimate.accept(40, 20);
    expect(starve(estimate)).toBe(1);
  });

  test('lowers the rate below one call per second if only the first calls were faster', () => {
    const estimate = createKnownEstimate();
    estimate.accept(10, 20);
    expect(starve(estimate)).toBeLessThan(0.2);
  });

  test('moves a known rate halfway to the measured rate', () => {
    const { callsPerSecond, accept, refuse } = createKnownEstimate();
    accept(40, 5);
    refuse();
    expect(callsPerSecond()).toBeCloseTo(Math.sqrt(20 * 5));
  });

  test('halves the rate at most, because few calls can be accepted after a long pause', () => {
    const { callsPerSecond, accept, refuse } = createKnownEstimate();
    vi.advanceTimersByTime(3_600_000);
    accept(1, 20);
    refuse();
    expect(callsPerSecond()).toBe(10);
  });

  test('pauses for the time in which the tenant allows four more calls, but not beyond the reset', () => {
    const { accept, refuse, callsPerSecond } = createKnownEstimate();
    accept(20, 20);
    expect(refuse()).toBeCloseTo(4000 / callsPerSecond());
    accept(20, 20);
    expect(refuse({ ...REFUSED, resetMs: 10 })).toBe(10);
  });

  test('pauses until the reset, and keeps the rate, if nothing was accepted after the last pause', () => {
    const { refuse, callsPerSecond } = createKnownEstimate();
    vi.advanceTimersByTime(200);
    expect(refuse()).toBe(60_000);
    expect(callsPerSecond()).toBe(20);
  });

  test('ignores 429s of requests that were in flight at an earlier 429', () => {
    const { send, refuse, callsPerSecond } = createEstimate();
    const inFlight = send(0, true);
    refuse();
    expect(inFlight(REFUSED)).toBe(0);
    expect(callsPerSecond()).toBe(20);
  });

  test('does not count idle time as time of the measurement', () => {
    const { send, accept, refuse, callsPerSecond } = createKnownEstimate();
    accept(20, 20);
    vi.advanceTimersByTime(60_000);
    send(60_000, false)(ACCEPTED);
    accept(20, 20);
    refuse();
    expect(callsPerSecond()).toBeCloseTo(20, 0);
  });
});

describe('after a 429, estimateFrom429s()', () => {
  test('holds the rate for 67 calls, and doubles it during as many more calls', () => {
    const { callsPerSecond, accept, heldCalls } = createKnownEstimate();
    expect(heldCalls(20)).toBe(Math.ceil(HELD));
    accept(33, 20);
    expect(callsPerSecond() / 20).toBeCloseTo(1.5);
  });

  test('holds the rate while no request has to wait', () => {
    const { callsPerSecond, accept } = createKnownEstimate();
    accept(500, 20, false);
    expect(callsPerSecond()).toBe(20);
  });

  test('doubles the rate each second again if the tenant accepts twice the rate', () => {
    const { callsPerSecond, accept } = createKnownEstimate();
    accept(Math.ceil(2 * HELD), 20);
    expect(callsPerSecond()).toBeGreaterThan(40);
    for (let ms = 0; ms < 1000; ms += 1000 / callsPerSecond()) accept(1, callsPerSecond());
    expect(callsPerSecond()).toBeGreaterThan(75);
  });

  test.each([
    [3, 2],
    [50, 4],
  ])('holds the rate longer if an attempt costs %i requests (%i times as long)', (requests, times) => {
    const { send, accept, refuse, heldCalls } = createKnownEstimate();
    accept(20, 20);
    const inFlight = Array.from({ length: requests - 1 }, () => send(0, true));
    refuse();
    for (const receive of inFlight) receive(REFUSED);
    accept(20, 20);
    refuse();
    expect(heldCalls(20)).toBe(Math.ceil(HELD * times));
  });
});

describe('after Retry-After, estimateFrom429s()', () => {
  const requested = { ...REFUSED, resetMs: 2000, isRequested: true };
  const createPausedEstimate = () => {
    const estimate = createKnownEstimate();
    estimate.accept(20, 20);
    estimate.refuse(requested);
    return estimate;
  };

  test('doubles the rate until the calls that the pause made possible are sent', () => {
    const { callsPerSecond, accept } = createPausedEstimate();
    const rate = callsPerSecond() / 2;
    expect(rate).toBeCloseTo(20, 0);
    // The pause of 2 s allows 40 calls, 4 of which stay in the bucket. At the double rate, half of the calls are extra.
    accept(71, 40);
    expect(callsPerSecond()).toBe(2 * rate);
    accept(2, 40);
    expect(callsPerSecond()).toBe(rate);
  });

  test('counts no call at the double rate towards the next attempt at a higher rate', () => {
    const { accept, heldCalls } = createPausedEstimate();
    accept(72, 40);
    expect(heldCalls(20)).toBeGreaterThanOrEqual(Math.floor(HELD));
  });

  test('does not double the rate again after a 429 at the double rate', () => {
    const { callsPerSecond, accept, refuse } = createPausedEstimate();
    accept(10, 40);
    refuse(requested);
    const rate = callsPerSecond();
    accept(20, rate);
    refuse(requested);
    expect(callsPerSecond()).toBeCloseTo(rate, 0);
  });
});
