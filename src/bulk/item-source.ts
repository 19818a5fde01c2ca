import { rejectOnAbort } from '../wait.js';
import { BulkError } from './bulk-error.js';

/** An item, with its position in the input. */
export interface IndexedItem<Item> {
  readonly item: Item;
  /** From 0. */
  readonly index: number;
}

/** The items of a job, in the order of the input. */
export interface ItemSource<Item> {
  /**
   * Reads the next item. Resolves with `undefined` after the last item.
   *
   * @throws BulkError If the input throws an error.
   * @throws The reason of the signal as soon as the signal is aborted.
   */
  next(): Promise<IndexedItem<Item> | undefined>;
  /** Calls `return()` of the iterator if the input has more items. */
  close(): Promise<void>;
}

/** The items of a job: an array, a Set, a generator, or another iterable or async iterable, but not a string. */
export type Items<Item> = (Iterable<Item> | AsyncIterable<Item>) & object;

/**
 * Checks the items of a job.
 *
 * @throws TypeError If the value is not an iterable of items.
 */
export function checkItems(items: unknown): void {
  const { [Symbol.iterator]: iterator, [Symbol.asyncIterator]: asyncIterator } = Object(items);
  // A string and a buffer are iterables too, but a caller who passes them means one id, or the content of a file.
  const isText = typeof items === 'string' || ArrayBuffer.isView(items);
  if (isText || typeof (asyncIterator ?? iterator) !== 'function') {
    const rule = isText ? 'must not be a string or a buffer' : 'must be iterable';
    throw new TypeError(`items ${rule}; pass an array or another iterable of items, such as ids`);
  }
}

export function countItems(items: object): number | undefined {
  const { length, size } = items as { length?: unknown; size?: unknown };
  return [length, size].find((count) => typeof count === 'number');
}

const itemsError = (cause: unknown) =>
  new BulkError('the iterable of the items threw an error; see the cause of this error', undefined, { cause });

export function openItems<Item>(items: Items<Item>, signal: AbortSignal): ItemSource<Item> {
  let iterator: Iterator<Item> | AsyncIterator<Item> | undefined;
  let index = 0;
  let state: 'idle' | 'reading' | 'over' = 'idle';

  const read = async () => {
    state = 'reading';
    try {
      iterator ??= Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
      const { done, value } = await iterator.next();
      state = done ? 'over' : 'idle';
      if (done) return undefined;
      index += 1;
      return { item: value, index: index - 1 };
    } catch (cause) {
      state = 'over';
      throw itemsError(cause);
    }
  };

  return {
    next: () => rejectOnAbort(read(), signal),
    close: async () => {
      if (state === 'over') return;
      const closing = (async () => void (await iterator?.return?.()))().catch((cause) => {
        throw itemsError(cause);
      });
      // While a generator waits for its next item, its `return()` settles only after that item, which may never come.
      if (state === 'reading') closing.catch(() => undefined);
      else await closing;
    },
  };
}
