// Watches the document and its behavior file. After each save, the command lints, generates, type-checks, prints the
// changes for callers, restarts the mock and the sandbox, and rebuilds the docs page: `npm run dev -- [--mock-port 4010]
// [--sandbox-port 4020] [--docs-port 4030]`.
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { behaviorFileOf } from '../sandbox/build/behavior.ts';
import { readBaseline } from './dev/baseline.ts';
import { type CheckedContract, checkContract } from './dev/check-contract.ts';
import { openEnvironment, type Ports, type Urls } from './dev/environment.ts';
import { formatVerdict } from './dev/format-verdict.ts';
import { createQueue } from './dev/queue.ts';
import { findTypeErrors } from './dev/type-errors.ts';
import { createFileWatcher } from './dev/watch-files.ts';
import { documentFiles, findApi, projectRoot } from './openapi/document.ts';
import { onParentExit } from './process/exit-with-parent.ts';
import { fail } from './process/fail.ts';

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
  await mkdir(join(projectRoot, 'reports'), { recursive: true });
  const folder = await mkdtemp(join(projectRoot, 'reports/dev-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const environment = await openEnvironment(api.name, ports, folder);
  const behavior = behaviorFileOf(api.file);
  const baseline = await readBaseline(api, folder);
  const end = new AbortController();
  let savedAt = performance.now();
  let fileWithErrors: readonly string[] = [];
  /** Ends the steps that follow the verdict on the previous contract. */
  let superseded = new AbortController();
  let following = Promise.resolve();
  let printedUrls = '';

  const checks = createQueue(async () => {
    const since = savedAt;
    await watcher.watch([...(await documentFiles(api.file)), behavior, ...fileWithErrors]);
    try {
      const checked = await checkContract(api, baseline.contract, end.signal);
      fileWithErrors = [];
      if (checked.written.length > 0) console.log(`Generated ${checked.written.join(', ')}`);
      console.log(formatVerdict(checked.verdict, baseline.name));
      console.log(`Verdict after ${seconds(since)}`);
      superseded.abort();
      superseded = new AbortController();
      const signal = AbortSignal.any([superseded.signal, end.signal]);
      following = following.then(() => follow(checked, signal, since));
    } catch (error) {
      report(error, end.signal);
    }
  });

  async function follow(checked: CheckedContract, signal: AbortSignal, since: number): Promise<void> {
    if (signal.aborted) return;
    try {
      const errors = await findTypeErrors(signal);
      if (errors.length > 0) {
        fileWithErrors = [...new Set(errors.map(({ file }) => file))];
        await watcher.watch([...(await documentFiles(api.file)), behavior, ...fileWithErrors]);
        throw new Error(errors.map(({ text }) => text).join('\n'));
      }
      const urls = formatUrls(await environment.replaceServers(checked, signal));
      console.log(`No type errors; mock and sandbox restarted after ${seconds(since)}`);
      if (urls !== printedUrls) console.log(urls);
      printedUrls = urls;
      await environment.writeDocs(signal);
      console.log(`Docs page rebuilt after ${seconds(since)}`);
    } catch (error) {
      report(error, signal);
    }
  }

  const watcher = createFileWatcher((files, at) => {
    console.log(`\nSaved ${files.map((file) => relative(projectRoot, file)).join(', ')}`);
    savedAt = at;
    checks.run();
  });

  async function stop(): Promise<void> {
    if (end.signal.aborted) return;
    end.abort();
    watcher.close();
    await checks.idle();
    await following;
    await environment.close();
    process.exit();
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  onParentExit(stop);

  console.log(`Watching ${api.root} and its behavior file. Press Ctrl-C to stop.`);
  checks.run();
}

const formatUrls = ({ mock, sandbox, token, docs }: Urls) =>
  `  mock      ${mock}\n  sandbox   ${sandbox}, token endpoint ${token}\n  docs page ${docs}`;

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

function report(error: unknown, signal: AbortSignal): void {
  if (signal.aborted) return;
  console.log(error instanceof Error ? error.message : String(error));
  console.log('The mock, the sandbox and the docs page keep the last valid version.');
}

await main().catch(fail);
