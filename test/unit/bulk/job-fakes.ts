import { type BulkCall, createJournal, type Journal, type JournalStore } from '../../../src/bulk/index.ts';
import { NetworkError } from '../../../src/index.ts';

export const CALL = { method: 'DELETE', path: '/guardian/enrollments/{id}', attempts: 1, maybePerformed: 1 };
export const networkError = new NetworkError({ ...CALL, during: 'call' }, undefined);

/** A call of a job that the test settles. */
export interface ControlledCall<Item> {
  readonly item: Item;
  readonly options: BulkCall;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Creates a function for `bulk` whose calls the test settles, in any order. */
export function controlledCalls<Item>() {
  const calls: ControlledCall<Item>[] = [];
  return {
    calls,
    call: (item: Item, options: BulkCall): Promise<unknown> =>
      new Promise((resolve, reject) => {
        calls.push({ item, options, resolve, reject });
      }),
    /** Returns the call of an item. */
    callOf: (item: Item): ControlledCall<Item> => {
      const found = calls.find((other) => other.item === item);
      if (found === undefined) throw new Error('the call has not been started');
      return found;
    },
  };
}

/** Waits until a condition is true, without a timer. A condition that never becomes true ends in the test timeout. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(setImmediate);
}

/** Runs every pending task that waits neither for a timer nor for another thread. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await new Promise(setImmediate);
}

/** Reads all items of an iterable, and the error with which the iteration ends. */
export async function readAll<T>(iterable: AsyncIterable<T>): Promise<{ items: T[]; error: unknown }> {
  const items: T[] = [];
  try {
    for await (const item of iterable) items.push(item);
  } catch (error) {
    return { items, error };
  }
  return { items, error: undefined };
}

/** Returns the whole numbers from 0 to `count` - 1. */
export const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Creates a journal that keeps its lines in an array. `store` is the store of the journal. */
export function memoryJournal(lines: string[] = []): { journal: Journal; store: JournalStore; lines: string[] } {
  const store: JournalStore = {
    read: async function* () {
      yield* [...lines];
    },
    append: async (line) => void lines.push(line),
  };
  return { journal: createJournal(store), store, lines };
}
