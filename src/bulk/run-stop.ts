import { onAbort } from '../wait.js';
import { BulkError, type ItemCounts, isBulkError, withCounts } from './bulk-error.js';
import type { BulkSettings } from './bulk-options.js';
import { type ChangeSignal, createChangeSignal } from './change-signal.js';

/**
 * Milliseconds for which a run that stops because of `giveUpAfter` waits for its calls in flight before it aborts them.
 * Most of these calls wait for the rate limit.
 */
const GRACE_MS = 5_000;

/** Why a run stops because nothing works. */
export type GiveUp = Pick<BulkError, 'code'> & { readonly reason: string; readonly cause: unknown };

/** Decides when a run stops, and with which error. */
export interface RunStop extends ChangeSignal {
  /** Aborted when the run must not start more calls. The calls in flight follow `calls` instead. */
  readonly stopped: AbortSignal;
  /** Aborted when the calls in flight must end. */
  readonly calls: AbortSignal;
  /** Stops the run because it has ended. */
  stop(): void;
  /** Stops the run because of an error. */
  fail(error: unknown): void;
  /** Stops the run because nothing works. */
  giveUp(givenUp: GiveUp): void;
  /** Aborts the calls in flight: later if the run stops because of them, and now if it already stops. */
  endCalls(): void;
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

export function createRunStop<Item, Value>({ signal, journal }: BulkSettings<Item, Value>): RunStop {
  const change = createChangeSignal();
  const stopping = new AbortController();
  const calls = new AbortController();
  const { signal: stopped } = stopping;
  let graceTimer: ReturnType<typeof setTimeout> | undefined;
  let runError: BulkError | undefined;
  let givenUp: GiveUp | undefined;
  let isCutOff = false;

  const stop = (reason?: unknown) => {
    stopping.abort(reason);
    change.notify();
  };
  const abort = () => {
    stop(signal.reason);
    calls.abort(signal.reason);
  };
  const removeCallback = onAbort(signal, abort);
  if (signal.aborted) abort();

  return {
    ...change,
    stopped,
    calls: calls.signal,
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
    giveUp: (reason) => {
      if (stopped.aborted) return;
      givenUp = reason;
      stop();
    },
    endCalls: () => {
      // A run that is stopping for another reason must not wait forever for its calls in flight.
      if (stopped.aborted) calls.abort();
      else graceTimer = setTimeout(() => calls.abort(), GRACE_MS);
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

function giveUpError({ code, reason, cause }: GiveUp, counts: ItemCounts, hasJournal: boolean): BulkError {
  const { finished, missing, failed, unfinished = 'an unknown number' } = counts;
  const next = hasJournal
    ? 'the next run with the same journal continues the job'
    : 'without a journal, the next run starts with the first item';
  const numbers = `${finished} finished, ${missing} missing, ${failed} failed, ${unfinished} unfinished`;
  return new BulkError(`the run stopped: ${reason}; items: ${numbers}; ${next}`, undefined, { code, cause });
}
