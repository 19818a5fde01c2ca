import { join } from 'node:path';
import { findApi, projectRoot } from 'tools-document/read';
import { ARGUMENTS_HELP } from '../packages/sandbox/src/arguments-help.ts';
import { writeDocs } from './docs.ts';
import { redoclyOutput } from './lint/redocly.ts';
import { createDocsServer } from './process/docs-server.ts';
import { onParentExit } from './process/exit-with-parent.ts';
import { listen } from './process/listen.ts';
import { runScript } from './process/run-script.ts';

/** Writes the docs page and serves it. A problem with the page does not stop the sandbox. */
async function serveDocs(): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const { name } = await findApi();
  const page = join(projectRoot, 'reports/docs', `${name}.html`);
  const run = async (...args: string[]) => (await redoclyOutput(args, stop.signal)).status ?? 1;
  try {
    await writeDocs(name, page, run);
  } catch (error) {
    if (!stop.signal.aborted) console.error(`The docs page is not available: ${Object(error).message}`);
    return;
  }
  const server = createDocsServer(page);
  console.log(`The docs page is on ${await listen(server, 0)}/`);
  // The server of the docs page must not keep the process alive after the sandbox has stopped.
  server.unref();
}

await runScript(
  `npm run sandbox -- [seed file] [options]

Runs a sandbox until you stop the process, prints curl lines for up to ten operations, and serves the docs page.

${ARGUMENTS_HELP}
`,
  async () => {
    onParentExit(() => process.kill(process.pid, 'SIGTERM'));
    // The command of the sandbox package reads the arguments of this process. It sets the exit code if it cannot start.
    await import(new URL('../packages/sandbox/dist/cli.js', import.meta.url).href);
    if (process.exitCode === undefined && !process.argv.includes('--version')) await serveDocs();
  },
);
