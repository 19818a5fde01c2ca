import { spawn } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { projectRoot } from './document.ts';

const cli = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');

/**
 * Runs Redocly's command line, which finds `redocly.yaml` in the project's root.
 *
 * @returns Its exit status. Its output goes to this process's own output.
 */
export function redocly(...args: string[]): Promise<number> {
  return exitStatus(
    spawn(process.execPath, [cli, ...args], {
      cwd: projectRoot,
      stdio: 'inherit',
      // Otherwise, on a terminal, Redocly asks a registry whether a newer version exists.
      env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    }),
  );
}

/** The exit status of a child process; 1 if a signal ended it. */
export function exitStatus(child: EventEmitter): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status: number | null) => resolve(status ?? 1));
  });
}
