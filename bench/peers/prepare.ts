import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { installPacked } from '../../scripts/process/install-packed.ts';
import { packPackages } from '../../scripts/process/pack.ts';
import { benchFolder, outputFolder, projectRoot } from '../measuring/folders.ts';
import { peerNames } from './peers.ts';

/** Creates the files that the sections measure: the packed client and the bundled peers. */
export async function prepare(): Promise<void> {
  await rm(outputFolder, { recursive: true, force: true });
  await mkdir(outputFolder);
  // The benchmark measures the published files.
  if (!existsSync(join(projectRoot, 'dist/index.js')))
    throw new Error('dist/index.js is missing: run `npm run build` first.');
  await installPacked(packPackages(outputFolder).client, 'tenant-management-client', outputFolder);
  await bundlePeers();
}

async function bundlePeers(): Promise<void> {
  await build({
    entryPoints: peerNames.map((name) => join(benchFolder, 'peers', `${name}.ts`)),
    outdir: join(outputFolder, 'peers'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'node',
    // Consumers install these packages.
    external: ['auth0', 'ky', 'openapi-fetch', 'tenant-management-client'],
  });
}
