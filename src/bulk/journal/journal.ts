import { platformCode } from '../../errors/platform-code.js';
import { hide, type Opaque } from '../../opaque.js';
import { rejectOnAbort } from '../../wait.js';
import { BulkError, isBulkError } from '../bulk-error.js';
import type { IndexedItem } from '../item-source.js';
import { inTime, linesInTime, type WaitLimits } from './in-time.js';
import { hashItem, type ItemKey } from './item-hash.js';
import { JOURNAL_HEADER, type JournalStore, readUnfinished } from './journal-lines.js';

/** Records the outcome of one item, with the word that `journalWord` returns. */
export type RecordOutcome = (word: string) => Promise<void>;

/** A journal while a run uses it. */
export interface OpenJournal<Item> {
  /** The unfinished items before the last item that an earlier run finished. */
  readonly unfinished: IndexedItem<Item>[];
  /** Prepares the line of an item before its call, because the call could change the item. */
  prepare(entry: IndexedItem<Item>): Promise<RecordOutcome>;
  close(): Promise<void>;
}

/**
 * The record of a job, with which the next run continues it: the result of `fileJournal(path)` or
 * `createJournal(store)`.
 */
export type Journal = Opaque<'Journal'>;

/** The members of a {@link Journal}. */
export interface JournalAccess {
  /**
   * Reads the outcomes of earlier runs.
   *
   * @param next Reads the next item of the input.
   * @param keyOf Returns the value that identifies an item.
   * @param onFinished Called for each item that an earlier run finished.
   * @param signal Aborted when `next` no longer reads items.
   * @param limits Limits of each wait for the store, so that a store that never settles ends the run with an error.
   * @throws The reason of the signal as soon as the signal is aborted, even if the store is still reading.
   */
  open<Item>(
    next: () => Promise<IndexedItem<Item> | undefined>,
    keyOf: ItemKey<Item>,
    onFinished: () => void,
    signal: AbortSignal,
    limits: WaitLimits,
  ): Promise<OpenJournal<Item>>;
}

/**
 * Quotes an error of this package, and only the code of another error, such as ENOSPC: the message of a store could
 * contain the item.
 */
const journalError = ({ name }: JournalStore, problem: string, cause: unknown, remedy = '', index?: number) => {
  const reason = isBulkError(cause) ? `: ${cause.message}` : platformCode(cause) || '; see the cause of this error';
  const subject = name === undefined ? 'the journal' : `the journal ${name}`;
  return new BulkError(`${subject} could not be ${problem}${reason}${remedy}`, index, { cause });
};

/**
 * Creates a journal that keeps its lines in a custom store; `fileJournal` keeps them in a file.
 *
 * The first line names the format. Each other line has the position of a finished item in the input, from 0; the
 * SHA-256 in base64url of the item (a string as UTF-8, any other item as JSON) or of its `key`; and `ok` or, for a
 * `final` item, the status code, the name of a thrown error, or `error`. A line contains no token, and a hash does not
 * hide an item that can be guessed, such as an email address: protect the journal if items are confidential.
 *
 * @throws TypeError If the store lacks a method.
 */
export function createJournal(store: JournalStore): Journal {
  const { read, append } = Object(store);
  if (typeof read !== 'function' || typeof append !== 'function') {
    throw new TypeError('the store of createJournal must have the methods read and append');
  }
  let isOpen = false;

  const open: JournalAccess['open'] = async (next, keyOf, onFinished, signal, limits) => {
    if (isOpen) throw new BulkError(`another run uses ${store.name ?? 'this journal'}: wait until that run ends`);
    isOpen = true;
    const close = async () => {
      try {
        await inTime('close', () => store.close?.(), limits);
      } catch (error) {
        throw journalError(store, 'closed', error);
      } finally {
        isOpen = false;
      }
    };
    // After an error, this promise stays rejected: a line after a damaged line would be damaged too.
    let lastAppend: Promise<void> = Promise.resolve();
    const add = (line: string): Promise<void> => {
      lastAppend = lastAppend.then(() => inTime('append', () => store.append(line), limits));
      return lastAppend;
    };
    try {
      const read = () => linesInTime(store.read(), limits);
      const unfinished = await readUnfinished({ name: store.name ?? 'the journal', read }, next, keyOf, onFinished);
      signal.throwIfAborted();
      if (unfinished === undefined) {
        await add(JOURNAL_HEADER).catch((cause) => {
          throw journalError(store, 'written', cause);
        });
      }
      return { unfinished: unfinished ?? [], prepare: (entry) => prepareLine(entry, keyOf, add, store), close };
    } catch (error) {
      // Throw the first error. An error of close() would hide the reason.
      await close().catch(() => undefined);
      throw isBulkError(error) || signal.aborted ? error : journalError(store, 'opened', error);
    }
  };

  const access: JournalAccess = {
    open: (next, keyOf, onFinished, signal, limits) => {
      const opening = open(next, keyOf, onFinished, signal, limits);
      return rejectOnAbort(opening, signal).catch((error) => {
        // After an abort, the store can still be reading. Close the journal when `open` has finished.
        opening.then(({ close }) => close()).catch(() => undefined);
        throw error;
      });
    },
  };
  return hide('Journal', access);
}

async function prepareLine<Item>(
  entry: IndexedItem<Item>,
  keyOf: ItemKey<Item>,
  add: (line: string) => Promise<void>,
  store: JournalStore,
): Promise<RecordOutcome> {
  const { index } = entry;
  const hash = await hashItem(entry, keyOf);
  return (word) =>
    add(`${index} ${hash} ${word}`).catch((cause) => {
      throw journalError(store, `written at item ${index}`, cause, '; the next run sends the item again', index);
    });
}
