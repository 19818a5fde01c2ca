import { spawn } from 'node:child_process';

/** How a process ended. */
export interface Ended {
  /** Exit status; `null` if a signal ended the process. */
  readonly status: number | null;
  readonly stdout: string;
  /** stdout and stderr in the order of arrival. */
  readonly output: string;
}

/**
 * Runs a script with this process's Node.
 *
 * @param timeoutMs The process is killed after this time.
 */
export function runNode(cwd: string, args: readonly string[], timeoutMs: number): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Color codes would break up the texts that callers look for.
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    timeout: timeoutMs,
  });
  let stdout = '';
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, stdout, output }));
  });
}
