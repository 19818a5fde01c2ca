import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readBaseline } from 'tenant-management-diff';
import { findApi, projectRoot } from 'tenant-management-document';
import { type Checks, startChecks } from './dev/checks.ts';
import { type Environment, openEnvironment, type Ports } from './dev/environment.ts';
import { onParentExit } from './process/exit-with-parent.ts';
import { fail } from './process/fail.ts';
import { answerHelp } from './process/help.ts';

answerHelp(`npm run dev -- [options]

Runs a mock and a sandbox, and serves the docs page. After each save of the document or its behavior file, lints, prints
the changes for callers, generates, prints the type errors, and restarts the servers.

Options:
  --mock-port <number>     port of the mock (default 4010); 0 for a free port
  --sandbox-port <number>  port of the sandbox (default 4020); 0 for a free port
  --docs-port <number>     port of the docs page (default 4030); 0 for a free port
`);

const OPTIONS = {
  'mock-port': { type: 'string', default: '4010' },
  'sandbox-port': { type: 'string', default: '4020' },
  'docs-port': { type: 'string', default: '4030' },
} as const;

/** Reads the ports of the command line. */
function readPorts(args: string[]): Ports {
  const { values } = parseArgs({ args, options: OPTIONS });
  const port = (option: keyof typeof OPTIONS) => {
    const value = Number(values[option]);
    if (values[option] !== '' && Number.isInteger(value) && value >= 0 && value <= 65_535) return value;
    throw new Error(`--${option} must be an integer from 0 (any free port) to 65535`);
  };
  return { mock: port('mock-port'), sandbox: port('sandbox-port'), docs: port('docs-port') };
}

async function main(): Promise<void> {
  const ports = readPorts(process.argv.slice(2));
  const api = await findApi();
  const ending = new AbortController();
  let checks: Checks | undefined;
  let environment: Environment | undefined;
  async function stop(): Promise<void> {
    if (ending.signal.aborted) return;
    ending.abort();
    await checks?.stop();
    await environment?.close();
    process.exit();
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  onParentExit(stop);

  const folder = createFolder();
  environment = await openEnvironment(api.name, ports, folder, ending.signal);
  const baseline = await readBaseline(api, folder);
  console.log(`Watching ${api.root} and its behavior file. Press Ctrl-C to stop.`);
  checks = startChecks({ api, baseline, environment, folder });
}

/** Creates a folder below the project's root for temporary files. The folder is removed when this process exits. */
function createFolder(): string {
  mkdirSync(join(projectRoot, 'reports'), { recursive: true });
  const folder = mkdtempSync(join(projectRoot, 'reports/dev-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

await main().catch(fail);
