// Builds the site of a copy of the project that has another OpenAPI document.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { linkModules } from '../../../scripts/process/link-modules.ts';
import { edit, placeFirst, projectRoot } from '../../support/project-copy.ts';

/** Longer than the build takes on a busy machine. */
export const TIMEOUT_MS = 600_000;
/** Entries that are not copied. The copy keeps the API pages of the last build, which do not depend on the document. */
const OMITTED = ['.git', '.astro', 'node_modules', 'reports', 'coverage'];

const REPOSITORY = { type: 'git', url: 'git+https://git.example/owner/name.git' };

/**
 * The folder of the copies. It is inside the project, because Astro cannot build a site whose `node_modules` links to
 * another top-level folder, for example a site in `/tmp` with packages in `/home`.
 */
const COPIES = join(projectRoot, 'reports');

/**
 * Builds the site of a copy of the project with another document and a repository. The caller calls `remove`.
 *
 * @param address Address at which the site is published; by default, the root of a host.
 * @returns The folder of the built site, and what the build prints.
 */
export async function buildCopy(document: object, address = '') {
  await mkdir(COPIES, { recursive: true });
  const root = await mkdtemp(join(COPIES, 'site-copy-'));
  const remove = () => rm(root, { recursive: true, force: true });
  // Copy each entry, because `cp` copies no folder into itself.
  const entries = (await readdir(projectRoot)).filter((name) => !OMITTED.includes(name));
  const options = { recursive: true, filter: (source: string) => !OMITTED.includes(basename(source)) };
  try {
    await Promise.all(entries.map((name) => cp(join(projectRoot, name), join(root, name), options)));
    await linkModules(root);
    await symlink(join(projectRoot, 'site/node_modules'), join(root, 'site/node_modules'), 'junction');
    await placeFirst({ root }, document, { extends: ['spec'] });
    await edit(root, 'package.json', (text) => JSON.stringify({ ...JSON.parse(text), repository: REPOSITORY }));
    await run(root, address, 'scripts/site.ts');
    const printed = await run(join(root, 'site'), address, 'node_modules/astro/bin/astro.mjs', 'build', '--silent');
    return { folder: join(root, 'reports/site'), printed, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Runs a script without the variables of this process: Vitest sets `NODE_ENV` and `DEV`, with which Astro omits the
 * search. Rejects with the output if the script fails.
 */
async function run(cwd: string, address: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd,
    timeout: TIMEOUT_MS,
    env: { PATH: process.env['PATH'], HOME: cwd, ASTRO_TELEMETRY_DISABLED: '1', SITE_URL: address },
  });
  return stdout;
}
