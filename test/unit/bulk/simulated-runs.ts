import { expect, vi } from 'vitest';
import { deletePaths } from '#generated/delete-paths.ts';
import { type BulkProgress, bulk, createJournal, type JournalStore } from '../../../src/bulk/index.ts';
import { networkError } from './job-fakes.ts';

/** An event of a simulated run. */
export type RunEvent =
  | { readonly type: 'next' | 'written' | 'clock' }
  | { readonly type: 'settle'; readonly nth: number; readonly result: SimulatedResult }
  /** The disk is full: only `bytes` bytes of the line that is being added are written. */
  | { readonly type: 'full'; readonly bytes: number };

/** How a simulated call settles. `refused`, `invalid` and `bug` stop the run. */
export const SIMULATED_RESULTS = ['ok', 'missing', 'network', 'timeout', 'refused', 'invalid', 'bug'] as const;
export type SimulatedResult = (typeof SIMULATED_RESULTS)[number];

/** The return value of the call, or the error that it throws. */
const SETTLED: Readonly<Record<SimulatedResult, object>> = {
  ok: { data: 'deleted' },
  missing: { error: { status: 404, method: 'DELETE', path: deletePaths[0], body: {} } },
  network: networkError,
  timeout: new DOMException('timed out', 'TimeoutError'),
  refused: { error: { status: 403 } },
  invalid: new TypeError('the id is not valid'),
  bug: new Error('a bug'),
};

/** The end of a simulated run. With `crash`, `bytes` bytes of the line that is being added are written. */
export type End = { readonly type: 'finish' | 'break' | 'abort' } | { readonly type: 'crash'; readonly bytes: number };

/** One run of a job. */
export interface RunPlan {
  readonly concurrency: number;
  readonly isAsync: boolean;
  readonly resend: boolean;
  readonly events: readonly RunEvent[];
  readonly end: End;
}

/** The parts of a job that outlive a run. */
export interface World {
  readonly items: readonly string[];
  /** The bytes of the journal. */
  disk: string;
  /** The index of each item that was yielded, in all runs. */
  readonly yielded: number[];
  /** Rules that a run has broken. */
  readonly violations: string[];
}

interface SimulatedCall {
  readonly index: number;
  readonly settle: (result: SimulatedResult) => void;
}

/** Returns the index of each item that has a line. */
export const recorded = (world: World): number[] =>
  [...world.disk.matchAll(/^(\d+) \S+ \S+\n/gm)].map(([, index]) => Number(index));

const turn = () => new Promise(setImmediate);

/** Simulates one run of a job, with the events of a plan. */
export async function simulateRun(world: World, plan: RunPlan): Promise<void> {
  const { concurrency, end } = plan;
  const controller = new AbortController();
  const calls: SimulatedCall[] = [];
  /** Calls that failed or stopped the run. */
  const unfinished = new Set<number>();
  let isCrashed = false;
  let pulled = 0;
  let yieldedInRun = 0;
  const sentInRun: number[] = [];
  let writing: { line: string; resolve: () => void; reject: (error: Error) => void } | undefined;
  let hasFailedDisk = false;

  const check = (isTrue: boolean, rule: string) => {
    if (!isTrue) world.violations.push(rule);
  };

  const store: JournalStore = {
    read: async function* () {
      // Remove an incomplete last line, as fileJournal does.
      world.disk = world.disk.slice(0, world.disk.lastIndexOf('\n') + 1);
      yield* world.disk.split('\n').slice(0, -1);
    },
    append: (line) =>
      new Promise((resolve, reject) => {
        check(writing === undefined, 'lines are added one after the other');
        check(!hasFailedDisk, 'no line is added after an error of the journal');
        writing = { line: `${line}\n`, resolve, reject };
      }),
  };

  const write = (bytes: number): void => {
    if (writing !== undefined) world.disk += writing.line.slice(0, bytes);
  };
  const finishWriting = () => {
    write(Number.POSITIVE_INFINITY);
    writing?.resolve();
    writing = undefined;
  };
  const failWriting = (bytes: number) => {
    if (writing === undefined) return;
    write(Math.min(bytes, writing.line.length - 1));
    hasFailedDisk = true;
    writing.reject(new Error('no space left'));
    writing = undefined;
  };

  const finishedBefore = new Set(recorded({ ...world, disk: world.disk.slice(0, world.disk.lastIndexOf('\n') + 1) }));
  const send = (item: string, { signal }: { signal: AbortSignal }): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const index = Number(item.split(':')[0]);
      sentInRun.push(index);
      check(!finishedBefore.has(index), 'an item that an earlier run finished is not sent');
      check(!signal.aborted, 'no call is started after an abort');
      const call: SimulatedCall = {
        index,
        settle: (result) => {
          calls.splice(calls.indexOf(call), 1);
          if (result !== 'ok') unfinished.add(index);
          const settled = SETTLED[result];
          if (settled instanceof Error) reject(settled);
          else resolve(settled);
        },
      };
      calls.push(call);
      check(calls.length <= concurrency, 'concurrency is not exceeded');
    });

  const onProgress = ({ finished, resumed, perSecond }: BulkProgress) => {
    if (isCrashed) return;
    check(finished === recorded(world).length, 'finished counts the lines of the journal');
    check(resumed === finishedBefore.size, 'resumed counts the lines of earlier runs');
    check(perSecond >= 0 && Number.isFinite(perSecond), 'perSecond is a finite number that is not negative');
  };

  function* pull() {
    for (const item of world.items) {
      pulled += 1;
      yield item;
    }
  }
  async function* pullAsync() {
    yield* pull();
  }

  const { resend } = plan;
  const options = { concurrency, resend, journal: createJournal(store), signal: controller.signal, onProgress };
  const job = bulk(plan.isAsync ? pullAsync() : pull(), send, options);

  let isOver = false;
  let isReading = false;
  /** Requests the next item, unless the consumer is already waiting for an item. */
  const readNext = () => {
    if (isReading) return;
    isReading = true;
    job.next().then(
      ({ done, value }) => {
        isReading = false;
        if (isCrashed) return;
        isOver = done === true;
        if (!done) {
          yieldedInRun += 1;
          if (value.outcome === 'done') world.yielded.push(value.index);
          const isRecorded = recorded(world).includes(value.index);
          check(
            isRecorded === (value.outcome === 'done'),
            'a finished item, and no other item, is recorded before it is yielded',
          );
        }
      },
      () => {
        isReading = false;
        isOver = true;
      },
    );
  };

  const perform = (event: RunEvent): void => {
    if (event.type === 'next') readNext();
    if (event.type === 'written') finishWriting();
    if (event.type === 'full') failWriting(event.bytes);
    if (event.type === 'settle') calls[event.nth % calls.length]?.settle(event.result);
    if (event.type === 'clock') vi.spyOn(performance, 'now').mockReturnValue((sentInRun.length * 7919) % 104_729);
  };

  readNext();
  await turn();
  for (const event of plan.events) {
    if (isOver) break;
    perform(event);
    await turn();
    // While a run reads the journal, it also keeps the items that the journal has skipped.
    // With `resend`, further items wait for another call.
    if (finishedBefore.size === 0 && !resend)
      check(pulled - yieldedInRun <= concurrency, 'items are bounded by concurrency');
  }

  if (end.type === 'crash') {
    isCrashed = true;
    write(end.bytes);
    return;
  }
  const inFlight = new Set(calls.map(({ index }) => index));
  if (end.type === 'abort') controller.abort();
  const isReturned = end.type === 'break';
  if (isReturned)
    void Promise.allSettled([job.return()]).then(() => {
      isOver = true;
    });
  while (!isOver) {
    if (!isReturned) readNext();
    finishWriting();
    if (end.type !== 'abort') calls[0]?.settle('ok');
    await turn();
  }
  // After a graceful end without a full disk, the only calls without a line are those that were aborted or that stopped
  // the run.
  const lines = new Set(recorded(world));
  const lost = sentInRun.filter((index) => !lines.has(index) && !unfinished.has(index));
  const isExplained = (index: number) => end.type === 'abort' && inFlight.has(index);
  check(hasFailedDisk || lost.every(isExplained), 'a call that was not in flight at the end is recorded');
  expect(writing).toBeUndefined();
}
