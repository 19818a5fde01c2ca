import { onAbort } from '../wait.js';
import { BulkError, type ItemCounts, isBulkError, withCounts } from './bulk-error.js';
import type { BulkSettings } from './bulk-options.js';
import { createGiveUpTimer, type GiveUpTimer } from './give-up.js';
import { createOutage, OUTAGE_AFTER, type Outage } from './outage.js';
import { type ItemOutcome, isHeldBack, isRefused, isUsable } from './outcome.js';

/**
 * Milliseconds for which a run that stops because of `giveUpAfter` waits for its calls in flight before it aborts them.
 * Most of these calls wait for the rate limit.
 */
const GRACE_MS = 5_000;

/** Why a run stops because nothing works. */
type GiveUp = Pick<BulkError, 'code'> & { readonly reason: string; readonly cause: unknown };

/** Decides when a run stops, and with which error. */
export interface RunStop {
  /** Aborted when the run must not start more calls. The calls in flight follow `calls` instead. */
  readonly stopped: AbortSignal;
  /** Aborted when the calls in flight must end. */
  readonly calls: AbortSignal;
  /** Measures the time in which the tenant accepts no request. */
  readonly timer: GiveUpTimer;
  /** The pause during an outage. */
  readonly outage: Outage;
  /** Stops the run because it has ended. */
  stop(): void;
  /** Stops the run because of an error. */
  fail(error: unknown): void;
  /**
   * Counts the end of a call, which can start or end an outage, or stop the run.
   *
   * @param call Number of the call, in the order in which the calls started.
   * @param started Number of calls that have started.
   */
  judge(outcome: ItemOutcome, error: unknown, call: number, started: number): void;
  /** Stops the run if the last item was called during an outage. */
  endOfItems(): void;
  /** Whether the caller's signal has stopped the run. */
  isCutOff(): boolean;
  /** Removes the timer and the callback on the caller's signal. */
  release(): void;
  /**
   * @param lateError An error after the end of all calls; thrown only if no other error has stopped the run.
   * @throws BulkError If an error has stopped the run.
   */
  throwError(counts: ItemCounts, lateError: BulkError | undefined): void;
}

/** @param notify Called when the run must not start more calls. */
export function createRunStop<Item, Value>(
  { signal, giveUpAfter, journal }: BulkSettings<Item, Value>,
  notify: () => void,
): RunStop {
  const stopping = new AbortController();
  const calls = new AbortController();
  const { signal: stopped } = stopping;
  let graceTimer: ReturnType<typeof setTimeout> | undefined;
  let lastError: unknown;
  let runError: BulkError | undefined;
  let givenUp: GiveUp | undefined;
  let isCutOff = false;

  const stop = (reason?: unknown) => {
    stopping.abort(reason);
    notify();
  };
  const giveUp = (code: GiveUp['code'], reason: string) => {
    if (stopped.aborted) return;
    givenUp = { code, reason, cause: lastError };
    stop();
  };
  const timer = createGiveUpTimer(giveUpAfter, () => {
    // A run that is stopping for another reason must not wait forever for its calls in flight.
    if (stopped.aborted) {
      calls.abort();
      return;
    }
    graceTimer = setTimeout(() => calls.abort(), GRACE_MS);
    const reason = `the tenant accepted no request for ${giveUpAfter / 1000} s`;
    if (outage.isOn()) giveUp('outage', `${reason}, and the last calls got no usable response`);
    else giveUp('no_progress', reason);
  });
  const outage = createOutage();
  const abort = () => {
    stop(signal.reason);
    calls.abort(signal.reason);
  };
  const removeCallback = onAbort(signal, abort);
  if (signal.aborted) abort();

  return {
    stopped,
    calls: calls.signal,
    timer,
    outage,
    stop,
    fail: (error) => {
      if (isBulkError(error)) runError ??= error;
      else if (signal.aborted) isCutOff = true;
      else if (!stopped.aborted)
        runError = new BulkError('the pacer or the journal threw an error; see the cause of this error', undefined, {
          cause: error,
        });
      stop();
    },
    judge: (outcome, error, call, started) => {
      if (outcome === 'failed') lastError = error;
      if (outcome === 'failed' && isHeldBack(error)) return;
      const isAnswered = outcome !== 'failed' || isUsable(error);
      if (isAnswered && !isRefused(error)) timer.reset();
      if (isAnswered) outage.answer(call);
      else if (outage.fail(started)) giveUp('outage', `the first ${OUTAGE_AFTER} calls got no usable response`);
    },
    endOfItems: () => {
      if (outage.isOn()) giveUp('outage', 'the last calls got no usable response');
    },
    isCutOff: () => isCutOff,
    release: () => {
      clearTimeout(graceTimer);
      removeCallback();
    },
    throwError: (counts, lateError) => {
      runError ??= givenUp ? giveUpError(givenUp, counts, journal !== undefined) : lateError;
      if (runError !== undefined) throw withCounts(runError, counts);
    },
  };
}

/** Creates the error of a run that stops because nothing works. */
function giveUpError({ code, reason, cause }: GiveUp, counts: ItemCounts, hasJournal: boolean): BulkError {
  const { finished, missing, failed, unfinished = 'an unknown number' } = counts;
  const next = hasJournal
    ? 'the next run with the same journal continues the job'
    : 'without a journal, the next run starts with the first item';
  const numbers = `${finished} finished, ${missing} missing, ${failed} failed, ${unfinished} unfinished`;
  return new BulkError(`the run stopped: ${reason}; items: ${numbers}; ${next}`, undefined, { code, cause });
}
