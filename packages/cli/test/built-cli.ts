import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { inject, onTestFinished, test } from 'vitest';
import { type StartedScript, startProcess } from '../../../test/support/started-script.ts';

export const CLI = join(inject('builtProject'), 'packages/cli/dist/cli.js');

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** @default the Node.js that runs this test */
  readonly node?: string;
  /** @default {@link CLI} */
  readonly cli?: string;
}

/** Starts the command with pipes as stdin, stdout and stderr. The process is killed when the test ends. */
export const startCli = (
  args: readonly string[],
  { env = {}, node = process.execPath, cli = CLI }: StartOptions = {},
): StartedScript => start(node, [cli, ...args], env);

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Whether the program `script` of util-linux is installed. It starts a command in a pseudo-terminal. */
const hasScript = /util-linux/.test(String(spawnSync('script', ['--version']).stdout));

/** Starts the command in a pseudo-terminal of 100 columns. Stderr is part of `stdout`; lines end with CR and LF. */
function startInTerminal(args: readonly string[], env: Readonly<Record<string, string>>): StartedScript {
  const command = ['stty cols 100;', 'exec', ...[process.execPath, CLI, ...args].map(quote)].join(' ');
  return start('script', ['--quiet', '--return', '--command', command, '/dev/null'], { ...env, TERM: 'xterm' });
}

function start(program: string, args: readonly string[], env: Readonly<Record<string, string>>): StartedScript {
  // Without the variables of this process, such as CI and NO_COLOR, the command behaves the same on each machine.
  const own = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env };
  const started = startProcess(program, args, { env: own, stdin: 'pipe' });
  onTestFinished(() => void started.child.kill('SIGKILL'));
  // The process can end before it reads its stdin.
  started.child.stdin?.on('error', () => undefined);
  return started;
}

/** Removes the escape sequences from the output of a terminal, and ends lines with LF only. */
export const textOf = (output: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an ANSI escape sequence starts with this character
  output.replaceAll(/\u001b\[[0-?]*[ -/]*[@-~]/g, '').replaceAll('\r\n', '\n');

/** A test that gets a function to start the command in a terminal. Skipped if no pseudo-terminal can be created. */
export const terminalTest = test.extend('terminal', async ({ skip }) => {
  skip(!hasScript, 'needs the program script of util-linux');
  return startInTerminal;
});
