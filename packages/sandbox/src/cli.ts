#!/usr/bin/env node
// biome-ignore lint/correctness/useImportExtensions: only JavaScript modules have the extension .js
import manifest from '../package.json' with { type: 'json' };
import { parseArguments, type SandboxArguments } from './arguments.js';
import { ARGUMENTS_HELP } from './arguments-help.js';
import type { SandboxOptions } from './options.js';

/** The sandbox cannot listen, for example because the port is in use. */
const EXIT_FAILED = 1;
/** An argument or the seed file is not valid. */
const EXIT_USAGE = 2;

const HELP = `Starts a local tenant for tests, with a token endpoint, a stateful API and a rate limit.

Usage: tenant-management-sandbox [seed file] [options]

${ARGUMENTS_HELP}`;

// As the first process of a container, the command has no default handlers of these signals.
let stop = (): unknown => process.exit();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
// If the reader of a pipe exits or the terminal closes, the sandbox continues to answer.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
try {
  const args = parseArguments(process.argv.slice(2));
  if (args.help) console.log(HELP);
  else if (args.version) console.log(manifest.version);
  else await run(args);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode ??= EXIT_USAGE;
}

async function run({ file, log, options }: SandboxArguments): Promise<void> {
  // Import the server only here, because --help and --version do not need it.
  const [{ startSandbox, readSeedFile }, { jsonLine, jsonStartLine, startText, textLine }] = await Promise.all([
    import('./index.js'),
    import('./command-output.js'),
  ]);
  const seed = file === undefined ? {} : await readSeedFile(file);
  const isText = log === 'text';
  const onRequest: SandboxOptions['onRequest'] = (...request) =>
    console.log(isText ? textLine(...request) : jsonLine(...request));
  const sandbox = await startSandbox({ ...seed, ...options, onRequest }).catch((error: NodeJS.ErrnoException) => {
    if (!(error instanceof TypeError)) process.exitCode = EXIT_FAILED;
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${options.port} is in use; pass another port with --port, or 0 for a free port`);
  });
  console.log(isText ? startText(sandbox) : jsonStartLine(sandbox));
  stop = sandbox.close;
}
