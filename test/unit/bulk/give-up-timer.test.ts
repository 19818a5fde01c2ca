import { describe, expect, test, vi } from 'vitest';
import { createGiveUpTimer } from '../../../src/bulk/give-up.ts';
import { NOW, useFakeTime } from '../../support/fake-time.ts';

const LIMIT_MS = 1_000;
/** The part of the limit that one pause uses up. */
const SHARE_MS = 200;

/** Creates a timer on a stopped clock. */
function start(limitMs = LIMIT_MS) {
  useFakeTime();
  const onOver = vi.fn();
  return { timer: createGiveUpTimer(limitMs, onOver), onOver };
}

/** Expects that the timer ends after exactly this time. */
function expectEndAfter(ms: number, onOver: () => void): void {
  vi.advanceTimersByTime(ms - 1);
  expect(onOver).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onOver).toHaveBeenCalledOnce();
}

describe('the time without an accepted request', () => {
  test('reaches the limit exactly once, at the limit and not before', () => {
    const { timer, onOver } = start();
    timer.begin();
    expectEndAfter(LIMIT_MS, onOver);
    timer.begin();
    timer.reset();
    vi.advanceTimersByTime(LIMIT_MS * 5);
    expect(onOver).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('does not contain the time in which the process was stopped', () => {
    const { timer, onOver } = start(5_000);
    timer.begin();
    vi.advanceTimersByTime(500);
    const stopped = performance.now() + 9_000;
    const now = vi.spyOn(performance, 'now').mockReturnValue(stopped);
    vi.advanceTimersByTime(1_000);
    expect(onOver).not.toHaveBeenCalled();
    now.mockImplementation(() => stopped + (Date.now() - NOW) - 1_500);
    vi.advanceTimersByTime(2_400);
    expect(onOver).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    expect(onOver).toHaveBeenCalledOnce();
  });

  test('does not grow while no call is in flight, and leaves no timer then', () => {
    const { timer, onOver } = start();
    const end = timer.begin();
    vi.advanceTimersByTime(LIMIT_MS - 100);
    end();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(LIMIT_MS);
    timer.begin();
    vi.advanceTimersByTime(99);
    expect(onOver).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onOver).toHaveBeenCalledOnce();
  });

  test('grows while one of two calls is in flight, and does not subtract a pause during which no call was in flight', () => {
    const { timer, onOver } = start();
    timer.pause(4_000);
    vi.advanceTimersByTime(5_000);
    const end = timer.begin();
    timer.begin();
    end();
    expectEndAfter(LIMIT_MS, onOver);
  });

  test('starts again from 0 after an accepted request', () => {
    const { timer, onOver } = start();
    timer.begin();
    vi.advanceTimersByTime(900);
    timer.reset();
    expectEndAfter(LIMIT_MS, onOver);
  });

  test('grows by at most a fifth of the limit in one pause, however long the pause is', () => {
    const { timer, onOver } = start();
    timer.begin();
    timer.pause(10_000);
    // A shorter pause does not end a longer one.
    timer.pause(1_000);
    expectEndAfter(10_000 + LIMIT_MS - SHARE_MS, onOver);
  });

  test('grows by one share for a pause that becomes longer, and by another share for the next pause', () => {
    const { timer, onOver } = start();
    timer.begin();
    timer.pause(5_000);
    vi.advanceTimersByTime(4_000);
    timer.pause(6_000);
    vi.advanceTimersByTime(6_000);
    timer.pause(10_000);
    vi.advanceTimersByTime(10_000);
    expect(onOver).not.toHaveBeenCalled();
    expectEndAfter(LIMIT_MS - 2 * SHARE_MS, onOver);
  });

  test('reaches the limit within a pause if less than the share of the pause is left', () => {
    const { timer, onOver } = start();
    timer.begin();
    vi.advanceTimersByTime(LIMIT_MS - SHARE_MS / 2);
    timer.pause(10_000);
    expectEndAfter(SHARE_MS / 2, onOver);
  });

  test('can be longer than the longest delay of a timer, which platforms shorten to 1 ms', () => {
    const { timer, onOver } = start(2 ** 31 + 5);
    const setTimer = vi.spyOn(globalThis, 'setTimeout');
    timer.begin();
    vi.advanceTimersByTime(10_000);
    expect(setTimer.mock.calls.length).toBeGreaterThan(1);
    expect(setTimer.mock.calls.filter(([, ms = 0]) => ms >= 2 ** 31)).toEqual([]);
    expect(onOver).not.toHaveBeenCalled();
  });
});
