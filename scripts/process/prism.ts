import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';

const cli = createRequire(import.meta.url).resolve('@stoplight/prism-cli');

/** Makes Prism exit with the process that started it, even if that process is killed. */
const exitWithParent = 'data:text/javascript,process.once("disconnect",()=>process.exit())';

/**
 * Makes the proxy relay every response of its upstream server:
 * - A redirect has no `Location`: Prism would follow it, and send the token to a server that the user did not name.
 * - The status 501 is an object: Prism compares it with the number 501, and would send a mock response instead.
 * - A response that is cut off makes the request fail: with a `Content-Length`, Prism would wait for the rest forever.
 */
const relayEveryResponse = `data:text/javascript,${encodeURIComponent(`
  import http from 'node:http';
  import https from 'node:https';
  for (const module of [http, https]) {
    const { request: send } = module;
    module.request = (...args) => {
      const request = send(...args);
      return request.prependListener('response', (response) => {
        delete response.headers.location;
        if (response.statusCode === 501) response.statusCode = Object(501);
        response.once('error', (error) => request.emit('error', error));
      });
    };
  }`)}`;

/** Far longer than a start takes, even with a large document on a busy machine. */
const START_TIMEOUT_MS = 30_000;

/** A Prism server on loopback. */
export interface Prism {
  readonly url: string;
  /** Stops Prism; resolves when its process has ended. */
  stop(): Promise<void>;
  /** Resolves with the exit status of the process when it ends, even if `stop` was not called. */
  readonly ended: Promise<number | null>;
}

/** Options of `startPrism`. */
export interface PrismOptions {
  /**
   * Port on loopback; 0 for a free one.
   * @default 0
   */
  readonly port?: number;
  /**
   * Start timeout in milliseconds: Prism is killed if it does not listen by then.
   * @default 30000
   */
  readonly startTimeoutMs?: number;
}

/**
 * Starts Prism and resolves when it listens.
 *
 * @param args Command and its arguments, for example `['mock', 'openapi/management.yaml']`.
 * @throws Error If Prism does not listen within the start timeout, or if it exits before that; the message then contains
 *   the last line that Prism printed. In both cases the process has exited.
 */
export async function startPrism(
  args: string[],
  { port = 0, startTimeoutMs = START_TIMEOUT_MS }: PrismOptions = {},
): Promise<Prism> {
  const child = spawn(
    process.execPath,
    // Without --multiprocess=false, Prism starts several processes if NODE_ENV is production.
    [
      '--import',
      exitWithParent,
      '--import',
      relayEveryResponse,
      cli,
      ...args,
      '--multiprocess=false',
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
    ],
    { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    // The reason is on the last line: Prism prints its whole help text before it.
    let failure = () => `Prism ended before it listened: ${printed.trim().split('\n').at(-1)}`;
    const timer = setTimeout(() => {
      failure = () => `Prism did not listen within ${startTimeoutMs} ms`;
      child.kill('SIGKILL');
    }, startTimeoutMs);
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      const ready = /Prism is listening on (http:\S+)\s/.exec(printed)?.[1];
      if (ready === undefined) return;
      clearTimeout(timer);
      resolve(ready);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    void ended.then(() => {
      clearTimeout(timer);
      reject(new Error(failure()));
    });
  });
  // Read and drop the log lines that Prism writes for each request, so that its pipes never fill.
  child.stdout?.removeAllListeners('data').resume();
  child.stderr?.removeAllListeners('data').resume();
  return {
    url,
    ended,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
