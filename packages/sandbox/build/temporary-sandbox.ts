import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Behavior, type OpenApiDocument, projectRoot } from 'tenant-management-document';
import type { Sandbox } from '../src/index.ts';
import { buildPackage } from './package.ts';

/** Folder of the built sandbox. It must be in the project, so that its files can import packages. */
const CACHE = join(projectRoot, 'node_modules/.cache');

/** A sandbox whose files are removed when it is disposed. */
type TemporarySandbox = Pick<Sandbox, 'baseUrl' | 'issueToken' | 'reset'> & AsyncDisposable;

/** Builds the sandbox of a document into a temporary folder, and starts it without a rate limit. */
export async function startTemporarySandbox(document: OpenApiDocument, behavior: Behavior): Promise<TemporarySandbox> {
  await mkdir(CACHE, { recursive: true });
  const outdir = await mkdtemp(join(CACHE, 'temporary-sandbox-'));
  try {
    await buildPackage(document, behavior, outdir);
    // The cast is safe, because the built package has the exports of the sandbox.
    const { startSandbox } = (await import(pathToFileURL(join(outdir, 'index.js')).href)) as Pick<
      typeof import('../src/index.ts'),
      'startSandbox'
    >;
    const sandbox = await startSandbox({ rateLimit: false });
    return {
      baseUrl: sandbox.baseUrl,
      issueToken: () => sandbox.issueToken(),
      reset: () => sandbox.reset(),
      [Symbol.asyncDispose]: async () => {
        await sandbox.close();
        await rm(outdir, { recursive: true });
      },
    };
  } catch (error) {
    await rm(outdir, { recursive: true });
    throw error;
  }
}
