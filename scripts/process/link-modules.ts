import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { projectRoot } from 'tools-document/read';

/**
 * Links each package of `node_modules` into a copy of the project. The links of the packages of this project point to
 * their folders in the copy, so that the scripts of the copy run the code of the copy.
 *
 * @param root Folder of the copy.
 */
export async function linkModules(root: string): Promise<void> {
  const own = ownPackages();
  // npm installs a package in the folder of a workspace if `node_modules` has another version of the package.
  for (const part of own.values()) {
    const modules = join(projectRoot, part, 'node_modules');
    const names = existsSync(modules) ? await readdir(modules) : [];
    // Omit the folders of caches, which contain results for the document of this project.
    for (const name of names.filter((one) => !one.startsWith('.') || one === '.bin')) {
      const folder = own.get(name);
      const link = join(root, part, 'node_modules', name);
      await mkdir(dirname(link), { recursive: true });
      await symlink(folder === undefined ? join(modules, name) : join(root, folder), link, 'junction');
    }
  }
}

/** Returns the folders of the packages of this project, from its root, by the names of the packages. */
function ownPackages(): Map<string, string> {
  const manifest = (folder: string) => JSON.parse(readFileSync(join(projectRoot, folder, 'package.json'), 'utf8'));
  const { workspaces }: { workspaces: string[] } = manifest('.');
  return new Map(workspaces.map((folder) => [manifest(folder).name, folder]));
}
