import { BulkError } from './bulk-error.js';
import type { Entry } from './item-source.js';
import type { JournalStore } from './journal-store.js';

/** The first line of a journal: its format and the version of the format. */
export const JOURNAL_HEADER = 'tenant-management-client bulk journal 1';

/** A line: the index from 0, the SHA-256 of the item in base64url, and the outcome. */
const LINE = /^(0|[1-9]\d{0,15}) ([\w-]{43}) (\w+)$/;

/**
 * Returns the SHA-256 of an item in base64url. Hashes a string as UTF-8, and any other item as JSON.
 *
 * @throws TypeError If the item cannot be converted to JSON, for example because it contains a `bigint`.
 */
export async function hashItem(item: unknown): Promise<string> {
  const text = typeof item === 'string' ? item : JSON.stringify(item);
  if (text === undefined) throw new TypeError('the item cannot be converted to JSON');
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(hash)));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace('=', '');
}

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
 * @param onFinished Called with the outcome of each item that an earlier run finished.
 * @returns The unfinished items before the last finished item; `undefined` if the journal is new.
 * @throws BulkError If the journal is damaged or belongs to another job.
 */
export async function readLines<Item>(
  store: JournalStore,
  next: () => Promise<Entry<Item> | undefined>,
  onFinished: (outcome: string) => void,
): Promise<Entry<Item>[] | undefined> {
  const { name = 'the journal' } = store;
  const skipped = new Map<number, Entry<Item>>();
  let lines = 0;
  let items = 0;
  const stored = store.read();
  if (typeof Object(stored)[Symbol.asyncIterator] !== 'function') {
    throw new BulkError("the store's read() must return an async iterable, such as an async generator");
  }
  for await (const line of stored) {
    lines += 1;
    if (lines === 1) {
      if (line === JOURNAL_HEADER) continue;
      throw new BulkError(`${name} must start with the line "${JOURNAL_HEADER}"; use another journal`);
    }
    const [, digits, hash, outcome = ''] = LINE.exec(line) ?? [];
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
    if ((await hashItem(entry.item)) !== hash) throw anotherJob(name, index, 'differs');
    skipped.delete(index);
    onFinished(outcome);
  }
  return lines === 0 ? undefined : [...skipped.values()];
}
