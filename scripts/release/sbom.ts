import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { projectRoot } from 'tenant-management-document';
import { npm } from '../process/npm.ts';

/**
 * Returns the software bill of materials (SBOM) of a package in CycloneDX JSON: its run-time dependencies as
 * package-lock.json locks them. Works without a network.
 *
 * In a workspace, `npm sbom` mixes the dependencies of all packages. Therefore, the function runs `npm sbom` in a
 * folder that contains only the package.
 *
 * @param packageFolder Folder of the package, from the root of the project.
 * @param bundled Packages whose code is in the package, with their versions.
 */
export async function sbomOf(packageFolder: string, bundled: Readonly<Record<string, string>> = {}): Promise<string> {
  const {
    devDependencies: _dev,
    workspaces: _workspaces,
    scripts: _scripts,
    overrides: _overrides,
    ...rest
  } = JSON.parse(await readFile(join(projectRoot, packageFolder, 'package.json'), 'utf8'));
  const manifest = { ...rest, dependencies: { ...rest.dependencies, ...bundled } };
  const lock = JSON.parse(await readFile(join(projectRoot, 'package-lock.json'), 'utf8'));
  lock.packages[''] = manifest;
  // The folder of the package becomes the root, so the packages that are installed in this folder move to the root.
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.startsWith(`${packageFolder}/node_modules/`)) continue;
    lock.packages[path.slice(packageFolder.length + 1)] = entry;
  }

  await using parent = await mkdtempDisposable(join(tmpdir(), 'tenant-management-sbom-'));
  // npm uses the name of the folder as the name of the component.
  const folder = join(parent.path, basename(manifest.name));
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
  // In the copy of package-lock.json, npm keeps only the packages on which the package depends.
  npm(['install', '--package-lock-only', '--offline', '--ignore-scripts'], folder);
  return npm(['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], folder);
}
