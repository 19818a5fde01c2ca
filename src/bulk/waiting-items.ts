import type { BulkResult, ResultWithError } from './item-call.js';
import type { Entry } from './item-source.js';
import type { RecordOutcome } from './journal/journal.js';
import { isRepeatable } from './outcome.js';

/** Largest number of items that wait for another call. It limits the memory of a job with millions of items. */
const MOST_WAITING = 1_000;

/** An item that can be called. */
export interface Callable<Item, Value> {
  readonly entry: Entry<Item>;
  readonly recordOutcome: RecordOutcome | undefined;
  /** The result of the first call; `undefined` if the item was never called. */
  readonly first?: BulkResult<Item, Value>;
}

/** An item that waits for another call. */
interface Waiting<Item, Value> extends Callable<Item, Value> {
  readonly first: BulkResult<Item, Value>;
  /** Number of calls that the run had started when the item began to wait. */
  readonly since: number;
}

/** The items of a run that wait for another call, because their first call got no usable response. */
export interface WaitingItems<Item, Value> {
  count(): number;
  /** Lets an item wait if it may be called again. Returns whether it waits. */
  add(item: Callable<Item, Value>, ended: ResultWithError<Item, Value>, since: number): boolean;
  /** Whether an item waits that began to wait before the start of this call. */
  has(call: number): boolean;
  /** Removes and returns the first item; `undefined` if it began to wait after the start of this call. */
  take(call: number): Waiting<Item, Value> | undefined;
}

type Counts = Pick<BulkResult<unknown, unknown>, 'attempts' | 'maybePerformed'>;

/** Returns a result with the numbers of all calls of its item. */
export const withFirst = <Result extends Counts>(result: Result, first: Counts | undefined): Result => ({
  ...result,
  attempts: (first?.attempts ?? 0) + result.attempts,
  maybePerformed: (first?.maybePerformed ?? 0) + result.maybePerformed,
});

export function createWaitingItems<Item, Value>(): WaitingItems<Item, Value> {
  const waiting: Waiting<Item, Value>[] = [];
  const has = (call: number) => waiting[0] !== undefined && waiting[0].since < call;
  return {
    count: () => waiting.length,
    add: ({ entry, recordOutcome, first }, { result, error }, since) => {
      if (result.outcome !== 'failed' || !isRepeatable(error) || waiting.length >= MOST_WAITING) return false;
      // If the run ends first, the item has its first error.
      waiting.push({ entry, recordOutcome, first: first ? withFirst(first, result) : result, since });
      return true;
    },
    has,
    take: (call) => (has(call) ? waiting.shift() : undefined),
  };
}
