/**
 * Default time in milliseconds without an accepted request after which a run stops: longer than a restart of a service.
 */
export const DEFAULT_GIVE_UP_AFTER_MS = 300_000;
/**
 * Largest share of the time limit that one pause of the pacer uses up. A tenant that requests a long pause is not down,
 * but a tenant that requests one pause after another must reach the time limit.
 */
const PAUSE_SHARE = 0.2;
/** Longest time between two checks, in milliseconds. */
const CHECK_MS = 1_000;

/**
 * Measures the time in which a run tries to send requests and the tenant accepts none. The time in which the run waits
 * for its input, or for the program that reads its results, does not count.
 */
export interface GiveUpTimer {
  /**
   * Starts the measurement, for a call or a wait. Returns a function that ends it.
   *
   * @param countsPauses Whether pauses count like other time.
   */
  begin(countsPauses?: boolean): () => void;
  /** Starts again from 0, because a request was accepted. */
  reset(): void;
  /** Announces that calls pause. At most a share of the time limit counts for a pause, however often it becomes longer. */
  pause(ms: number): void;
}

/** @param onOver Called once, when the time limit is reached. */
export function createGiveUpTimer(limitMs: number, onOver: () => void): GiveUpTimer {
  const shareMs = limitMs * PAUSE_SHARE;
  /**
   * Longest time that one check counts. A later check shows that the process was stopped or the machine slept: then, the
   * run could not send requests. Some lateness is normal on a busy machine.
   */
  const longestMs = Math.min(2 * CHECK_MS, limitMs / 2);
  let running = 0;
  /** Number of measurements for which pauses count. */
  let unpaused = 0;
  /** Counted time, until `countedAt`. */
  let countedMs = 0;
  let countedAt = 0;
  let pausedUntil = 0;
  /** Part of `shareMs` that the current pause has not used up. */
  let pauseLeftMs = 0;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const pauseEnd = () => (unpaused > 0 ? 0 : pausedUntil);
  /** Counts the time until now. */
  const count = () => {
    const now = performance.now();
    if (running > 0) {
      const from = Math.max(countedAt, now - longestMs);
      const until = pauseEnd();
      const pausedMs = Math.min(Math.max(Math.min(now, until) - from, 0), pauseLeftMs);
      pauseLeftMs -= pausedMs;
      countedMs += pausedMs + Math.max(now - Math.max(from, until), 0);
    }
    countedAt = now;
  };
  /** Sets the timer to the next check. */
  const arm = () => {
    clearTimeout(timer);
    if (running === 0 || isOver) return;
    const leftMs = limitMs - countedMs;
    const pausedMs = Math.max(pauseEnd() - countedAt, 0);
    const untilMs = leftMs <= Math.min(pauseLeftMs, pausedMs) ? leftMs : leftMs + Math.max(pausedMs - pauseLeftMs, 0);
    timer = setTimeout(check, Math.min(Math.max(untilMs, 0), CHECK_MS, longestMs));
  };
  const check = () => {
    count();
    isOver ||= countedMs >= limitMs;
    if (isOver) onOver();
    else arm();
  };
  const change = (measurements: 1 | -1, countsPauses: boolean) => {
    count();
    running += measurements;
    if (countsPauses) unpaused += measurements;
    arm();
  };

  return {
    begin: (countsPauses = false) => {
      change(1, countsPauses);
      return () => change(-1, countsPauses);
    },
    // `reset` and `pause` only move the limit to a later time, and `check` sets the timer again.
    reset: () => {
      count();
      countedMs = 0;
    },
    pause: (ms) => {
      count();
      if (pausedUntil <= countedAt) pauseLeftMs = shareMs;
      pausedUntil = Math.max(pausedUntil, countedAt + ms);
    },
  };
}
