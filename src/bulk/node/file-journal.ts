import { appendFile, open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { createJournal, type Journal } from '../journal.js';
import { JOURNAL_HEADER } from '../journal-lines.js';
import { type JournalLock, lockJournal } from './journal-lock.js';

/**
 * Creates a journal for `bulk` that keeps its lines in a file. The file is created when the run starts; only its owner
 * can read it. See `createJournal` for the lines.
 *
 * - After a crash of the process, the next run with the same input and the same path sends only the items that were not
 *   finished. If the process was killed while it wrote the last line, that line is removed. After a crash of the
 *   machine, lines of the last seconds can be missing; their items are sent again.
 * - A line that is damaged in another way stops the run before the first call. The message names the file, the line and
 *   the remedy.
 * - While a run uses the journal, other runs throw a `BulkError`: the lock file `<path>.lock` names the process. If
 *   that process is gone, the next run on the same host takes the lock over.
 *
 * @param path Path of the file, such as `reset.journal`. Each job needs a separate file.
 * @throws TypeError If the path is not a string or is empty.
 */
export function fileJournal(path: string): Journal {
  if (typeof path !== 'string' || path === '') {
    throw new TypeError('path must be the path of a file, such as "job.journal"');
  }
  const file = resolve(path);
  let lock: JournalLock | undefined;
  return createJournal({
    name: file,
    read: async function* () {
      lock = await lockJournal(file).catch((cause) => {
        if (cause.code !== 'ENOENT') throw cause;
        const folder = dirname(file);
        throw new Error(`the folder ${folder} does not exist: create the folder, or use another path`, { cause });
      });
      yield* readLines(file);
    },
    append: (line) => appendFile(file, `${line}\n`, { mode: 0o600 }),
    close: async () => {
      await lock?.release();
      lock = undefined;
    },
  });
}

/** Reads the lines of a file, which is created if it is absent. Removes a last line that has no line end. */
async function* readLines(path: string): AsyncGenerator<string> {
  const file = await open(path, 'a+', 0o600);
  try {
    let size = 0;
    let rest = '';
    let hasLines = false;
    // Each byte becomes one character, so that the length of the text is the length in bytes.
    for await (const chunk of file.createReadStream({ encoding: 'latin1', start: 0, autoClose: false })) {
      size += chunk.length;
      const text = rest + chunk;
      const end = text.lastIndexOf('\n');
      rest = text.slice(end + 1);
      if (end === -1) continue;
      hasLines = true;
      yield* text.slice(0, end).split('\n');
    }
    // If the file is not a journal, yield its only line: the caller then throws before `truncate` can remove the line.
    if (!hasLines && !JOURNAL_HEADER.startsWith(rest)) yield rest;
    await file.truncate(size - rest.length);
  } finally {
    await file.close();
  }
}
