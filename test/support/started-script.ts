import { type ChildProcess, type StdioPipe, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { inject, onTestFinished } from 'vitest';
import type {} from './built-project.ts';

/** How a process ended. The status is `null` if a signal ended it. */
export interface EndedProcess {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process that was started. */
export interface StartedScript {
  readonly child: ChildProcess;
  readonly ended: Promise<EndedProcess>;
  /** stdout and stderr since the start. */
  output(): string;
  /**
   * Resolves with the first match in the output. Rejects if the process exits without printing it.
   *
   * @param from Position in the output at which the search starts.
   */
  printed(pattern: RegExp, from?: number): Promise<RegExpExecArray>;
}

/** Starts a process. The caller kills it. */
export function startProcess(
  program: string,
  args: readonly string[],
  { cwd, env, stdin = 'ignore' }: { cwd?: string; env?: NodeJS.ProcessEnv; stdin?: StdioPipe | 'ignore' },
): StartedScript {
  const child = spawn(program, args, { cwd, env, stdio: [stdin, 'pipe', 'pipe'] });
  const printed = new EventEmitter();
  const texts = { stdout: '', stderr: '' };
  let output = '';
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
      output += text;
      printed.emit('text');
    });
  }
  let isClosed = false;
  const ended = once(child, 'close').then(([status]) => {
    isClosed = true;
    printed.emit('text');
    return { status, ...texts };
  });
  return {
    child,
    ended,
    output: () => output,
    printed: async (pattern, from = 0) => {
      for (;;) {
        const found = pattern.exec(output.slice(from));
        if (found !== null) return found;
        if (isClosed) throw new Error(`${args.join(' ')} exited without printing ${pattern}:\n${output}`);
        await once(printed, 'text');
      }
    },
  };
}

/** Starts a script in a copy of the project. The caller kills the script. */
export const startScript = (
  script: string,
  args: readonly string[],
  { root, env = {} }: { root: string; env?: NodeJS.ProcessEnv },
): StartedScript => startProcess(process.execPath, [script, ...args], { cwd: root, env: { ...process.env, ...env } });

/** Starts a script with the built packages of the fixture document, and kills it when the test ends. */
export function start(script: string, ...args: string[]): StartedScript {
  const started = startScript(script, args, { root: inject('builtProject') });
  onTestFinished(() => void started.child.kill());
  return started;
}
