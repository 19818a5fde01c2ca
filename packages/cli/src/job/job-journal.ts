import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, mkdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Journal } from 'tenant-management-client/bulk';
import { fileJournal } from 'tenant-management-client/bulk/node';
import { isBulkError, JOURNAL_HEADER, readUnfinished } from 'tenant-management-client/internal';
import { type CommandContext, userFolder } from '../command-context.js';
import { UsageError } from '../exit-status.js';
import type { Input } from '../input/read-items.js';
import { itemKey, iterate, type JobItem, type JobItems } from './call-items.js';

/** The items of a job, divided by whether the journal has a line for them. */
export interface FinishedItems {
  /** Number of the items that earlier runs finished. */
  readonly done: number;
  /** The other items. */
  readonly remaining: Iterable<JobItem> & { readonly size: number };
  /** Whether the journal has no line of an item. */
  readonly isNew: boolean;
  /** Whether an earlier run of the job has left a journal. */
  readonly wasStarted: boolean;
}

/** Number of characters of a job key: enough to give each job a different default file. */
const HASH_LENGTH = 16;

/** Returns the key of a job: a hash of its facts, such as the tenant and the operation, and of the ids of its file. */
export function jobKey(facts: readonly unknown[], ids?: Input): string {
  const hash = createHash('sha256').update(JSON.stringify(facts));
  for (let index = 0; index < (ids?.size ?? 0); index += 1) hash.update(JSON.stringify(ids?.at(index)));
  return hash.digest('hex').slice(0, HASH_LENGTH);
}

/**
 * Returns the default file of a job's journal. The same command with the same ids has the same file, so the user
 * continues a job by repeating the command.
 */
export function defaultJournal(name: string, facts: readonly unknown[], ids: Input, context: CommandContext): string {
  const file = `${name.replaceAll(/[^\w-]+/g, '-')}-${jobKey(facts, ids)}.journal`;
  const remedy = 'XDG_STATE_HOME, or pass --journal <file>';
  const base = userFolder(context, ['XDG_STATE_HOME', 'LOCALAPPDATA', '.local/state'], remedy);
  return join(base, 'tenant-management', file);
}

export interface JournalOptions {
  /** The file that the user has chosen. */
  readonly chosen: string | undefined;
  /** The chosen file, or else the default file, which is deleted when the job is finished. */
  readonly file: string;
  readonly items: JobItems;
  /** Whether `--limit` leaves out items of the input. */
  readonly isLimited: boolean;
}

export type JobJournal = ReturnType<typeof jobJournal>;

/** Returns the journal of a job. Does not read or create a file. */
export function jobJournal({ chosen, file, items, isLimited }: JournalOptions) {
  const path = resolve(file);
  /**
   * Reads the current content of the file. Does not lock the file, so another run may be writing to the file.
   *
   * @throws UsageError If the file is not a journal, is damaged or belongs to another job.
   */
  const read = (): Promise<FinishedItems> => readFinished(path, items, isLimited);
  return {
    file: path,
    read,
    /**
     * Creates the folder of the default file, or checks the folder of the file that the user has chosen.
     *
     * @throws UsageError If the folder cannot be created, or if files cannot be created in it.
     */
    async prepareFolder(): Promise<void> {
      const folder = dirname(path);
      const onError = (error: NodeJS.ErrnoException) => throwUnusable(path, error);
      if (chosen === undefined) await mkdir(folder, { recursive: true, mode: 0o700 }).catch(onError);
      await access(folder, constants.W_OK).catch(onError);
    },
    forRun: (): Journal => fileJournal(path),
    /** Deletes the file if it has no line of an item, or if the job is finished and the user has not chosen the file. */
    async remove(isFinished: boolean): Promise<void> {
      const isUseless = isFinished && chosen === undefined;
      if (isUseless || (await read()).isNew) await rm(path, { force: true });
    },
  };
}

function throwUnusable(file: string, { code }: NodeJS.ErrnoException): never {
  throw new UsageError(
    `the journal ${file} cannot be opened (${code}); with --journal <file>, pass a file that you can write`,
  );
}

async function readFinished(file: string, items: JobItems, isLimited: boolean): Promise<FinishedItems> {
  let [lines, rest] = [0, ''];
  const read = async function* () {
    try {
      for await (const text of createReadStream(file, 'utf8')) {
        const found = `${rest}${text}`.split('\n');
        // A run that was killed, or that is writing now, can leave an incomplete last line.
        rest = found.pop() ?? '';
        lines += found.length;
        yield* found;
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Before the first run, the folder of the file may not exist.
      if (code !== 'ENOENT' && code !== 'ENOTDIR') throwUnusable(file, error as NodeJS.ErrnoException);
    }
    // If the file is not a journal, yield its only line, so that the reader reports an error.
    if (lines === 0 && !JOURNAL_HEADER.startsWith(rest)) yield rest;
  };
  let position = 0;
  let done = 0;
  const onFinished = () => {
    done += 1;
  };
  const next = async () => {
    const index = position;
    position += 1;
    return index < items.size ? { item: items.at(index), index } : undefined;
  };
  try {
    const unfinished = (await readUnfinished({ name: file, read }, next, itemKey, onFinished)) ?? [];
    const remaining = {
      size: items.size - done,
      *[Symbol.iterator]() {
        for (const { item } of unfinished) yield item;
        yield* iterate(items.size, items.at, position);
      },
    };
    return { done, remaining, isNew: lines < 2, wasStarted: lines > 0 || rest !== '' };
  } catch (error) {
    if (!isBulkError(error)) throw error;
    const isLeftOut = isLimited && (error.index ?? 0) >= items.size;
    throw new UsageError(
      isLeftOut ? `${file} has a finished id that --limit leaves out: increase or remove --limit` : error.message,
    );
  }
}
