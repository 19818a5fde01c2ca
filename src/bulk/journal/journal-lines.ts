import { BulkError } from '../bulk-error.js';
import type { IndexedItem } from '../item-source.js';
import { hashItem, type ItemKey } from './item-hash.js';

/** The start of the first line of every journal. */
const FORMAT = 'tenant-management-client bulk journal ';

/** The first line of a journal: its format and the version of the format. */
export const JOURNAL_HEADER = `${FORMAT}2`;

/** A line: the index from 0, the SHA-256 of the item in base64url, and the outcome, a word of `journalWord`. */
const LINE = /^(0|[1-9]\d{0,15}) ([\w-]{43}) (ok|error|[1-5]\d\d|(Api|Network|Timeout)Error)$/;

const anotherJob = (name: string, index: number, difference: string) =>
  new BulkError(
    `${name} belongs to another job: item ${index} (counted from 0) ${difference}; to continue the job, pass the` +
      ' same items in the same order; to start again, use another journal',
    index,
  );

/**
 * Reads a journal and the input of the job together, and checks that the journal belongs to the input. Reads only the
 * items up to the last item in the journal, and keeps only the items for which no line was found yet.
 *
 * @param next Reads the next item of the input.
 * @param keyOf Returns the value that identifies an item.
 * @param onFinished Called for each item that an earlier run finished.
 * @returns The unfinished items before the last finished item; `undefined` if the journal is new.
 * @throws BulkError If the journal is damaged or belongs to another job.
 */
export async function readUnfinished<Item>(
  { name, read }: Required<Pick<JournalStore, 'name' | 'read'>>,
  next: () => Promise<IndexedItem<Item> | undefined>,
  keyOf: ItemKey<Item>,
  onFinished: () => void,
): Promise<IndexedItem<Item>[] | undefined> {
  const skipped = new Map<number, IndexedItem<Item>>();
  let lines = 0;
  let items = 0;
  for await (const text of read()) {
    // An editor or a version control system can have changed the line ends.
    const line = text.replace(/\r$/, '');
    lines += 1;
    if (lines === 1) {
      if (line === JOURNAL_HEADER) continue;
      throw new BulkError(
        line.startsWith(FORMAT)
          ? `${name} has the format of another version of this package; delete it or use another journal: the next` +
              ' run then sends every item again, and items that are already deleted are missing'
          : `${name} must start with the line "${JOURNAL_HEADER}"; use another journal`,
      );
    }
    const [, digits, hash] = LINE.exec(line) ?? [];
    if (digits === undefined) {
      throw new BulkError(`line ${lines} of ${name} is damaged: delete the line, and its item is sent again`);
    }
    const index = Number(digits);
    for (; items <= index; items += 1) {
      const entry = await next();
      if (entry === undefined) throw anotherJob(name, index, 'is beyond the end of the input');
      skipped.set(items, entry);
    }
    const entry = skipped.get(index);
    if (entry === undefined) {
      throw new BulkError(
        `line ${lines} of ${name} repeats item ${index}: delete the line, or use another journal`,
        index,
      );
    }
    if ((await hashItem(entry, keyOf)) !== hash) throw anotherJob(name, index, 'differs');
    skipped.delete(index);
    onFinished();
  }
  return lines === 0 ? undefined : [...skipped.values()];
}

/**
 * A place that keeps the lines of a journal, such as a table of a database. A run waits for each line of `read`, for
 * `append` and for `close` at most `giveUpAfter` and, after an abort, five seconds. It then throws a `BulkError`.
 */
export interface JournalStore {
  /**
   * Name in messages, such as the path of a file.
   * @default `'the journal'`
   */
  readonly name?: string;
  /** Returns the lines of earlier runs, oldest first, without line ends. Called once. */
  read(): AsyncIterable<string>;
  /**
   * Adds a line, without a line end. Resolves when the line can survive a crash. Called once at a time, and not after
   * an error.
   */
  append(line: string): Promise<void>;
  /** Releases the store at the end of every run that called `read`, even if `read` threw. */
  close?(): Promise<void>;
}
