import { readFile, stat } from 'node:fs/promises';
import type { CommandContext } from '../command-context.js';
import { UsageError } from '../exit-status.js';
import { visibleText } from '../visible-text.js';

/** The permission bits of the group and of other users, and those of them that allow to change a file. */
const [OTHERS, OTHERS_CHANGE] = [0o077, 0o022];

/**
 * Reads a file with a secret. Prints a warning if other users of the machine can access the file or, if it has no
 * secret, can change the file.
 *
 * @param place What names the file, for the messages. They do not contain the path: it can be a secret, by mistake.
 * @param mark Text that each file with a secret contains.
 * @throws UsageError If the file cannot be read or is empty.
 */
export async function readSecretFile(
  file: string,
  place: string,
  { stderr }: CommandContext,
  mark = '',
): Promise<string> {
  const name = visibleText(file);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${place} must be a file that can be read; reading it failed with ${error.code}`);
  });
  const { mode } = await stat(file);
  // Windows does not have these permissions: Node returns a mode that allows everything.
  if (process.platform !== 'win32' && (mode & (text.includes(mark) ? OTHERS : OTHERS_CHANGE)) !== 0) {
    stderr.write(`Warning: other users of this machine can access ${name}. To prevent this: chmod 600 ${name}\n`);
  }
  if (text.trim() === '') throw new UsageError(`${place} must be a file that is not empty`);
  return text.replace(/^\uFEFF/, '').trim();
}
