import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from 'tenant-management-document';

/**
 * Links each package of `node_modules` into a copy of the project. The links of the packages of this project point to
 * their folders in the copy, so that the scripts of the copy run the code of the copy.
 *
 * @param root Folder of the copy.
 */
export async function linkModules(root: string): Promise<void> {
  const own = ownPackages();
  // npm installs a package in the folder of a workspace if `node_modules` has another version of the package.
  for (const folder of own.values()) {
    const modules = join(projectRoot, folder, 'node_modules');
    if (existsSync(modules)) await linkEntries(modules, join(root, folder, 'node_modules'), root, own);
  }
}

/** Returns the folders of the packages of this project, from its root, by the names of the packages. */
function ownPackages(): Map<string, string> {
  const manifest = (folder: string) => JSON.parse(readFileSync(join(projectRoot, folder, 'package.json'), 'utf8'));
  const { workspaces }: { workspaces: string[] } = manifest('.');
  return new Map(workspaces.map((folder) => [manifest(folder).name, folder]));
}

async function linkEntries(
  modules: string,
  links: string,
  root: string,
  own: ReadonlyMap<string, string>,
): Promise<void> {
  await mkdir(links, { recursive: true });
  for (const name of await readdir(modules)) {
    // Omit the folders of caches, which contain results for the document of this project.
    if (name.startsWith('.') && name !== '.bin') continue;
    const folder = own.get(name);
    const target = folder === undefined ? join(modules, name) : join(root, folder);
    await symlink(target, join(links, name), 'junction');
  }
}
