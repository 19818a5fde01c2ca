// The runtimes, and how the program starts on each of them.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInChromium } from './chromium.ts';
import type { Runtime, Start } from './runtime.ts';

const modules = join(import.meta.dirname, '../node_modules');
/** The packages of Deno and workerd are those for Linux on x64. On other platforms, npm does not install them. */
const deno = join(modules, '@deno/linux-x64-glibc/deno');
const workerd = join(modules, '@cloudflare/workerd-linux-64/bin/workerd');

/** A runtime that loads the program from a file, like Node. */
const processRuntime = (name: string, executable: string, options: readonly string[] = []): Runtime => ({
  name,
  hasFiles: true,
  hidesRedirects: false,
  run: (start) => runProcess(executable, [...options, 'main-process.mjs', start.control], start),
});

export const runtimes: readonly Runtime[] = [
  ...['20', '22', '24', '26'].map((major) => processRuntime(`Node ${major}`, join(modules, `node-${major}/bin/node`))),
  processRuntime('Bun', join(modules, '.bin/bun'), ['run', '--no-install']),
  processRuntime('Deno', deno, [
    'run',
    '--no-prompt',
    '--no-remote',
    '--allow-net=127.0.0.1',
    '--allow-read',
    '--allow-write=.',
    // The lock of a journal contains the name of the host.
    '--allow-sys=hostname',
  ]),
  {
    name: 'workerd',
    hasFiles: false,
    hidesRedirects: false,
    run: async (start) => {
      await writeFile(join(start.folder, 'workerd.capnp'), workerdConfig(start.control));
      return runProcess(workerd, ['test', 'workerd.capnp'], start);
    },
  },
  { name: 'Chromium', hasFiles: false, hidesRedirects: true, run: runInChromium },
];

/** Runs a program if it is installed. Rejects with the output of the program if its exit status is not 0. */
async function runProcess(program: string, args: readonly string[], { folder, signal }: Start): Promise<boolean> {
  if (!existsSync(program)) return false;
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Without the other variables, such as a proxy, each machine has the same results. The last three variables keep the
    // runtimes from calling servers of their makers, and from coloring their output.
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
      if (status === 0) resolve(true);
      else reject(new Error(`${program} ended with ${killedBy ?? `status ${status}`}:\n${output}`));
    });
  });
}

/** The behavior of workerd at this date. A later date can change how `fetch` behaves. */
const COMPATIBILITY_DATE = '2026-11-01';

/** Returns the configuration of workerd for a worker that can call only servers on loopback. */
export const workerdConfig = (control: string): string => `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "program", worker = .program),
    (name = "loopback", network = (allow = ["local"])),
  ],
);

const program :Workerd.Worker = (
  modules = [(name = "main", esModule = embed "main-workerd.mjs")],
  bindings = [(name = "CONTROL", text = "${control}")],
  compatibilityDate = "${COMPATIBILITY_DATE}",
  globalOutbound = "loopback",
);
`;
