#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { type Arguments, parseArguments } from './arguments.js';
import { ARGUMENTS_HELP } from './arguments-help.js';
import { jsonLine, jsonStartLine, textLine } from './http/log-line.js';
import type { SandboxOptions } from './options.js';
import type { Sandbox } from './sandbox.js';
import { defaultClient } from './token/oauth-client.js';

const HELP = `Starts a local tenant for tests, with a token endpoint, a stateful API and a rate limit.

Usage: tenant-management-sandbox [seed file] [options]

${ARGUMENTS_HELP}`;

// If the reader of a pipe exits or the terminal closes, the sandbox continues to answer.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
try {
  const args = parseArguments(process.argv.slice(2));
  if (args.help) console.log(HELP);
  else if (args.version) console.log(await readVersion());
  else await run(args);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  return version;
}

async function run({ file, log, options }: Arguments): Promise<void> {
  // Import the server only here, because --help and --version do not need it.
  const { startSandbox, readSeedFile } = await import('./index.js');
  const seed = file === undefined ? {} : await readSeedFile(file);
  const isText = log === 'text';
  const onRequest: SandboxOptions['onRequest'] = (...request) =>
    console.log(isText ? textLine(...request) : jsonLine(...request));
  const sandbox = await startSandbox({ ...seed, ...options, onRequest }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${options.port} is in use; pass another port with --port, or 0 for a free port`);
  });
  console.log(isText ? await startText(sandbox) : jsonStartLine(sandbox));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
}

/** Returns what the command prints at the start: the URLs, and commands that call the sandbox. */
async function startText(sandbox: Sandbox): Promise<string> {
  const [{ audience }, { curlLines, tokenLine }] = await Promise.all([
    import('./document-facts.js'),
    import('./curl-lines.js'),
  ]);
  const { notSimulated } = sandbox;
  const note = notSimulated.length > 0 ? `\nnot simulated: ${notSimulated.join(', ')}\n` : '';
  return `The sandbox listens on ${sandbox.address}
  API             ${sandbox.baseUrl}
  token endpoint  ${sandbox.tokenUrl}
  public key      ${sandbox.jwksUrl}
  control API     ${sandbox.controlUrl ?? 'off; pass --control to serve it'}
  client          ${defaultClient.clientId}, secret ${defaultClient.clientSecret} (public, only for tests)

Try it:
${tokenLine(sandbox.tokenUrl, defaultClient, audience)}
${curlLines(sandbox).join('\n')}

Press Ctrl-C to stop the sandbox.
${note}`;
}
