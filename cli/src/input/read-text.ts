import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Context } from '../context.js';
import { UsageError } from '../usage-error.js';
import { visibleText } from '../visible-text.js';

/** Returns the name of an input in messages. */
export const inputName = (file: string): string => (file === '-' ? 'stdin' : visibleText(file));

/**
 * Reads a file, or stdin if the name is `-`, as UTF-8 without a byte order mark.
 *
 * @throws UsageError If the file cannot be read or is not UTF-8.
 */
export async function readText(file: string, { stdin }: Context): Promise<string> {
  const reading = file === '-' ? buffer(stdin) : readFile(file);
  const bytes = await reading.catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${inputName(file)} must be a file that can be read; reading it failed with ${error.code}`);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${inputName(file)} must be UTF-8; save the file as "CSV UTF-8" or convert it with iconv`);
  }
}
