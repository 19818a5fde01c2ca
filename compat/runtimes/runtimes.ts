// The runtimes, and how the program starts on each of them.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openInChromium } from './chromium.ts';
import { workerdConfig } from './workerd-config.ts';

/** How the program starts on a runtime. */
export interface Start {
  /** Folder that contains the programs, and in which the packed client is installed. */
  readonly folder: string;
  /** Origin of the control server. */
  readonly control: string;
  /** Ends the runtime. */
  readonly signal: AbortSignal;
}

/** A runtime of JavaScript. */
export interface Runtime {
  readonly name: string;
  /** Path of the executable. */
  readonly executable: string;
  /** The command-line argument that prints the version. */
  readonly versionArgument: string;
  /** The bundle of the program that the runtime loads. */
  readonly main: 'main-process' | 'main-workerd' | 'main-browser';
  /** Runs the program, and resolves when the program has ended. */
  run(start: Start): Promise<void>;
}

const modules = join(import.meta.dirname, 'node_modules');

/** A runtime that loads the program from a file, like Node. */
const processRuntime = (name: string, executable: string, options: readonly string[] = []): Runtime => ({
  name,
  executable,
  versionArgument: '--version',
  main: 'main-process',
  run: (start) => runProcess(executable, [...options, 'main-process.mjs', start.control], start),
});

/** The packages of Deno and workerd are those for Linux on x64. On other platforms, npm does not install them. */
const deno = join(modules, '@deno/linux-x64-glibc/deno');
const workerd = join(modules, '@cloudflare/workerd-linux-64/bin/workerd');
/** A browser from a package of the operating system: Debian has Chromium, and the runners of GitHub have Chrome. */
const chromium = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((file) => existsSync(file)) ?? '';

export const runtimes: readonly Runtime[] = [
  ...['20', '22', '24', '26'].map((major) => processRuntime(`Node ${major}`, join(modules, `node-${major}/bin/node`))),
  processRuntime('Bun', join(modules, '.bin/bun'), ['run', '--no-install']),
  processRuntime('Deno', deno, ['run', '--no-prompt', '--no-remote', '--allow-net=127.0.0.1']),
  {
    name: 'workerd',
    executable: workerd,
    versionArgument: '--version',
    main: 'main-workerd',
    run: async (start) => {
      await writeFile(join(start.folder, 'workerd.capnp'), workerdConfig(start.control));
      await runProcess(workerd, ['test', 'workerd.capnp'], start);
    },
  },
  {
    name: 'Chromium',
    executable: chromium,
    versionArgument: '--version',
    main: 'main-browser',
    run: ({ control, signal }) => openInChromium(chromium, control, signal),
  },
];

/** Returns the version of a runtime, such as `24.21.0`; `undefined` if the runtime is not installed. */
export function versionOf({ executable, versionArgument }: Runtime): string | undefined {
  if (!existsSync(executable)) return undefined;
  const output = execFileSync(executable, [versionArgument], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return /\d[\d.-]*\d/.exec(output)?.[0];
}

/** Runs a program. Rejects with the output of the program if its exit status is not 0. */
function runProcess(program: string, args: readonly string[], { folder, signal }: Start): Promise<void> {
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: folder, DENO_NO_UPDATE_CHECK: '1', DO_NOT_TRACK: '1', NO_COLOR: '1' },
    signal,
  });
  let output = '';
  const read = (text: string) => {
    output += text;
  };
  child.stdout.setEncoding('utf8').on('data', read);
  child.stderr.setEncoding('utf8').on('data', read);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, killedBy) => {
      if (status === 0) resolve();
      else reject(new Error(`${program} ended with ${killedBy ?? `status ${status}`}:\n${output}`));
    });
  });
}
