import { createReadStream } from 'node:fs';
import { addAbortSignal } from 'node:stream';
import { type CommandContext, Interruption } from '../command-context.js';
import { UsageError } from '../exit-status.js';

export const inputName = (file: string): string => (file === '-' ? 'stdin' : file);

/**
 * Reads a file, or stdin if the name is `-`, as UTF-8, or as UTF-16 if it starts with the byte order mark of UTF-16.
 * Yields its text in parts without the byte order mark.
 *
 * @throws UsageError If the file cannot be read or has another encoding.
 */
export async function* readParts(file: string, { stdin, stderr, signal }: CommandContext) {
  if (file === '-' && stdin.isTTY) stderr.write('Reading stdin until Ctrl-D\n');
  let decoder: TextDecoder | undefined;
  try {
    // The end of stdin may never come in a terminal, so an interruption ends the stream.
    for await (const bytes of addAbortSignal(signal, file === '-' ? stdin : createReadStream(file))) {
      decoder ??= createDecoder(bytes);
      yield decoder.decode(bytes, { stream: true });
    }
    yield decoder?.decode() ?? '';
  } catch (error) {
    if (signal.aborted) throw new Interruption(`interrupted while ${inputName(file)} was read`);
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
        ? `${inputName(file)} must be UTF-8; convert the file with iconv or, in a spreadsheet, save it as "CSV UTF-8"`
        : `${inputName(file)} must be a file that can be read; reading it failed with ${code}`,
    );
  }
}

/** Reads a whole file as text. See {@link readParts}. */
export async function readText(file: string, context: CommandContext): Promise<string> {
  let text = '';
  for await (const part of readParts(file, context)) text += part;
  return text;
}

function createDecoder(start: Uint8Array): TextDecoder {
  const mark = Buffer.from(start).toString('hex', 0, 2);
  return new TextDecoder(mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8', { fatal: true });
}
