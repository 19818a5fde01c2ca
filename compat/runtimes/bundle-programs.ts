// Installs the packed client in a folder, and bundles the programs there.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { installPacked } from '../../scripts/process/install-packed.ts';
import { packPackages } from '../../scripts/process/pack.ts';

/** Writes `main-process.mjs`, `main-workerd.mjs` and `main-browser.mjs`, and returns the text of the last one. */
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
    tsconfigRaw: '{}',
  } satisfies BuildOptions;
  await build({
    ...options,
    entryPoints: ['main-process.ts', 'main-workerd.ts', 'main-browser.ts'].map((name) =>
      join(import.meta.dirname, 'programs', name),
    ),
    external: ['tenant-management-client*'],
  });
  // Only programs inside the folder find the packed client: elsewhere in this project, the name of the client refers to
  // the project itself.
  await build({
    ...options,
    entryPoints: ['main-workerd.mjs', 'main-browser.mjs'].map((name) => join(folder, name)),
    allowOverwrite: true,
    // Only runtimes that have the file system of Node import this module.
    external: ['tenant-management-client/bulk/node'],
  });
  return readFile(join(folder, 'main-browser.mjs'), 'utf8');
}
