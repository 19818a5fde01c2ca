import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { rejectOnAbort } from 'tenant-management-client/internal';
import { type CommandContext, Interruption } from '../command-context.js';
import { UsageError } from '../exit-status.js';

export const inputName = (file: string): string => (file === '-' ? 'stdin' : file);

/**
 * Reads a file, or stdin if the name is `-`, as UTF-8 without a byte order mark.
 *
 * @throws UsageError If the file cannot be read or is not UTF-8.
 */
export async function readText(file: string, context: CommandContext): Promise<string> {
  const reading = file === '-' ? readStdin(context) : readFile(file);
  const bytes = await reading.catch((error: NodeJS.ErrnoException) => {
    if (error instanceof Interruption) throw error;
    throw new UsageError(`${inputName(file)} must be a file that can be read; reading it failed with ${error.code}`);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(
      `${inputName(file)} must be UTF-8; convert the file with iconv or, in a spreadsheet, save it as "CSV UTF-8"`,
    );
  }
}

/** Reads stdin to its end. Rejects after an interruption, because the end of stdin may never come in a terminal. */
function readStdin({ stdin, stderr, signal }: CommandContext): Promise<Uint8Array> {
  if (stdin.isTTY) stderr.write('Reading stdin until Ctrl-D\n');
  return rejectOnAbort(buffer(stdin), signal).catch((error) => {
    throw signal.aborted ? new Interruption('interrupted while stdin was read') : error;
  });
}
