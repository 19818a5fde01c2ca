#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { type Arguments, readArguments } from './arguments.js';
import { defaultClient } from './client.js';
import type { ReceivedRequest } from './received-request.js';

const HELP = `Starts a local tenant for tests, with a token endpoint, a stateful API and a rate limit.

Usage: tenant-management-sandbox [seed file] [options]

  seed file            YAML or JSON file with clients, profiles, enrollments, rateLimit, assumeScopes
  --port <number>      port on 127.0.0.1; 0 for a free port (default 4020)
  --rate-limit <l/s>   allow l calls at once, then s more per second, such as 5/2 (the default); off: no limit
  --latency <ms>       delay before each response (default 0)
  --version            print the version and exit
  --help, -h           print this help and exit`;

try {
  const args = readArguments(process.argv.slice(2));
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

async function run({ file, port, latency, rateLimit }: Arguments): Promise<void> {
  // Import the server only here, because --help and --version do not need it.
  const [{ startSandbox, readSeedFile }, { audience }, { curlLines, tokenLine }] = await Promise.all([
    import('./index.js'),
    import('./document.js'),
    import('./curl-lines.js'),
  ]);
  const seed = file === undefined ? {} : await readSeedFile(file);
  const options = { ...seed, ...(rateLimit === undefined ? {} : { rateLimit }), port, latency, onRequest: log };
  const sandbox = await startSandbox(options).catch((error: NodeJS.ErrnoException) => {
    const isTaken = error.code === 'EADDRINUSE';
    throw isTaken ? new Error(`Port ${port} is in use; pass another port with --port, or 0 for a free port`) : error;
  });
  const { origin } = new URL(sandbox.baseUrl);
  console.log(`The sandbox listens on ${origin}
  API             ${sandbox.baseUrl}
  token endpoint  ${sandbox.tokenUrl}
  public key      ${sandbox.jwksUrl}
  client          ${defaultClient.clientId}, secret ${defaultClient.clientSecret} (public, only for tests)

Try it:
${tokenLine(sandbox.tokenUrl, defaultClient, audience)}
${curlLines(sandbox).join('\n')}

Press Ctrl-C to stop the sandbox.
`);
  if (sandbox.notSimulated.length > 0) console.log(`not simulated: ${sandbox.notSimulated.join(', ')}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
}

/**
 * Prints one line for each request, such as `12:00:00 GET /api/v2/token-exchange-profiles/tep_1 200 (my-service) 3 ms`.
 */
function log({ at, method, path, status, clientId, fault }: ReceivedRequest, durationMs: number): void {
  const time = new Date(at).toISOString().slice(11, 19);
  const outcome = status ?? `no response: ${fault ?? 'the caller disconnected'}`;
  const client = clientId === undefined ? '' : ` (${clientId})`;
  console.log(`${time} ${method} ${path} ${outcome}${client} ${Math.round(durationMs)} ms`);
}
