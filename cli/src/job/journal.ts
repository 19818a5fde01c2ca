import { createHash } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Journal } from 'tenant-management-client/bulk';
import { fileJournal } from 'tenant-management-client/bulk/node';
import type { Context } from '../context.js';
import { UsageError } from '../usage-error.js';

/** The journal of a job, in a file. */
export interface JobJournal {
  readonly file: string;
  /** Number of items that earlier runs finished when the file was read, for the confirmation. */
  readonly finished: number;
  /**
   * Returns the journal for `bulk`. The journal records only items that are finished, so that the next run sends failed
   * items again.
   *
   * @param onResumed Called when the job starts, with the outcome of each item that an earlier run finished.
   */
  forRun(onResumed: OnResumed): Journal;
  /** Deletes the file, unless the user has chosen the file. */
  remove(): Promise<void>;
}

/** Called with the outcome of an item that an earlier run finished. */
type OnResumed = (outcome: 'done' | 'missing') => void;

/** Number of characters of a job key: enough to give each job a different default file. */
const HASH_LENGTH = 16;

/** Matches the line of an item in a journal: the position of the item, its hash, and its outcome. */
const LINE = /^\d+ \S+ \w+\n/gm;

/** The outcomes of finished items in a journal: a success, and the status 404 of an item to delete. */
const DONE = 'ok';
const MISSING = '404';

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

/**
 * Opens the journal of a job.
 *
 * @param chosen The file that the user has chosen; otherwise, `file` is used and deleted when the job is finished.
 * @param deletes Whether the job deletes items: an item that does not exist is then finished.
 * @throws UsageError If the folder cannot be created or the file cannot be read.
 */
export async function openJournal(chosen: string | undefined, file: string, deletes: boolean): Promise<JobJournal> {
  const path = resolve(chosen ?? file);
  try {
    if (chosen === undefined) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    return {
      file: path,
      finished: text.match(LINE)?.length ?? 0,
      forRun: (onResumed) => recordFinished(fileJournal(path), deletes ? [DONE, MISSING] : [DONE], onResumed),
      remove: async () => {
        if (chosen === undefined) await rm(path, { force: true });
      },
    };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `the journal cannot be opened (${code}); with --journal <file>, pass a file that you can write`,
    );
  }
}

/** Returns a journal that records an item only if its outcome is in the list. */
const recordFinished = (journal: Journal, recorded: readonly string[], onResumed: OnResumed): Journal => ({
  open: async (next, onFinished, signal) => {
    const outcomes: string[] = [];
    const collect = (outcome: string) => {
      outcomes.push(outcome);
      onFinished(outcome);
    };
    const opened = await journal.open(next, collect, signal);
    // Report the outcomes only now: until `open` has read all lines, the journal could belong to another job.
    for (const outcome of outcomes) onResumed(outcome === DONE ? 'done' : 'missing');
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
