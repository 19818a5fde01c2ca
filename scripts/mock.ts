import { parseArgs } from 'node:util';
import { startMock } from 'tenant-management-contract';
import { curlCommand, findApi, readDocument } from 'tenant-management-document';
import { onParentExit } from './process/exit-with-parent.ts';
import { fail } from './process/fail.ts';
import { answerHelp } from './process/help.ts';

answerHelp(`npm run mock -- [name] [options]

Runs a mock of the document until you stop the process, and prints a curl line.

  name             name of the document in redocly.yaml (default: the first)

Options:
  --port <number>  port to listen on (default 4010); 0 for a free port
`);

try {
  const { values, positionals } = parseArgs({
    options: { port: { type: 'string', default: '4010' } },
    allowPositionals: true,
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error('--port must be an integer from 0 (any free port) to 65535');
  }
  const { file } = await findApi(positionals[0]);
  const document = await readDocument(file);
  const mock = await startMock(document, { port }).catch((error: Error) => {
    const isPortInUse = error.message.includes('EADDRINUSE');
    throw isPortInUse
      ? new Error(`Port ${port} is in use; pass another port with --port, or 0 for a free port`)
      : error;
  });
  console.log(
    `The mock of ${document.info.title} listens on ${mock.url}\nTry it: ${curlCommand(document, mock.url)}\nPress Ctrl-C to stop the mock.`,
  );
  let isStopping = false;
  const stop = () => {
    isStopping = true;
    void mock.stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  onParentExit(stop);
  await mock.ended;
  if (!isStopping) throw new Error('The mock stopped because its Prism process exited. Start the mock again.');
} catch (error) {
  fail(error);
}
