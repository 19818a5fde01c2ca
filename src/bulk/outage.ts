import type { GiveUpTimer } from './give-up.js';

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

/** Counts the calls without a usable response, and decides when a job pauses. */
export interface Outage {
  isOn(): boolean;
  /** Number of usable responses. An item that an earlier run finished counts too. */
  answers(): number;
  /** Counts a usable response, which ends the pause. */
  answer(): void;
  /**
   * Counts a call without a usable response.
   *
   * @returns Whether the run must stop: the tenant has never answered, so its address may be wrong.
   */
  fail(): boolean;
  /** Ends the pause. */
  end(): void;
  /** Returns the delay before the next probe in milliseconds. */
  scheduleProbe(): number;
  /** Returns `undefined` if the job does not pause. */
  state(): BulkOutage | undefined;
}

/** @param timer Counts the whole pause. */
export function createOutage(timer: GiveUpTimer): Outage {
  let answers = 0;
  let failures = 0;
  let startedAt: number | undefined;
  let probes = 0;
  let probeAt = 0;
  let endWait: () => void = () => undefined;
  const end = () => {
    if (startedAt !== undefined) endWait();
    startedAt = undefined;
  };

  return {
    isOn: () => startedAt !== undefined,
    answers: () => answers,
    answer: () => {
      answers += 1;
      failures = 0;
      end();
    },
    end,
    fail: () => {
      failures += 1;
      if (failures < OUTAGE_AFTER || startedAt !== undefined) return false;
      if (answers === 0) return true;
      startedAt = performance.now();
      probes = 0;
      endWait = timer.begin(true);
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
