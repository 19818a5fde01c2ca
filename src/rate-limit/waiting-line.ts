import type { Deadline } from '../deadline.js';
import { LONGEST_TIMER_MS } from '../options/value-checks.js';
import { onAbort } from '../wait.js';

/** When a request stops waiting. Without `timeLeft`, only the signal ends the wait. */
type WaitLimit = Pick<Deadline, 'signal'> & Partial<Pick<Deadline, 'timeLeft'>>;

/** Requests that wait until they may be sent, one after the other. */
export interface WaitingLine<Sent> {
  size(): number;
  /**
   * Adds a request at the end of the line, or in front of all others.
   *
   * @returns The result of `send` when the request may be sent; `undefined` if {@link removeEarlier} removed it.
   * @throws The reason of the deadline's signal as soon as that signal is aborted.
   */
  wait(deadline: WaitLimit, isFirst: boolean): Promise<Sent | undefined>;
  /** Removes each request whose deadline is at most `ms` milliseconds away. */
  removeEarlier(ms: number): void;
}

interface Waiting<Sent> {
  readonly deadline: WaitLimit;
  readonly leave: (sent: Sent | undefined) => void;
}

/**
 * Creates an empty line. Its timer runs only while a request waits.
 *
 * @param waitMs Returns the milliseconds until the next request may be sent.
 * @param send Called for each request that leaves the line to be sent.
 */
export function createWaitingLine<Sent>(waitMs: () => number, send: () => Sent): WaitingLine<Sent> {
  let line: Waiting<Sent>[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const sendNext = () => {
    clearTimeout(timer);
    for (let ms = waitMs(); line.length > 0; ms = waitMs()) {
      if (ms > 0) {
        timer = setTimeout(sendNext, Math.min(ms, LONGEST_TIMER_MS));
        return;
      }
      line.shift()?.leave(send());
    }
  };

  const stopIfEmpty = () => {
    if (line.length === 0) clearTimeout(timer);
  };

  return {
    size: () => line.length,
    wait: (deadline, isFirst) =>
      new Promise((resolve, reject) => {
        const { signal } = deadline;
        const waiting: Waiting<Sent> = {
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
        if (isFirst) line.unshift(waiting);
        else line.push(waiting);
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
