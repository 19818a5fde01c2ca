import { spawn } from 'node:child_process';

/** How a process ended. */
export interface ScriptResult {
  readonly status: number;
  readonly stdout: string;
  /** stdout and stderr in the order of arrival. */
  readonly output: string;
}

export interface RunNodeOptions {
  /** Folder in which the script runs. */
  readonly cwd: string;
  /** The script is killed after this number of milliseconds. */
  readonly timeout: number;
  /** Kills the script when the signal is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** The signal that kills the script. @default 'SIGTERM' */
  readonly killSignal?: NodeJS.Signals | undefined;
}

/**
 * Runs a script with this process's Node, and resolves when the script ends.
 *
 * @param args The script and its arguments.
 * @throws Error If the script is killed, for example after the timeout. The message contains the output of the script.
 */
export function runNode(
  args: readonly string[],
  { cwd, timeout, signal, killSignal }: RunNodeOptions,
): Promise<ScriptResult> {
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Turn off colors, which CI services enable: color codes would break up the texts that callers look for. Keep
    // Redocly from asking a registry for a newer version.
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    timeout,
    signal,
    killSignal,
  });
  let stdout = '';
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      // After an abort, wait until the process has ended: it could still write files.
      if (error.name !== 'AbortError') reject(error);
    });
    child.once('close', (status, killedBy) => {
      if (status === null) reject(new Error(`${args[0]} was killed by ${killedBy}:\n${output}`));
      else resolve({ status, stdout, output });
    });
  });
}
