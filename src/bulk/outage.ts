/** Number of calls in a row without a usable response that show an outage: a few calls can fail for other reasons. */
export const OUTAGE_AFTER = 16;
/** Delay before the first probe of an outage, in milliseconds. It doubles with each probe. */
const FIRST_PROBE_MS = 1_000;
/** Longest delay before a probe: a job loses little time at the end of an outage of some minutes. */
const LONGEST_PROBE_MS = 30_000;

/** The pause of a job during an outage. */
export interface BulkOutage {
  /** Milliseconds since the pause started. */
  readonly lastsMs: number;
  /** Milliseconds until the next call; `0` while calls are in flight. */
  readonly nextCallMs: number;
}

/**
 * Counts the calls without a usable response, and decides when a job pauses. The calls have numbers in the order in which
 * they start: a response to a call that started before a failure does not show that the tenant works again.
 */
export interface Outage {
  isOn(): boolean;
  /** Number of the last call that got a usable response; 0 before the first. */
  lastAnswered(): number;
  /** Counts an item that an earlier run finished: the address of the tenant is right. */
  resume(): void;
  /** Counts a usable response to a call. It ends the pause if the call started in the pause. */
  answer(call: number): void;
  /**
   * Counts a call without a usable response.
   *
   * @param started Number of calls that have started.
   * @returns Whether the run must stop: the tenant has never answered, so its address may be wrong.
   */
  fail(started: number): boolean;
  /** Returns the delay before the next probe in milliseconds. */
  scheduleProbe(): number;
  /** Returns `undefined` if the job does not pause. */
  state(): BulkOutage | undefined;
}

export function createOutage(): Outage {
  let hasAnswered = false;
  let lastAnswered = 0;
  let failures = 0;
  let startedAt: number | undefined;
  /** Number of calls that had started when the pause began. */
  let startedBefore = 0;
  let probes = 0;
  let probeAt = 0;

  return {
    isOn: () => startedAt !== undefined,
    lastAnswered: () => lastAnswered,
    resume: () => {
      hasAnswered = true;
    },
    answer: (call) => {
      hasAnswered = true;
      failures = 0;
      lastAnswered = Math.max(lastAnswered, call);
      if (call > startedBefore) startedAt = undefined;
    },
    fail: (started) => {
      failures += 1;
      if (failures < OUTAGE_AFTER || startedAt !== undefined) return false;
      if (!hasAnswered) return true;
      startedAt = performance.now();
      startedBefore = started;
      probes = 0;
      return false;
    },
    scheduleProbe: () => {
      const delayMs = Math.min(FIRST_PROBE_MS * 2 ** probes, LONGEST_PROBE_MS);
      probes += 1;
      probeAt = performance.now() + delayMs;
      return delayMs;
    },
    state: () => {
      const now = performance.now();
      return startedAt === undefined ? undefined : { lastsMs: now - startedAt, nextCallMs: Math.max(probeAt - now, 0) };
    },
  };
}
