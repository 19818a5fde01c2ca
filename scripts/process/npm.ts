import { execFileSync } from 'node:child_process';

/**
 * Runs the npm that runs this script, and returns what npm prints to stdout.
 *
 * @param folder Absolute path of the folder in which npm runs.
 * @throws Error If this script was not started with `npm run`, or if the npm command fails.
 */
export function npm(args: readonly string[], folder: string): string {
  const cli = process.env['npm_execpath'];
  if (cli === undefined) throw new Error('npm_execpath is not set: run this script with npm run');
  try {
    return execFileSync(process.execPath, [cli, ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  } catch (cause) {
    // execFileSync throws an error with the output of the program.
    const { stdout } = cause as { stdout: string };
    throw new Error(`npm ${args.join(' ')} must succeed; it printed:\n${stdout}`, { cause });
  }
}
