import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { inject, onTestFinished } from 'vitest';

/** A script that runs. */
export interface StartedScript {
  readonly child: ChildProcess;
  /** stdout and stderr since the start. */
  output(): string;
  /**
   * Resolves with the first match in the output. Rejects if the script exits without printing it.
   *
   * @param from Position in the output at which the search starts.
   */
  printed(pattern: RegExp, from?: number): Promise<RegExpExecArray>;
}

/** Starts a script in a copy of the project. The caller kills the script. */
export function startScript(
  script: string,
  args: readonly string[],
  { root, env = {} }: { root: string; env?: NodeJS.ProcessEnv },
): StartedScript {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = new EventEmitter();
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      printed.emit('text');
    });
  }
  let isClosed = false;
  child.once('close', () => {
    isClosed = true;
    printed.emit('text');
  });
  return {
    child,
    output: () => output,
    printed: async (pattern, from = 0) => {
      for (;;) {
        const found = pattern.exec(output.slice(from));
        if (found !== null) return found;
        if (isClosed) throw new Error(`${script} exited without printing ${pattern}:\n${output}`);
        await once(printed, 'text');
      }
    },
  };
}

/** Starts a script with the built packages of the fixture document, and kills it when the test ends. */
export function start(script: string, ...args: string[]): StartedScript {
  const started = startScript(script, args, { root: inject('builtProject') });
  onTestFinished(() => void started.child.kill());
  return started;
}
