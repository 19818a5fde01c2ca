import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';

const cli = createRequire(import.meta.url).resolve('@stoplight/prism-cli');

/** Makes Prism end with the process that started it, also when that is killed. */
const endWithParent = 'data:text/javascript,process.once("disconnect",()=>process.exit())';

/** Hides where a redirect leads: the proxy would follow it, and call with the token what nobody named. */
const followNoRedirect = `data:text/javascript,${encodeURIComponent(`
  import http from 'node:http';
  import https from 'node:https';
  for (const module of [http, https]) {
    const { request } = module;
    module.request = (...args) => request(...args).prependListener('response', (response) => {
      delete response.headers.location;
    });
  }`)}`;

/** Far longer than a start takes, also of a large document on a busy machine. */
const LONGEST_START_MS = 30_000;

/** A Prism server on loopback. */
export interface Prism {
  readonly url: string;
  /** Resolves when its process has ended. */
  stop(): Promise<void>;
  /** Resolves with its exit status when it ends, by `stop` or by itself. */
  readonly ended: Promise<number | null>;
}

/**
 * Starts Prism and resolves when it listens.
 *
 * @param args Command and its arguments, for example `['mock', 'openapi/management.yaml']`.
 * @param port 0 for a free one.
 * @throws Error With what Prism printed, when it ends before it listens.
 */
export async function startPrism(args: string[], port = 0): Promise<Prism> {
  const child = spawn(
    process.execPath,
    // Prism would start several processes where NODE_ENV is production.
    [
      '--import',
      endWithParent,
      '--import',
      followNoRedirect,
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
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      const ready = /Prism is listening on (http:\S+)\s/.exec(printed)?.[1];
      if (ready !== undefined) resolve(ready);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    const timer = setTimeout(() => child.kill(), LONGEST_START_MS);
    timer.unref();
    // Before its reason, Prism prints its whole help.
    void ended.then(() => reject(new Error(`Prism ended before it listened: ${printed.trim().split('\n').at(-1)}`)));
  });
  // What it logs of each request is read and dropped, so that its pipe never fills.
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
