import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { createWaitingLine, type WaitingLine } from '../../src/rate-limit/waiting-line.ts';
import { rejectionOf } from '../support/expected-errors.ts';
import { advanceTime, runPendingTasks, useFakeTime } from '../support/fake-time.ts';
import { deadlineIn } from '../support/pacing.ts';

/** Creates a line that sends a request every 100 ms. `left` lists the requests that left the line, and the times. */
function createLine(firstAt = 100) {
  useFakeTime();
  const start = performance.now();
  const state = { nextAt: start + firstAt };
  const left: unknown[] = [];
  const line = createWaitingLine(
    (at) => Math.max(at, state.nextAt) - performance.now(),
    () => {
      state.nextAt = performance.now() + 100;
      return 'sent';
    },
  );
  const wait = (name: string, { ms = 60_000, at = 0, isFirst = false, signal = new AbortController().signal } = {}) => {
    const waiting = line.wait(deadlineIn(ms, signal), start + at, isFirst);
    waiting.then(
      (result) => left.push([name, result, performance.now() - start]),
      (reason) => left.push([name, reason, performance.now() - start]),
    );
    return waiting;
  };
  return { line, wait, left, state, start };
}

const sizeAndTimers = (line: WaitingLine<unknown>) => ({ size: line.size(), timers: vi.getTimerCount() });

describe('a waiting line', () => {
  test('sends the requests in the order in which they were added, and leaves no timer', async () => {
    const { line, wait, left } = createLine();
    wait('first');
    wait('second');
    wait('third');
    expect(sizeAndTimers(line)).toEqual({ size: 3, timers: 1 });
    await advanceTime(1_000);
    expect(left).toEqual([
      ['first', 'sent', 100],
      ['second', 'sent', 200],
      ['third', 'sent', 300],
    ]);
    expect(sizeAndTimers(line)).toEqual({ size: 0, timers: 0 });
  });

  test('sends the requests in the order of their earliest times, and none before its time', async () => {
    const { wait, left } = createLine();
    wait('third', { at: 5_000 });
    wait('first', { at: 150 });
    wait('second', { at: 200 });
    await advanceTime(6_000);
    expect(left).toEqual([
      ['first', 'sent', 150],
      ['second', 'sent', 250],
      ['third', 'sent', 5_000],
    ]);
  });

  test('sends a request with isFirst: true before the requests that already wait, but not before its time', async () => {
    const { wait, left } = createLine();
    wait('first');
    wait('third', { at: 50 });
    wait('in front', { at: 150, isFirst: true });
    await advanceTime(1_000);
    expect(left).toEqual([
      ['first', 'sent', 100],
      ['in front', 'sent', 200],
      ['third', 'sent', 300],
    ]);
  });
});

describe('an aborted request in a waiting line', () => {
  test('rejects immediately with the reason of its signal, and leaves no timer and no listener', async () => {
    const { line, wait } = createLine();
    const controller = new AbortController();
    const waiting = rejectionOf(wait('only', { signal: controller.signal }));
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
    const reason = new Error('the user left');
    controller.abort(reason);
    expect(await waiting).toBe(reason);
    expect(sizeAndTimers(line)).toEqual({ size: 0, timers: 0 });
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
  });

  test('does not delay the requests behind it', async () => {
    const { wait, left } = createLine();
    const controller = new AbortController();
    wait('aborted', { signal: controller.signal });
    wait('behind');
    controller.abort('left');
    await advanceTime(1_000);
    expect(left).toEqual([
      ['aborted', 'left', 0],
      ['behind', 'sent', 100],
    ]);
  });
});

test('a waiting line removes its abort listener from the signal of a request that was sent', async () => {
  const { wait } = createLine();
  const { signal } = new AbortController();
  wait('only', { signal });
  await advanceTime(100);
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

describe('removeEarlier()', () => {
  test('removes the requests whose deadline is within the given number of milliseconds, and keeps the others', async () => {
    const { line, wait, left } = createLine();
    const { signal } = new AbortController();
    wait('earlier', { ms: 4_999 });
    wait('at that time', { ms: 5_000, signal });
    wait('later', { ms: 5_001 });
    line.removeEarlier(5_000);
    await runPendingTasks();
    expect(left).toEqual([
      ['earlier', undefined, 0],
      ['at that time', undefined, 0],
    ]);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    await advanceTime(1_000);
    expect(left.at(-1)).toEqual(['later', 'sent', 100]);
  });

  test('keeps a request without a deadline', () => {
    const { line } = createLine();
    line.wait({ signal: new AbortController().signal });
    line.removeEarlier(60_000);
    expect(line.size()).toBe(1);
  });

  test('leaves no timer if it removes the last request from the waiting line', () => {
    const { line, wait } = createLine();
    wait('only', { ms: 1_000 });
    line.removeEarlier(2_000);
    expect(sizeAndTimers(line)).toEqual({ size: 0, timers: 0 });
  });
});
