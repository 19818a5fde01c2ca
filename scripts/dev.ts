import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readBaseline } from 'tools-diff';
import { findApi, projectRoot } from 'tools-document/read';
import { type Checks, startChecks } from './dev/checks.ts';
import { type Environment, openEnvironment } from './dev/environment.ts';
import { onParentExit } from './process/exit-with-parent.ts';
import { readPort } from './process/listen.ts';
import { fail, runScript } from './process/run-script.ts';

const OPTIONS = {
  'mock-port': { type: 'string', default: '4010' },
  'sandbox-port': { type: 'string', default: '4020' },
  'docs-port': { type: 'string', default: '4030' },
} as const;

/** Creates a folder below the project's root for temporary files. The folder is removed when this process exits. */
function createFolder(): string {
  mkdirSync(join(projectRoot, 'reports'), { recursive: true });
  const folder = mkdtempSync(join(projectRoot, 'reports/dev-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

await runScript(
  `npm run dev -- [options]

Runs a mock and a sandbox, and serves the docs page. After each save of the document or its behavior file, lints, prints
the changes for callers, generates, prints the type errors, and restarts the servers.

Options:
  --mock-port <number>     port of the mock (default 4010); 0 for a free port
  --sandbox-port <number>  port of the sandbox (default 4020); 0 for a free port
  --docs-port <number>     port of the docs page (default 4030); 0 for a free port
`,
  async (args) => {
    const { values } = parseArgs({ args, options: OPTIONS });
    const port = (option: keyof typeof OPTIONS) => readPort(`--${option}`, values[option]);
    const ports = { mock: port('mock-port'), sandbox: port('sandbox-port'), docs: port('docs-port') };
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

    try {
      const folder = createFolder();
      environment = await openEnvironment(api.name, ports, folder, ending.signal);
      const baseline = await readBaseline(api, folder);
      console.log(`Watching ${api.root} and its behavior file. Press Ctrl-C to stop.`);
      checks = startChecks({ api, baseline, environment, folder });
    } catch (error) {
      fail(error);
      // The servers that already listen would keep this process alive.
      await stop();
    }
  },
);
