// Runs a sandbox and serves the docs page until the process is stopped: `npm run sandbox -- [seed file] [options]`.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { findApi, projectRoot } from './openapi/document.ts';
import { onParentExit } from './process/exit-with-parent.ts';
import { fail } from './process/fail.ts';

try {
  const { name } = await findApi();
  const page = await readFile(join(projectRoot, 'reports/docs', `${name}.html`));
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  console.log(`The docs page is on http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`);
  // The server of the docs page must not keep the process alive after the sandbox has stopped.
  server.unref();
  onParentExit(() => process.kill(process.pid, 'SIGTERM'));
  // The command of the sandbox package reads the arguments of this process.
  await import(new URL('../sandbox/dist/cli.js', import.meta.url).href);
} catch (error) {
  fail(error);
}
