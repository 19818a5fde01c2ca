import { existsSync, realpathSync, statSync } from 'node:fs';
import { appendFile, open } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { UsageError } from '../exit-status.js';

/** Only the owner may read the file, because ids can be confidential. */
export const MODE = 0o600;

/**
 * Checks before the first call that the file of an option can be written.
 *
 * @param others Files of other options. The command must not overwrite them.
 * @param columns Names of the columns, to recognize the file of an earlier run.
 * @param initial Text that is written to an empty file.
 * @throws UsageError If the extension is not `.csv` or `.json`, if another option has the file, if it exists and is not
 *   from an earlier run, or if it cannot be written.
 */
export async function checkOutputFile(
  option: '--failures' | '--results',
  file: string,
  others: readonly (string | undefined)[],
  columns: readonly string[],
  initial = '',
): Promise<void> {
  const extension = extname(file);
  if (extension !== '.csv' && extension !== '.json') {
    throw new UsageError(`${option} must be a file whose name ends with .csv or .json`);
  }
  if (others.some((other) => other !== undefined && realPath(other) === realPath(file))) {
    throw new UsageError(`${option} must not be the file of another option`);
  }
  if (existsSync(file) && !statSync(file).isFile()) {
    throw new UsageError(`${option} must be a regular file, not a device or a pipe`);
  }
  try {
    const opened = await open(file, 'a+', MODE);
    const text = await opened.readFile('utf8').finally(() => opened.close());
    const start = extension === '.csv' ? `${columns.join()}\n` : `\\[\\s*(\\]|\\{\\s*"${columns[0]}":)`;
    if (text !== '' && !new RegExp(`^${start}`).test(text)) {
      const kind = option.slice('--'.length);
      throw new UsageError(`${option} must be a new file or the ${kind} file of an earlier run; choose another name`);
    }
    if (text === '') await appendFile(file, initial);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(unwritable(option, file, error));
  }
}

/** Returns the path without symbolic links if the file exists. */
const realPath = (file: string): string => (existsSync(file) ? realpathSync(file) : resolve(file));

/** Returns the reason of an error of the file system, such as `ENOENT`. */
export const fileReason = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).message;

/** Returns the message for the file of an option that cannot be written. */
export const unwritable = (option: string, file: string, error: unknown): string =>
  `${option} must be a file that can be written (${file}: ${fileReason(error)}); make it writable,` +
  ' or choose another file';
