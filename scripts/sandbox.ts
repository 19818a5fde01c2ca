// Runs a sandbox and serves the docs page until the process is stopped: `npm run sandbox -- [seed file] [options]`.
import { join } from 'node:path';
import { findApi, projectRoot } from './openapi/document.ts';
import { createDocsServer } from './process/docs-server.ts';
import { onParentExit } from './process/exit-with-parent.ts';
import { fail } from './process/fail.ts';
import { listen } from './process/listen.ts';

try {
  const { name } = await findApi();
  const server = createDocsServer(join(projectRoot, 'reports/docs', `${name}.html`));
  console.log(`The docs page is on ${await listen(server, 0)}/`);
  // The server of the docs page must not keep the process alive after the sandbox has stopped.
  server.unref();
  onParentExit(() => process.kill(process.pid, 'SIGTERM'));
  // The command of the sandbox package reads the arguments of this process.
  await import(new URL('../sandbox/dist/cli.js', import.meta.url).href);
} catch (error) {
  fail(error);
}
