import { join } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import { projectRoot } from 'tenant-management-document';
import { contentExceptions } from '../generate/content-exceptions.ts';
import { defaultsModule } from '../generate/defaults-module.ts';
import { bundledSize, exceptionBytes, PROGRAMS } from '../size.ts';
import type { Outcome } from './steps.ts';
import type { Subject } from './subject.ts';

/** The program whose bundle is measured: the client with client credentials. */
const PROGRAM = PROGRAMS.at(-1)?.source ?? '';

/** Tolerance of the size limit. Gzip compresses two almost equal texts to slightly different sizes. */
const TOLERANCE_BYTES = 20;

/**
 * Bundles the same program with the client of the subject's document and with the client of this project, and compares
 * the sizes. Only the values in `src/generated/defaults.ts` may differ: the server, the token endpoint and the content
 * exceptions.
 */
export async function compareBundles({ root, document }: Subject): Promise<Outcome> {
  const exceptions = contentExceptions(document).exceptions.length;
  const withoutExceptions = defaultsModule({ ...document, paths: {} });
  const [ours, bytes, bare] = await Promise.all([
    bundledSize(PROGRAM, fromSources(projectRoot)),
    bundledSize(PROGRAM, fromSources(root)),
    bundledSize(PROGRAM, fromSources(root, withoutExceptions)),
  ]);
  const cost = bytes - bare;
  const listed = `${exceptions} operations with content that is unusual for the method`;
  const result = `${bytes} bytes, ${cost} of them for ${listed}; with this project's document, ${ours} bytes`;
  const limit = exceptionBytes(exceptions) + TOLERANCE_BYTES;
  if (cost <= limit) return { result };
  const reason = `operations whose content is unusual for their method must add at most ${limit} bytes`;
  return { result, failures: [{ reason }] };
}

/** Options of esbuild that bundle the sources in a folder, optionally with another text of `defaults.ts`. */
function fromSources(folder: string, defaults?: string): BuildOptions {
  const replaced: Plugin = {
    name: 'defaults',
    setup: ({ onLoad }) => {
      if (defaults === undefined) return;
      onLoad({ filter: /[\\/]generated[\\/]defaults\.ts$/ }, () => ({ contents: defaults, loader: 'ts' }));
    },
  };
  return { alias: { 'tenant-management-client': join(folder, 'src/index.ts') }, plugins: [replaced] };
}
