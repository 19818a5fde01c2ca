import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { UsageError } from './exit-status.js';

/** The environment, the streams and the signal that a command uses. Tests pass their own streams. */
export interface CommandContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /** Gets only results. */
  readonly stdout: NodeJS.WritableStream;
  /** Gets everything else: questions, progress, summaries, warnings and errors. */
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly signal: AbortSignal;
}

/** Width of a terminal that reports no width, as in some containers. */
const DEFAULT_COLUMNS = 80;

export const columnsOf = ({ stderr }: CommandContext): number => stderr.columns || DEFAULT_COLUMNS;

export class Interruption extends Error {
  override readonly name = 'Interruption';
}

/**
 * Whether the command can ask the user a question: stdin and stderr are a terminal, and stdin was not already read to
 * its end.
 */
export const canAsk = ({ stdin, stderr }: CommandContext): boolean =>
  stdin.isTTY === true && stderr.isTTY === true && stdin.readableEnded !== true;

/**
 * Returns a folder of the user: the folder in `variable` or, on Windows, in `windowsVariable`, else a folder in the home
 * folder.
 *
 * @param remedy Settings that can replace the home folder, for the message.
 * @throws UsageError If HOME is empty, or is not set and the system has no entry for the user, as in some containers.
 */
export function userFolder(
  { env }: CommandContext,
  [variable, windowsVariable, inHome]: readonly [string, string, string],
  remedy: string,
): string {
  const folder = env[variable] || (process.platform === 'win32' ? env[windowsVariable] : undefined);
  if (folder !== undefined) return folder;
  try {
    const home = homedir();
    if (home !== '') return join(home, inHome);
  } catch {}
  throw new UsageError(`the user must have a home folder; set HOME or ${remedy}`);
}
