import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Behavior } from 'tools-document/behavior';
import type { OpenApiDocument } from 'tools-document/model';
import { buildPackage } from './package.ts';
import type { SandboxThreadData, SandboxUrls } from './sandbox-thread.ts';

/** A sandbox in a worker thread. */
export interface SandboxServer extends SandboxUrls {
  /** Resolves when the thread ends, even if `stop` was not called. */
  readonly ended: Promise<unknown>;
  /** Ends the thread, and removes the build. */
  stop(): Promise<void>;
}

/**
 * Builds the sandbox for a contract and starts it on a free port, in a worker thread.
 *
 * @param folder Folder for the build, below the project's root: the build imports packages of the project.
 * @param origin The origin by which clients reach the sandbox.
 */
export async function startSandboxServer(
  { document, behavior }: { readonly document: OpenApiDocument; readonly behavior: Behavior },
  folder: string,
  origin: string,
  signal: AbortSignal,
): Promise<SandboxServer> {
  const outdir = await mkdtemp(join(folder, 'sandbox-'));
  let worker: Worker | undefined;
  const stop = async () => {
    await worker?.terminate();
    await rm(outdir, { recursive: true, force: true });
  };
  try {
    await buildPackage(document, behavior, outdir);
    signal.throwIfAborted();
    const workerData: SandboxThreadData = { module: pathToFileURL(join(outdir, 'index.js')).href, origin };
    const thread = new Worker(new URL('./sandbox-thread.ts', import.meta.url), { workerData });
    worker = thread;
    const ended = new Promise((resolve) => thread.once('exit', resolve));
    // The cast is safe: the thread posts its URLs as its first message.
    const [urls] = (await once(thread, 'message', { signal })) as [SandboxUrls];
    // An error in the thread ends the thread.
    thread.on('error', (error) => console.log(error.message));
    return { ...urls, ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
