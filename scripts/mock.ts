import { parseArgs } from 'node:util';
import { curlCommand } from 'tools-contract/curl-command';
import { startMock } from 'tools-contract/prism';
import { findApi, readDocument } from 'tools-document/read';
import { onParentExit } from './process/exit-with-parent.ts';
import { portInUse, readPort } from './process/listen.ts';
import { runScript } from './process/run-script.ts';

await runScript(
  `npm run mock -- [name] [options]

Runs a mock of the document until you stop the process, and prints a curl line.

  name             name of the document in redocly.yaml (default: the first)

Options:
  --port <number>  port to listen on (default 4010); 0 for a free port
`,
  async (args) => {
    const options = { port: { type: 'string', default: '4010' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const port = readPort('--port', values.port);
    const document = await readDocument((await findApi(positionals[0])).file);
    const mock = await startMock(document, { port }).catch((error: Error) => {
      throw error.message.includes('EADDRINUSE') ? portInUse(port, '--port') : error;
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
  },
);
