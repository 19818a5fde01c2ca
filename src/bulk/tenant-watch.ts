import { createGiveUpTimer, type GiveUpTimer } from './give-up.js';
import { createOutage, OUTAGE_AFTER, type Outage } from './outage.js';
import { type ItemOutcome, isHeldBack, isRefused, isUsable } from './outcome.js';
import type { GiveUp, RunStop } from './run-stop.js';

/** Decides from the ends of the calls whether the tenant works, and stops the run if nothing works. */
export interface TenantWatch {
  /** Measures the time in which the tenant accepts no request. */
  readonly timer: GiveUpTimer;
  /** The pause during an outage. */
  readonly outage: Outage;
  /**
   * Counts the end of a call, which can start or end an outage, or stop the run.
   *
   * @param call Number of the call, in the order in which the calls started.
   * @param started Number of calls that have started.
   */
  judge(outcome: ItemOutcome, error: unknown, call: number, started: number): void;
  /** Stops the run if the last item was called during an outage. */
  endOfItems(): void;
}

/** @param giveUpAfter Milliseconds without an accepted request after which the run stops. */
export function createTenantWatch(giveUpAfter: number, runStop: RunStop): TenantWatch {
  let lastError: unknown;
  const outage = createOutage();
  const giveUp = (code: GiveUp['code'], reason: string) => runStop.giveUp({ code, reason, cause: lastError });
  const timer = createGiveUpTimer(giveUpAfter, () => {
    runStop.endCalls();
    const reason = `the tenant accepted no request for ${giveUpAfter / 1000} s`;
    if (outage.isOn()) giveUp('outage', `${reason}, and the last calls got no usable response`);
    else giveUp('no_progress', reason);
  });

  return {
    timer,
    outage,
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
  };
}
