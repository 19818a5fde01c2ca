import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { inject, onTestFinished, test } from 'vitest';

/** Path of the built command of the fixture document. */
export const CLI = join(inject('builtProject'), 'packages/cli/dist/cli.js');

/** A process of the built command. */
export interface Started {
  readonly child: ChildProcess;
  /** Resolves with the exit status and the output when the process ends. The status is `null` if it was killed. */
  readonly ended: Promise<{ readonly status: number | null; readonly stdout: string; readonly stderr: string }>;
  /** Resolves when the output since the start matches a pattern. Rejects if the process ends first. */
  printed(pattern: RegExp): Promise<void>;
}

/** Options of {@link startCli}. */
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
): Started => start(node, [cli, ...args], env);

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Whether the program `script` of util-linux is installed. It starts a command in a pseudo-terminal. */
const hasScript = /util-linux/.test(String(spawnSync('script', ['--version']).stdout));

/** Starts the command in a pseudo-terminal of 100 columns. Stderr is part of `stdout`; lines end with CR and LF. */
function startInTerminal(args: readonly string[], env: Readonly<Record<string, string>>): Started {
  const command = ['stty cols 100;', 'exec', ...[process.execPath, CLI, ...args].map(quote)].join(' ');
  return start('script', ['--quiet', '--return', '--command', command, '/dev/null'], { ...env, TERM: 'xterm' });
}

function start(program: string, args: readonly string[], env: Readonly<Record<string, string>>): Started {
  const child = spawn(program, args, {
    // Without the variables of this process, such as CI and NO_COLOR, the command behaves the same on each machine.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  const changes = new EventEmitter();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
      changes.emit('change');
    });
  }
  // The process can end before it reads its stdin.
  child.stdin.on('error', () => undefined);
  let isClosed = false;
  const ended = once(child, 'close').then(([status]) => {
    isClosed = true;
    changes.emit('change');
    return { status, ...output };
  });
  return {
    child,
    ended,
    printed: async (pattern) => {
      while (!pattern.test(output.stdout + output.stderr)) {
        if (isClosed)
          throw new Error(`the command ended without printing ${pattern}: ${output.stdout}${output.stderr}`);
        await once(changes, 'change');
      }
    },
  };
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
