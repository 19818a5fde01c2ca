import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { benchFolder, madeFolder, projectRoot } from './folders.ts';

const generated = join(madeFolder, 'hey-api');

/** Makes what the sections measure: the packed client, the generated peer, and each peer's program as JavaScript. */
export async function prepare(): Promise<void> {
  await rm(madeFolder, { recursive: true, force: true });
  await mkdir(madeFolder);
  await unpackClient();
  generatePeer(join(projectRoot, 'openapi/management.yaml'), generated);
  await transpilePeers();
}

/** The client as a consumer gets it: packed, with the dependencies that it names beside it. */
async function unpackClient(): Promise<void> {
  if (!existsSync(join(projectRoot, 'dist/index.js'))) throw new Error('There is no dist: run `npm run build` first.');
  const archive = packClient(madeFolder);
  const folder = join(madeFolder, 'node_modules/tenant-management-client');
  await mkdir(folder, { recursive: true });
  execFileSync('tar', ['-xzf', archive, '--strip-components=1', '-C', folder]);
}

/** Packs the built client. @returns The archive's path. */
export function packClient(folder: string): string {
  const packed: unknown = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: projectRoot, encoding: 'utf8' }),
  );
  // npm 10 gives a list, npm 12 an object by package name.
  const [{ filename }] = Object.values(packed as Record<string, { filename: string }>) as [{ filename: string }];
  return join(folder, filename);
}

/** Generates a client by @hey-api/openapi-ts. */
export function generatePeer(document: string, output: string): void {
  const cli = join(dirname(createRequire(import.meta.url).resolve('@hey-api/openapi-ts/package.json')), 'bin/run.js');
  execFileSync(process.execPath, [cli, '--input', document, '--output', output, '--silent', '--no-log-file'], {
    cwd: benchFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function transpilePeers(): Promise<void> {
  const files = await readdir(join(benchFolder, 'peers'));
  await build({
    entryPoints: files.map((file) => join(benchFolder, 'peers', file)),
    outdir: join(madeFolder, 'peers'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'node',
    // A consumer has these as packages, and the generated client as files of their own.
    external: ['auth0', 'ky', 'openapi-fetch', 'tenant-management-client'],
    alias: { 'hey-api/client': join(generated, 'client.gen.ts'), 'hey-api/sdk': join(generated, 'sdk.gen.ts') },
  });
}
