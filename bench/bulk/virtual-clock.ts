/** A clock that advances only when no task is left to run, so that a job of hours takes less than a second. */
export interface VirtualClock {
  /** Milliseconds since the last reset. */
  now(): number;
  /** The time in epoch milliseconds, without the `skewMs` of the last reset. */
  trueTime(): number;
  /** Starts again at 0 without any timer. `Date.now()` is wrong by `skewMs`. */
  reset(skewMs: number): void;
  /** Runs a function after a time, which can be a fraction of a millisecond. */
  schedule(ms: number, run: () => void): void;
  /**
   * Advances time from timer to timer until `isOver` returns true.
   *
   * @throws Error If `isOver` is still false after `limitMs`, or when no timer is left.
   */
  runUntil(isOver: () => boolean, limitMs: number): Promise<void>;
}

/** Wall-clock time after a reset. */
const START = Date.parse('2026-01-01T00:00:00Z');

/** A timer, with the methods of Node's timers that the compared packages call. */
interface Timer {
  at: number;
  /** Timers of the same time run in the order in which they were started. */
  order: number;
  /** Absent if the timer was cleared. */
  run: (() => void) | undefined;
  ref(): Timer;
  unref(): Timer;
}

type StartTimer = (callback: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => Timer;

/** Replaces the timers and the clocks of this process until it exits. */
export function installVirtualClock(): VirtualClock {
  const timers = createTimerQueue();
  let now = 0;
  let started = 0;
  let skewMs = 0;

  const start = (timer: Timer, ms: number) => {
    timer.at = now + ms;
    timer.order = started;
    started += 1;
    timers.add(timer);
  };
  const schedule = (ms: number, run: () => void): Timer => {
    const timer: Timer = { at: 0, order: 0, run, ref: () => timer, unref: () => timer };
    start(timer, Math.max(0, ms));
    return timer;
  };
  const setTimeout: StartTimer = (callback, ms, ...args) => schedule(wholeMs(ms), () => callback(...args));
  const setInterval: StartTimer = (callback, ms, ...args) => {
    const timer = schedule(wholeMs(ms), () => {
      start(timer, wholeMs(ms));
      callback(...args);
    });
    return timer;
  };
  const clear = (timer: Timer | undefined) => {
    if (timer !== undefined) timer.run = undefined;
  };
  Object.assign(globalThis, { setTimeout, setInterval, clearTimeout: clear, clearInterval: clear });
  Date.now = () => START + now + skewMs;
  performance.now = () => now;

  return {
    now: () => now,
    trueTime: () => START + now,
    reset: (skew) => {
      timers.clear();
      now = 0;
      skewMs = skew;
    },
    schedule,
    runUntil: async (isOver, limitMs) => {
      // In a callback of a promise, `process.nextTick` waits for all other callbacks of promises.
      await undefined;
      while (!isOver()) {
        const timer = timers.takeFirst();
        if (timer === undefined) throw new Error('The job has not ended, but no timer is left.');
        now = timer.at;
        if (now > limitMs)
          throw new Error(`The job has not ended after ${Math.round(limitMs / 1000)} simulated seconds.`);
        if (timer.run === undefined) continue;
        timer.run();
        // Before the next timer, run everything that does not wait for a timer. No client waits for I/O.
        await new Promise<void>((resolve) => process.nextTick(resolve));
      }
    },
  };
}

/** Timers of Node count whole milliseconds, at least one. */
const wholeMs = (ms = 1): number => (ms >= 1 ? Math.trunc(ms) : 1);

/** Creates a priority queue (binary heap), because a job with a timeout for each call has thousands of timers. */
function createTimerQueue() {
  let heap: Timer[] = [];
  const isBefore = (one: Timer, other: Timer) => one.at < other.at || (one.at === other.at && one.order < other.order);

  return {
    clear: () => {
      heap = [];
    },
    add: (timer: Timer) => {
      let index = heap.length;
      while (index > 0) {
        const parentIndex = (index - 1) >> 1;
        const parent = heap[parentIndex];
        if (parent === undefined || isBefore(parent, timer)) break;
        heap[index] = parent;
        index = parentIndex;
      }
      heap[index] = timer;
    },
    takeFirst: (): Timer | undefined => {
      const first = heap[0];
      const last = heap.pop();
      if (last === undefined || last === first) return first;
      let index = 0;
      for (;;) {
        const [left, right] = [heap[2 * index + 1], heap[2 * index + 2]];
        const isRight = left !== undefined && right !== undefined && isBefore(right, left);
        const child = isRight ? right : left;
        if (child === undefined || isBefore(last, child)) break;
        heap[index] = child;
        index = 2 * index + (isRight ? 2 : 1);
      }
      heap[index] = last;
      return first;
    },
  };
}
