// Installs the packed client in a folder, and bundles the programs there.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { installPacked } from '../../scripts/process/install-packed.ts';
import { packPackages } from '../../scripts/process/pack.ts';

/** Returns the bundle for browsers. */
export async function bundlePrograms(folder: string): Promise<string> {
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const { client } = packPackages(folder);
  await installPacked(client, 'tenant-management-client', folder);
  const options = {
    bundle: true,
    format: 'esm' as const,
    target: 'es2022',
    outExtension: { '.js': '.mjs' },
    outdir: folder,
    nodePaths: [join(folder, 'node_modules')],
    tsconfigRaw: '{}',
  } satisfies BuildOptions;
  await build({
    ...options,
    entryPoints: [join(import.meta.dirname, 'main-process.ts')],
    external: ['tenant-management-client*'],
  });
  await build({
    ...options,
    entryPoints: ['main-workerd.ts', 'main-browser.ts'].map((name) => join(import.meta.dirname, name)),
    // Only runtimes with files import this module.
    external: ['tenant-management-client/bulk/node'],
  });
  return readFile(join(folder, 'main-browser.mjs'), 'utf8');
}
