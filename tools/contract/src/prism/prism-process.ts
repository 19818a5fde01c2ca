import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from 'tools-document/read';

const cli = createRequire(import.meta.url).resolve('@stoplight/prism-cli');

/** A module that makes Prism exit when the process that started Prism exits or is killed. */
const exitWithParent = 'data:text/javascript,process.once("disconnect",()=>process.exit())';

/**
 * A module that makes Prism keep idle connections. Prism can take seconds for the first request to an operation. The
 * next request would be sent on a connection that Prism then closes.
 */
const keepConnections = `data:text/javascript,${encodeURIComponent(`
  import http from 'node:http';
  const { createServer } = http;
  http.createServer = (...args) => Object.assign(createServer(...args), { keepAliveTimeout: 0 });`)}`;

/**
 * A module that writes the violations that Prism reports in ASCII. Prism writes the values of an enum to the header field
 * `sl-violations`, and would exit if one of them had a character that a header field cannot contain.
 */
const escapeViolations = `data:text/javascript,${encodeURIComponent(String.raw`
  import { ServerResponse } from 'node:http';
  const { setHeader } = ServerResponse.prototype;
  const escape = (character) => '\\u' + character.charCodeAt(0).toString(16).padStart(4, '0');
  ServerResponse.prototype.setHeader = function (name, value) {
    const isEscaped = name.toLowerCase() === 'sl-violations';
    return setHeader.call(this, name, isEscaped ? String(value).replace(/[^ -~]/g, escape) : value);
  };`)}`;

/** Default start timeout. With large recursive schemas, Prism takes about two minutes to start. */
const START_TIMEOUT_MS = 300_000;

/** A Prism server on loopback. */
export interface Prism {
  readonly url: string;
  /** Stops Prism. Resolves when the process of Prism has ended. */
  stop(): Promise<void>;
  /** Resolves with the exit status when the process of Prism ends, even if `stop` was not called. */
  readonly ended: Promise<number | null>;
}

export interface PrismOptions {
  /**
   * Port on loopback. With `0`, the operating system chooses a free port.
   * @default 0
   */
  readonly port?: number;
  /**
   * Start timeout in milliseconds. Prism is killed if it does not listen within this time.
   * @default 300000
   */
  readonly startTimeoutMs?: number;
  /** Kills Prism if the signal is aborted before Prism listens. */
  readonly signal?: AbortSignal;
}

/**
 * Starts Prism's mock and resolves when it listens.
 *
 * @param file The document.
 * @throws Error If Prism does not listen within the start timeout, or if Prism exits before it listens. In the second
 *   case, the message contains the reason that Prism printed. In both cases, the process has exited.
 */
export async function startPrism(
  file: string,
  { port = 0, startTimeoutMs = START_TIMEOUT_MS, signal }: PrismOptions = {},
): Promise<Prism> {
  const modules = [exitWithParent, keepConnections, escapeViolations].flatMap((one) => ['--import', one]);
  // Without --multiprocess=false, Prism starts several processes if NODE_ENV is production.
  const options = ['--multiprocess=false', '--host', '127.0.0.1', '--port', String(port)];
  const child = spawn(process.execPath, [...modules, cli, 'mock', file, ...options], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // The compile cache saves a third of the load time of Prism.
    env: { NODE_COMPILE_CACHE: join(projectRoot, 'node_modules/.cache/node'), ...process.env },
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  const url = await listeningUrl(child, ended, startTimeoutMs, signal);
  // Read and discard the log lines that Prism writes for each request, so that the output pipes do not fill up.
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

/** Resolves with the URL that Prism prints when it listens. Rejects if Prism ends before. */
function listeningUrl(
  child: ChildProcess,
  ended: Promise<unknown>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<string> {
  let printed = '';
  return new Promise((resolve, reject) => {
    let failure = () => `Prism ended before it listened: ${reasonIn(printed)}`;
    const timer = setTimeout(() => {
      failure = () => `Prism did not listen within ${timeoutMs} ms`;
      child.kill('SIGKILL');
    }, timeoutMs);
    const abort = () => {
      failure = () => 'Prism was stopped before it listened';
      child.kill('SIGKILL');
    };
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      const ready = /Prism is listening on (http:\S+)\s/.exec(printed)?.[1];
      if (ready === undefined) return;
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
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
}

/** Returns the reason in the output of Prism. Prism prints its help text first, and then a line or an inspected error. */
function reasonIn(printed: string): string | undefined {
  const [, message] = /^ +message: (['"`])(.*?)(?: ?\\n)?\1/m.exec(printed)?.slice(1) ?? [];
  return message ?? printed.trim().split('\n').at(-1);
}
