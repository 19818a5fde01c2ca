import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { installPacked } from '../../scripts/process/install-packed.ts';
import { packPackages } from '../../scripts/process/pack.ts';
import { benchFolder, outputFolder, projectRoot } from '../measuring/folders.ts';
import { peerNames } from './peers.ts';

const generated = join(outputFolder, 'hey-api');

/** Creates the files that the sections measure: the packed client, the generated client and the bundled peers. */
export async function prepare(): Promise<void> {
  await rm(outputFolder, { recursive: true, force: true });
  await mkdir(outputFolder);
  // The benchmark measures the published files.
  if (!existsSync(join(projectRoot, 'dist/index.js')))
    throw new Error('dist/index.js is missing: run `npm run build` first.');
  await installPacked(packPackages(outputFolder).client, 'tenant-management-client', outputFolder);
  generateHeyApiClient(join(projectRoot, 'openapi/management.yaml'), generated);
  await bundlePeers();
}

/** Generates a client with @hey-api/openapi-ts. */
function generateHeyApiClient(document: string, output: string): void {
  const cli = join(dirname(createRequire(import.meta.url).resolve('@hey-api/openapi-ts/package.json')), 'bin/run.js');
  execFileSync(process.execPath, [cli, '--input', document, '--output', output, '--silent', '--no-log-file'], {
    cwd: benchFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
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
    // Do not bundle the packages that consumers install. Bundle the generated client, because it is part of the
    // source code of a consumer.
    external: ['auth0', 'ky', 'openapi-fetch', 'tenant-management-client'],
    alias: { 'hey-api/client': join(generated, 'client.gen.ts'), 'hey-api/sdk': join(generated, 'sdk.gen.ts') },
  });
}
