import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from 'tools-document/read';
import { unpack } from './pack.ts';

/**
 * Installs a packed package with its declared dependencies, without a registry.
 *
 * @param file Path of the packed package.
 * @param folder The package is installed in `node_modules` of this folder.
 */
export async function installPacked(file: string, name: string, folder: string): Promise<void> {
  unpack(file, join(folder, 'node_modules', name));
  await copyDependencies(name, join(folder, 'node_modules'));
}

async function copyDependencies(name: string, modules: string): Promise<void> {
  // npm has packed or installed this package, so its package.json is valid.
  const manifest = JSON.parse(await readFile(join(modules, name, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  for (const dependency of Object.keys(manifest.dependencies ?? {})) {
    await cp(join(projectRoot, 'node_modules', dependency), join(modules, dependency), { recursive: true });
    await copyDependencies(dependency, modules);
  }
}
