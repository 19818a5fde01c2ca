// Builds the site of a copy of the project that has another OpenAPI document.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { linkModules } from '../../scripts/try/project-copy.ts';
import { placeFirst, projectRoot } from '../support/project-copy.ts';

/** Longer than the build takes on a busy machine. */
export const TIMEOUT_MS = 600_000;
/** The copy has the API pages of the last build, which do not depend on the document. */
const OMITTED = ['.git', '.astro', 'node_modules', 'reports', 'coverage'];

/** A copy of the project in a temporary folder. */
export interface SiteCopy {
  /** Writes the reference, and builds the site. */
  build(): Promise<void>;
  /** Folder of the built site. */
  readonly folder: string;
  remove(): Promise<void>;
}

/** Copies the project with another document. */
export async function copySite(document: object): Promise<SiteCopy> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'site-copy-')));
  await cp(projectRoot, root, { recursive: true, filter: (source) => !OMITTED.includes(basename(source)) });
  await linkModules(root);
  await symlink(join(projectRoot, 'site/node_modules'), join(root, 'site/node_modules'), 'junction');
  await placeFirst({ root }, document, { extends: ['spec'] });
  return {
    async build() {
      await run(root, 'scripts/site.ts');
      await run(join(root, 'site'), 'node_modules/astro/bin/astro.mjs', 'build', '--silent');
    },
    folder: join(root, 'reports/site'),
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/**
 * Runs a script without the variables of this process: Vitest sets `NODE_ENV` and `DEV`, with which Astro omits the
 * search. Rejects with the output if the script fails.
 */
const run = (cwd: string, ...args: string[]): Promise<unknown> =>
  promisify(execFile)(process.execPath, args, {
    cwd,
    timeout: TIMEOUT_MS,
    env: { PATH: process.env['PATH'], HOME: cwd, ASTRO_TELEMETRY_DISABLED: '1' },
  });
