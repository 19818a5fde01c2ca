import type { BulkResult, ResultWithError } from './item-call.js';
import type { IndexedItem } from './item-source.js';
import type { OpenJournal, RecordOutcome } from './journal/journal.js';
import type { Outage } from './outage.js';
import { isRepeatable } from './outcome.js';
import type { RunStop } from './run-stop.js';

/** Largest number of items that wait for another call. It limits the memory of a job with millions of items. */
const MOST_WAITING = 1_000;

export interface Callable<Item, Value> {
  readonly entry: IndexedItem<Item>;
  readonly recordOutcome: RecordOutcome | undefined;
  /** The result of the first call; `undefined` if the item was never called. */
  readonly first?: BulkResult<Item, Value>;
}

/** An item that waits for another call, because its first call got no usable response. */
interface WaitingItem<Item, Value> extends Callable<Item, Value> {
  readonly first: BulkResult<Item, Value>;
  /** Number of calls that the run had started when the item began to wait. */
  readonly since: number;
}

/** The items to call next: those that may be called again, otherwise the next item of the input. */
export interface ItemQueue<Item, Value> {
  /** `undefined` without a journal, and until it is open. */
  journal: OpenJournal<Item> | undefined;
  /** Lets an item wait if it may be called again. Returns whether it waits. */
  add(item: Callable<Item, Value>, ended: ResultWithError<Item, Value>, since: number): boolean;
  has(): boolean;
  take(): Callable<Item, Value> | undefined;
  /** Starts to read the next item of the input, unless an item is there. An error stops the run. */
  read(): Promise<void>;
  /** Whether all items of the input were read. */
  isInputOver(): boolean;
  count(): number;
  /** Removes and returns the next waiting item, because the run has stopped. */
  takeWaiting(): WaitingItem<Item, Value> | undefined;
}

type Counts = Pick<BulkResult<unknown, unknown>, 'attempts' | 'maybePerformed'>;

/** Returns a result with the numbers of all calls of its item. */
export const withFirst = <Result extends Counts>(result: Result, first: Counts | undefined): Result => ({
  ...result,
  attempts: (first?.attempts ?? 0) + result.attempts,
  maybePerformed: (first?.maybePerformed ?? 0) + result.maybePerformed,
});

/** @param readInput Resolves with `undefined` after the last item of the input. */
export function createItemQueue<Item, Value>(
  readInput: () => Promise<IndexedItem<Item> | undefined>,
  outage: Outage,
  runStop: RunStop,
): ItemQueue<Item, Value> {
  const waiting: WaitingItem<Item, Value>[] = [];
  /** The item that was read last, until it is called. */
  let unsent: Callable<Item, Value> | undefined;
  let isReading = false;
  let isInputOver = false;

  /** Whether the first waiting item may be called: it began to wait before the start of the last answered call. */
  const mayRepeat = () =>
    waiting[0] !== undefined && (outage.isOn() || isInputOver || waiting[0].since < outage.lastAnswered());
  const has = () => mayRepeat() || unsent !== undefined;
  const queue: ItemQueue<Item, Value> = {
    journal: undefined,
    add: (item, { result, error }, since) => {
      if (result.outcome !== 'failed' || !isRepeatable(error) || waiting.length >= MOST_WAITING) return false;
      // If the run ends first, the item has its first error.
      waiting.push({ ...item, first: item.first ? withFirst(item.first, result) : result, since });
      return true;
    },
    has,
    take: () => {
      if (mayRepeat()) return waiting.shift();
      const next = unsent;
      unsent = undefined;
      return next;
    },
    read: async () => {
      if (has() || isInputOver || isReading) return;
      const { journal } = queue;
      isReading = true;
      try {
        const entry = journal?.unfinished.shift() ?? (await readInput());
        if (entry === undefined) isInputOver = true;
        else unsent = { entry, recordOutcome: await journal?.prepare(entry) };
      } catch (error) {
        runStop.fail(error);
      }
      isReading = false;
      runStop.notify();
    },
    isInputOver: () => isInputOver,
    count: () => waiting.length,
    takeWaiting: () => waiting.shift(),
  };
  return queue;
}
