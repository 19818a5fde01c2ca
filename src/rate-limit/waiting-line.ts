import type { Deadline } from '../deadline.js';
import { LONGEST_TIMER_MS, onAbort } from '../wait.js';

/** When a request stops waiting. Without `timeLeft`, only the signal ends the wait. */
type WaitLimit = Pick<Deadline, 'signal'> & Partial<Pick<Deadline, 'timeLeft'>>;

/** Requests that wait until they may be sent, one after the other. */
export interface WaitingLine<Sent> {
  size(): number;
  /**
   * Adds a request to the line, which is ordered by `at`. Requests with the same `at` keep their order.
   *
   * @param at Earliest time of the request, in milliseconds of `performance.now()`.
   * @param isFirst Whether the request is sent before all other requests whose earliest time has passed.
   * @returns The result of `send` when the request may be sent; `undefined` if {@link removeEarlier} removed it.
   * @throws The reason of the deadline's signal as soon as that signal is aborted.
   */
  wait(deadline: WaitLimit, at?: number, isFirst?: boolean): Promise<Sent | undefined>;
  /** Removes each request whose deadline is at most `ms` milliseconds away. */
  removeEarlier(ms: number): void;
}

interface WaitingRequest<Sent> {
  readonly at: number;
  readonly isFirst: boolean;
  readonly deadline: WaitLimit;
  readonly leave: (sent: Sent | undefined) => void;
}

/**
 * Creates an empty line. Its timer runs only while a request waits.
 *
 * @param waitMs Returns the milliseconds until a request may be sent.
 * @param send Called for each request that leaves the line to be sent.
 */
export function createWaitingLine<Sent>(
  waitMs: (at: number, isFirst: boolean) => number,
  send: () => Sent,
): WaitingLine<Sent> {
  let line: WaitingRequest<Sent>[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const pick = () => line.find(({ at, isFirst }) => isFirst && at <= performance.now()) ?? line[0];
  const sendNext = () => {
    clearTimeout(timer);
    for (let next = pick(); next !== undefined; next = pick()) {
      const ms = waitMs(next.at, next.isFirst);
      if (ms > 0) {
        timer = setTimeout(sendNext, Math.min(ms, LONGEST_TIMER_MS));
        return;
      }
      line.splice(line.indexOf(next), 1);
      next.leave(send());
    }
  };

  const stopIfEmpty = () => {
    if (line.length === 0) clearTimeout(timer);
  };

  return {
    size: () => line.length,
    wait: (deadline, at = 0, isFirst = false) =>
      new Promise((resolve, reject) => {
        const { signal } = deadline;
        const waiting: WaitingRequest<Sent> = {
          at,
          isFirst,
          deadline,
          leave: (sent) => {
            removeCallback();
            resolve(sent);
          },
        };
        const removeCallback = onAbort(signal, () => {
          line.splice(line.indexOf(waiting), 1);
          stopIfEmpty();
          removeCallback();
          reject(signal.reason);
        });
        line.splice(line.findLastIndex((other) => other.at <= at) + 1, 0, waiting);
        sendNext();
      }),
    removeEarlier: (ms) => {
      line = line.filter(({ deadline, leave }) => {
        const staysInLine = deadline.timeLeft === undefined || deadline.timeLeft() > ms;
        if (!staysInLine) leave(undefined);
        return staysInLine;
      });
      stopIfEmpty();
    },
  };
}
