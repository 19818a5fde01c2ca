import { LONGEST_TIMER_MS } from '../options.js';

/** Default number of calls in a row without a usable response after which a run stops. */
export const DEFAULT_OUTAGE_AFTER = 16;
/** Default time in milliseconds without a finished item after which a run stops: longer than a restart of a service. */
export const DEFAULT_GIVE_UP_AFTER_MS = 300_000;
/**
 * Largest share of the time limit that one pause of the pacer uses up. A tenant that requests a long pause is not down,
 * but a tenant that requests one pause after another must reach the time limit.
 */
const PAUSE_SHARE = 0.2;

/**
 * Measures the time in which a run sends requests and finishes no item. The time in which it waits for its input, or
 * for the program that reads its results, does not count.
 */
export interface GiveUpTimer {
  /** Starts the measurement, for a call or a wait for the pacer. Returns a function that ends it. */
  begin(): () => void;
  /** Starts again from 0, because an item was finished. */
  reset(): void;
  /** Excludes a pause from the measured time, except a share of the time limit. */
  pause(ms: number): void;
}

/** @param onOver Called once, when the time limit is reached. */
export function createGiveUpTimer(limitMs: number, onOver: () => void): GiveUpTimer {
  let running = 0;
  let startedAt = 0;
  let counted = 0;
  let excluded = 0;
  let pausedUntil = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const now = () => performance.now();
  const elapsed = () => counted + (running > 0 ? now() - startedAt : 0) - excluded;
  const arm = () => {
    clearTimeout(timer);
    if (running === 0) return;
    timer = setTimeout(check, Math.min(Math.max(limitMs - elapsed(), 0), LONGEST_TIMER_MS));
  };
  const check = () => {
    if (elapsed() < limitMs) arm();
    else onOver();
  };
  const exclude = (ms: number) => {
    excluded += Math.max(ms - limitMs * PAUSE_SHARE, 0);
  };

  return {
    begin: () => {
      if (running === 0) startedAt = now();
      running += 1;
      arm();
      return () => {
        running -= 1;
        if (running === 0) counted += now() - startedAt;
        arm();
      };
    },
    reset: () => {
      startedAt = now();
      counted = 0;
      excluded = 0;
      // Exclude the remaining part of the current pause again.
      exclude(pausedUntil - now());
      arm();
    },
    pause: (ms) => {
      const until = now() + ms;
      exclude(until - Math.max(pausedUntil, now()));
      pausedUntil = Math.max(pausedUntil, until);
      arm();
    },
  };
}
