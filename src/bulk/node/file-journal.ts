import { open, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { BulkError, createJournal, type Journal } from '../index.js';
import { JOURNAL_HEADER } from '../journal/journal-lines.js';
import { type JournalLock, lockJournal } from './journal-lock.js';

/** Only the owner of the file may read and write it, because a hash does not hide an item that can be guessed. */
const PRIVATE = 0o600;
const CHUNK_BYTES = 65_536;
/** The permission bits of the group and of other users. */
const OTHERS = 0o077;

const CHANGED = 'another program has deleted, moved or changed the file (restore the file to continue the job)';

/**
 * Creates a journal for `bulk` that keeps its lines in a file, which is created when the run starts. Only its owner can
 * read the file. See `createJournal` for the lines.
 *
 * - After a crash of the process, the next run with the same input and path sends only the unfinished items. After a
 *   crash of the machine, lines of the last seconds can be missing; their items are sent again.
 * - A damaged line stops the run before the first call. An incomplete last line is removed.
 * - If the file is deleted, moved or changed during a run, the run stops before it adds a line.
 * - While a run uses the journal, other runs throw a `BulkError`: the lock file `<path>.lock`, next to the target of a
 *   symbolic link, names the process. If that process is gone, the next run on the same host takes the lock over.
 *
 * @param path Path of the file, such as `reset.journal`. Each job needs a separate file.
 * @throws TypeError If the path is not a string or is empty.
 */
export function fileJournal(path: string): Journal {
  if (typeof path !== 'string' || path === '') {
    throw new TypeError('path must be the path of a file, such as "job.journal"');
  }
  const file = resolve(path);
  /** The path without symbolic links, so that a link that changes during a run has no effect. */
  let realPath = file;
  /** The size of the file after the last write, in bytes. */
  let size = 0;
  let lock: JournalLock | undefined;
  return createJournal({
    name: file,
    read: async function* () {
      try {
        realPath = await realPathOf(file);
        lock = await lockJournal(realPath);
      } catch (cause) {
        throw openError(file, cause);
      }
      size = yield* readLines(realPath);
    },
    append: async (line) => {
      const opened = await open(realPath, 'a', PRIVATE);
      try {
        // Otherwise, the line would be in a file without the earlier lines.
        if ((await opened.stat()).size !== size) throw new BulkError(CHANGED);
        await opened.appendFile(`${line}\n`);
        // Lines are ASCII.
        size += line.length + 1;
      } finally {
        await opened.close();
      }
    },
    close: async () => {
      await lock?.release();
      lock = undefined;
    },
  });
}

/** Returns the error of a file that cannot be locked. Its message contains only paths and the process with the lock. */
function openError(file: string, cause: unknown): BulkError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const reason =
    code === 'ENOENT' ? `the folder ${dirname(file)} does not exist: create the folder, or use another path` : message;
  return new BulkError(`the journal could not be opened: ${reason}`, undefined, { cause });
}

/**
 * Returns the path of a file without symbolic links, so that two paths of the same file have the same lock. The file
 * does not have to exist.
 */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const target = await readlink(path).catch(() => undefined);
    if (target !== undefined) return realPathOf(resolve(dirname(path), target));
    return join(await realpath(dirname(path)), basename(path));
  }
}

/**
 * Reads the lines of a file, which is created if it is absent. Removes a last line that has no line end. Returns the
 * size of the file.
 */
async function* readLines(path: string): AsyncGenerator<string, number> {
  const file = await open(path, 'a+', PRIVATE);
  try {
    let size = 0;
    let rest = '';
    let hasLines = false;
    const buffer = Buffer.alloc(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, size);
      if (bytesRead === 0) break;
      size += bytesRead;
      // Each byte becomes one character, so that the length of the text is the length in bytes.
      const text = rest + buffer.toString('latin1', 0, bytesRead);
      const end = text.lastIndexOf('\n');
      rest = text.slice(end + 1);
      if (end === -1) continue;
      hasLines = true;
      yield* text.slice(0, end).split('\n');
    }
    // If the file is not a journal, yield its only line: the caller then throws before `truncate` can remove the line.
    if (!hasLines && !JOURNAL_HEADER.startsWith(rest)) yield rest;
    // The mode of `open` applies only to a new file. A file that is not a journal keeps its mode.
    const { mode } = await file.stat();
    if ((mode & OTHERS) !== 0) await file.chmod(PRIVATE);
    await file.truncate(size - rest.length);
    return size - rest.length;
  } finally {
    await file.close();
  }
}
