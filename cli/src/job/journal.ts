import { createHash } from 'node:crypto';
import { access, constants, mkdir, readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { BulkError, createJournal, type Journal } from 'tenant-management-client/bulk';
import { fileJournal } from 'tenant-management-client/bulk/node';
import { JOURNAL_HEADER } from '../../../src/bulk/journal-lines.js';
import type { Context } from '../context.js';
import { UsageError } from '../usage-error.js';
import type { JobItem } from './run-job.js';

/** The items of a job, divided by whether the journal contains their outcome. */
export interface FinishedItems {
  /** The outcomes of the items that earlier runs finished. */
  readonly outcomes: readonly FinishedOutcome[];
  /** The other items. */
  readonly unfinished: readonly JobItem[];
}

/** The journal of a job, in a file. */
export interface JobJournal {
  readonly file: string;
  /**
   * Creates the folder of the default file, or checks the folder of the file that the user has chosen.
   *
   * @throws UsageError If the folder cannot be created, or if files cannot be created in it.
   */
  prepareFolder(): Promise<void>;
  /**
   * Reads the current content of the file. Does not lock the file, so another run may be writing to the file.
   *
   * @throws UsageError If the file is not a journal, is damaged or belongs to another job.
   */
  read(): Promise<FinishedItems>;
  /**
   * Returns the journal for `bulk`. The journal records only items that are finished, so that the next run sends failed
   * items again.
   *
   * @param onResumed Called when the job starts, with the outcome of each item that an earlier run finished.
   */
  forRun(onResumed: (outcome: FinishedOutcome) => void): Journal;
  /** Deletes the file, unless the user has chosen the file. */
  remove(): Promise<void>;
}

/** The outcome of a finished item. */
export type FinishedOutcome = 'done' | 'missing';

/** Number of characters of a job key: enough to give each job a different default file. */
const HASH_LENGTH = 16;

/** The outcomes of finished items in a journal: a success, and the status 404 of an item to delete. */
const DONE = 'ok';
const MISSING = '404';

const finishedOutcome = (recorded: string): FinishedOutcome => (recorded === DONE ? 'done' : 'missing');

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns the key of a job: a hash of its facts, such as the tenant and the operation. */
export const jobKey = (facts: readonly unknown[]): string => sha256(JSON.stringify(facts)).slice(0, HASH_LENGTH);

/**
 * Returns the default file of a job's journal. The same command with the same ids has the same file, so the user
 * continues a job by repeating the command.
 */
export function defaultJournal(name: string, facts: readonly unknown[], { env }: Context): string {
  const folder = env['XDG_STATE_HOME'] || (process.platform === 'win32' ? env['LOCALAPPDATA'] : undefined);
  const file = `${name.replaceAll(/[^\w-]+/g, '-')}-${jobKey(facts)}.journal`;
  return join(folder ?? join(homedir(), '.local/state'), 'tenant-management', file);
}

/** Options of {@link jobJournal}. */
export interface JournalOptions {
  /** The file that the user has chosen. */
  readonly chosen: string | undefined;
  /** The default file, for a user who has not chosen a file. It is deleted when the job is finished. */
  readonly file: string;
  readonly items: readonly JobItem[];
  /** Whether the job deletes items. If so, an item that does not exist (404) counts as finished. */
  readonly deletes: boolean;
}

/** Returns the journal of a job. Does not read or create a file. */
export function jobJournal({ chosen, file, items, deletes }: JournalOptions): JobJournal {
  const path = resolve(chosen ?? file);
  const folder = dirname(path);
  return {
    file: path,
    prepareFolder: async () => {
      if (chosen === undefined) await mkdir(folder, { recursive: true, mode: 0o700 }).catch(throwUnusable);
      await access(folder, constants.W_OK).catch(throwUnusable);
    },
    read: () => readFinished(path, items),
    forRun: (onResumed) => recordFinished(fileJournal(path), deletes ? [DONE, MISSING] : [DONE], onResumed),
    remove: async () => {
      if (chosen === undefined) await rm(path, { force: true });
    },
  };
}

/** Throws a `UsageError` for an error of the file system. */
function throwUnusable({ code }: NodeJS.ErrnoException): never {
  throw new UsageError(`the journal cannot be opened (${code}); with --journal <file>, pass a file that you can write`);
}

/** Reads the outcomes of finished items. Does not lock or change the file. */
async function readFinished(file: string, items: readonly JobItem[]): Promise<FinishedItems> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) =>
    // Before the first run, the folder of the file may not exist.
    error.code === 'ENOENT' || error.code === 'ENOTDIR' ? '' : throwUnusable(error),
  );
  // A run that was killed, or that is writing now, can leave an incomplete last line.
  const lines = text.split('\n');
  const rest = lines.pop() ?? '';
  // If the file is not a journal, keep its only line, so that the code below reports an error.
  if (lines.length === 0 && !JOURNAL_HEADER.startsWith(rest)) lines.push(rest);
  const journal = createJournal({
    name: file,
    read: async function* () {
      yield* lines;
    },
    append: async () => undefined,
  });
  const entries = items.map((item, index) => ({ item, index })).values();
  const outcomes: FinishedOutcome[] = [];
  const onFinished = (recorded: string) => outcomes.push(finishedOutcome(recorded));
  const next = async () => entries.next().value;
  try {
    const { unfinished } = await journal.open(next, onFinished, new AbortController().signal);
    return { outcomes, unfinished: [...unfinished, ...entries].map(({ item }) => item) };
  } catch (error) {
    throw error instanceof BulkError ? new UsageError(error.message) : error;
  }
}

/** Returns a journal that records an item only if the outcome of the item is in `recorded`. */
const recordFinished = (
  journal: Journal,
  recorded: readonly string[],
  onResumed: (outcome: FinishedOutcome) => void,
): Journal => ({
  open: async (next, onFinished, signal) => {
    const outcomes: FinishedOutcome[] = [];
    const collect = (outcome: string) => {
      outcomes.push(finishedOutcome(outcome));
      onFinished(outcome);
    };
    const opened = await journal.open(next, collect, signal);
    // Report the outcomes only now: until `open` has read all lines, the journal could belong to another job.
    outcomes.forEach(onResumed);
    return {
      ...opened,
      prepare: async (entry) => {
        const record = await opened.prepare(entry);
        return async (outcome) => {
          if (recorded.includes(outcome)) await record(outcome);
        };
      },
    };
  },
});
