import { AsyncLocalStorage } from 'node:async_hooks';

/** A simulated process. Its wall clock is wrong by `skewMs`, and its events do not run after it has crashed. */
export interface SimulatedProcess {
  readonly skewMs: number;
  isCrashed: boolean;
}

interface Event {
  readonly at: number;
  readonly process: SimulatedProcess | undefined;
  readonly run: () => void;
  /** Whether the code under test created the event, with `setTimeout`. */
  readonly isTimer: boolean;
}

/**
 * A clock that advances only when no task is left to run. It replaces `setTimeout`, `Date.now` and `performance.now`.
 */
export interface VirtualClock {
  /** Milliseconds since the start. */
  now(): number;
  /** The time in epoch milliseconds, which is not wrong in any process. */
  trueTime(): number;
  /** Runs a function after a time, in the current process. `timers()` counts only timers of `setTimeout`. */
  schedule(ms: number, run: () => void): void;
  /** Runs a function in a simulated process. */
  runAs<T>(process: SimulatedProcess, run: () => T): T;
  currentProcess(): SimulatedProcess | undefined;
  /** Advances time from event to event, until no event is left or `isOver` returns true. */
  run(isOver: () => boolean): Promise<void>;
  /** Number of timers of the code under test that have neither run nor been cleared. */
  timers(): number;
  /** Restores the real timers and clocks. */
  restore(): void;
}

/** Wall-clock time at the start. */
const START = Date.parse('2026-01-01T00:00:00Z');

/** Replaces the timers and the clocks until `restore()` is called. */
export function createVirtualClock(): VirtualClock {
  const processes = new AsyncLocalStorage<SimulatedProcess>();
  /** Sorted by time, later events first. */
  const events: Event[] = [];
  let now = 0;

  const schedule = (ms: number, run: () => void, isTimer: boolean): Event => {
    const event = { at: now + Math.max(0, ms), process: processes.getStore(), run, isTimer };
    let low = 0;
    let high = events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((events[middle] as Event).at <= event.at) high = middle;
      else low = middle + 1;
    }
    events.splice(low, 0, event);
    return event;
  };

  const real = { setTimeout, clearTimeout, dateNow: Date.now, performanceNow: performance.now };
  Object.assign(globalThis, {
    setTimeout: (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
      schedule(wholeMs(ms), () => run(...args), true),
    clearTimeout: (event: Event | undefined) => {
      const index = event === undefined ? -1 : events.indexOf(event);
      if (index >= 0) events.splice(index, 1);
    },
  });
  Date.now = () => START + now + (processes.getStore()?.skewMs ?? 0);
  performance.now = () => now;

  return {
    now: () => now,
    trueTime: () => START + now,
    schedule: (ms, run) => void schedule(ms, run, false),
    runAs: (process, run) => processes.run(process, run),
    currentProcess: () => processes.getStore(),
    run: async (isOver) => {
      for (;;) {
        // Before the next event, run every pending task that does not wait for an event.
        await new Promise((resolve) => setImmediate(resolve));
        if (isOver()) return;
        const event = events.pop();
        if (event === undefined) return;
        now = event.at;
        if (event.process?.isCrashed) continue;
        if (event.process === undefined) event.run();
        else processes.run(event.process, event.run);
      }
    },
    timers: () => events.filter(({ isTimer, process }) => isTimer && process?.isCrashed !== true).length,
    restore: () => {
      Object.assign(globalThis, { setTimeout: real.setTimeout, clearTimeout: real.clearTimeout });
      Date.now = real.dateNow;
      performance.now = real.performanceNow;
    },
  };
}

/** Timers of Node count whole milliseconds, at least one. */
const wholeMs = (ms = 1): number => (ms >= 1 ? Math.trunc(ms) : 1);
