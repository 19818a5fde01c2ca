// A worker thread with one sandbox. Each version of the sandbox has its own thread, so that a stopped version frees its
// memory.
import { parentPort, workerData } from 'node:worker_threads';
import type { Sandbox, SandboxOptions } from '../src/index.ts';

/** The data that `startSandboxServer` passes to the thread. */
export interface SandboxThreadData {
  /** URL of the built module. */
  readonly module: string;
  /** The origin by which clients reach the sandbox. */
  readonly origin: string;
}

/** The message that the thread posts when the sandbox listens. */
export interface SandboxUrls extends Pick<Sandbox, 'baseUrl' | 'tokenUrl'> {
  /** URL of the address on which the sandbox listens. */
  readonly url: string;
}

// The casts are safe: the thread is started by `startSandboxServer`, with a module that the build of the sandbox wrote.
const { module, origin } = workerData as SandboxThreadData;
const { startSandbox } = (await import(module)) as { startSandbox(options: SandboxOptions): Promise<Sandbox> };
const { address: url, baseUrl, tokenUrl } = await startSandbox({ origin });
parentPort?.postMessage({ url, baseUrl, tokenUrl } satisfies SandboxUrls);
