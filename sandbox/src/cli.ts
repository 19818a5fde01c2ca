#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { readyClient } from './client.js';
import type { RateLimit } from './rate-limit.js';
import type { ReceivedRequest } from './received-request.js';

const HELP = `A sandbox tenant on loopback: its token endpoint, its operations with state, its rate limit.

Usage: tenant-management-sandbox [seed file] [options]

  seed file            YAML or JSON with clients, profiles, enrollments, rateLimit, assumeScopes
  --port <number>      port on 127.0.0.1, 0 for a free one (default 4020)
  --rate-limit <l/s>   calls at once and further calls a second, such as 5/2 (the default), or off
  --latency <ms>       time before each answer (default 0)
  --help               this text`;

try {
  const { values, positionals } = parseArgs({
    options: {
      port: { type: 'string', default: '4020' },
      'rate-limit': { type: 'string' },
      latency: { type: 'string', default: '0' },
      help: { type: 'boolean', short: 'h' },
    },
    allowPositionals: true,
  });
  if (values.help) console.log(HELP);
  else {
    const [file, surplus] = positionals;
    if (surplus !== undefined) throw new Error(`Expected one seed file; got another: ${surplus}`);
    await run(
      file,
      numberOf('--port', values.port),
      rateOf(values['rate-limit']),
      numberOf('--latency', values.latency),
    );
  }
} catch (error) {
  const { message, code } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) };
  const isUsage = code?.startsWith('ERR_PARSE_ARGS') === true;
  console.error(isUsage ? `${message.split('. ')[0]}. Options: --port, --rate-limit, --latency, --help.` : message);
  process.exitCode = 1;
}

async function run(
  file: string | undefined,
  port: number,
  rate: RateLimit | false | undefined,
  latency: number,
): Promise<void> {
  // Loaded when it is sure that there is something to do.
  const [{ startSandbox, readSeedFile }, { sandboxOperations }] = await Promise.all([
    import('./index.js'),
    import('./document.js'),
  ]);
  const seed = file === undefined ? {} : await readSeedFile(file);
  const options = { ...seed, ...(rate === undefined ? {} : { rateLimit: rate }), port, latency, onRequest: log };
  const sandbox = await startSandbox(options).catch((error: NodeJS.ErrnoException) => {
    const isTaken = error.code === 'EADDRINUSE';
    throw isTaken ? new Error(`Port ${port} is taken: give another with --port, or 0 for a free one.`) : error;
  });
  const { origin } = new URL(sandbox.baseUrl);
  console.log(`The sandbox tenant listens on ${origin}
  API             ${sandbox.baseUrl}
  token endpoint  ${sandbox.tokenUrl}
  public key      ${sandbox.jwksUrl}
  client          ${readyClient.clientId}, secret ${readyClient.clientSecret} (known to everybody: good for sandboxes alone)

Try it:
${tokenLine(sandbox.tokenUrl)}
${sandboxOperations.map(({ method, path }) => curlLine(method, sandbox.baseUrl, path)).join('\n')}

Ctrl-C ends it.
`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
  function tokenLine(url: string) {
    const form = `grant_type=client_credentials&client_id=${readyClient.clientId}&client_secret=${readyClient.clientSecret}&audience=/api/v2/`;
    return `  TOKEN=$(curl -s -d '${form}' ${url} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`;
  }
  function curlLine(method: string, baseUrl: string, path: string) {
    const [id = ''] = (path.includes('enrollments') ? sandbox.enrollments : sandbox.profiles).keys();
    // The shell's quote is the one character of it that encodeURIComponent leaves alone.
    const url = baseUrl + path.replace('{id}', encodeURIComponent(id).replaceAll("'", '%27'));
    return `  curl -i -X ${method} -H "Authorization: Bearer $TOKEN" '${url}'`;
  }
}

/** One line for each request, such as `12:00:00 GET /api/v2/token-exchange-profiles/tep_1 200 (my-service) 3 ms`. */
function log({ at, method, path, status, clientId, fault }: ReceivedRequest, tookMs: number): void {
  const time = new Date(at).toISOString().slice(11, 19);
  const outcome = status ?? `no answer: ${fault ?? 'the caller left'}`;
  const who = clientId === undefined ? '' : ` (${clientId})`;
  console.log(`${time} ${method} ${path} ${outcome}${who} ${Math.round(tookMs)} ms`);
}

function numberOf(name: string, value: string): number {
  const number = Number(value);
  if (value.trim() === '' || Number.isNaN(number)) throw new Error(`${name}: expected a number; got ${value}`);
  return number;
}

function rateOf(value: string | undefined): RateLimit | false | undefined {
  if (value === undefined) return undefined;
  if (value === 'off') return false;
  const [limit, perSecond, ...rest] = value.split('/').map(Number);
  const isRate = rest.length === 0 && Number.isInteger(limit) && Number(limit) > 0 && Number(perSecond) > 0;
  if (!isRate || limit === undefined || perSecond === undefined) {
    throw new Error(
      `--rate-limit: expected calls at once and further calls a second, such as 5/2, or off; got ${value}`,
    );
  }
  return { limit, perSecond };
}
