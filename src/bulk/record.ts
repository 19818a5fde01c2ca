import { BulkError, stoppedAt } from './bulk-error.js';
import type { Entry } from './item-source.js';
import { hashItem, JOURNAL_HEADER, type Journal, readJournal } from './journal.js';

/** Records the outcome of one item. */
export type RecordOutcome = (outcome: string) => Promise<void>;

/** The record that one run keeps of its items. */
export interface RunRecord {
  /**
   * Reads the outcomes of earlier runs. `next` and `onFinished` are parameters of `readJournal`.
   *
   * @returns The unfinished items before the last finished item.
   */
  open<Item>(
    next: () => Promise<Entry<Item> | undefined>,
    onFinished: (outcome: string) => void,
  ): Promise<Entry<Item>[]>;
  /** Prepares the line of an item before its call, because the call could change the item. */
  prepare(entry: Entry<unknown>): Promise<RecordOutcome>;
  close(): Promise<void>;
}

/** The journals of all current runs. Two runs with the same object would release each other's journal. */
const inUse = new WeakSet<Journal>();

const journalError = (activity: string, cause: unknown) =>
  new BulkError(`the journal could not be ${activity}: ${Object(cause).message}`, undefined, { cause });

/** Creates the record of a run that has a journal. */
export function createRecord(journal: Journal, signal: AbortSignal): RunRecord {
  let isOpen = false;
  let lastAppend: Promise<void> = Promise.resolve();
  // After an error, this promise stays rejected: a line after a damaged line would be damaged too.
  const append = (line: string): Promise<void> => {
    lastAppend = lastAppend.then(() => journal.append(line));
    return lastAppend;
  };

  return {
    open: async (next, onFinished) => {
      if (inUse.has(journal)) throw new BulkError('another run uses this journal: wait until that run ends');
      inUse.add(journal);
      isOpen = true;
      try {
        const unfinished = await readJournal(journal, next, onFinished);
        if (unfinished === undefined) await append(JOURNAL_HEADER);
        return unfinished ?? [];
      } catch (error) {
        throw error instanceof BulkError || signal.aborted ? error : journalError('opened', error);
      }
    },
    prepare: async ({ item, index }) => {
      const hash = await hashItem(item).catch((cause) => {
        throw stoppedAt(index, 'the item must be a string or have JSON, because the run has a journal', cause);
      });
      return (outcome) =>
        append(`${index} ${hash} ${outcome}`).catch((cause) => {
          const { message } = journalError(`written at item ${index}`, cause);
          throw new BulkError(`${message}; the next run sends the item again`, index, { cause });
        });
    },
    close: async () => {
      if (!isOpen) return;
      try {
        await journal.close?.();
      } catch (error) {
        throw journalError('closed', error);
      } finally {
        inUse.delete(journal);
      }
    },
  };
}

/** The record of a run that has no journal. */
export const NO_RECORD: RunRecord = {
  open: async () => [],
  prepare: async () => async () => {},
  close: async () => {},
};
