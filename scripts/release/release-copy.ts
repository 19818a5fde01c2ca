import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from 'tenant-management-document';
import { linkModules } from '../process/link-modules.ts';

/** The commit of a copy is deleted with the copy, so the commit needs neither a real author nor a signature. */
const CONFIGURATION = {
  'user.name': 'release:dry',
  'user.email': 'release-dry@example.com',
  'commit.gpgSign': 'false',
  'tag.gpgSign': 'false',
};

/**
 * Clones the project into a temporary folder, with its tags and with the files of the working tree, so that a release
 * can be tried there.
 *
 * @returns The absolute path of the copy.
 */
export async function copyForRelease(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'tenant-management-release-')));
  git(projectRoot, 'clone', '--quiet', '--no-checkout', projectRoot, folder);
  // The files that git tracks or would add. A deleted file is listed, but does not exist.
  const files = git(projectRoot, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0');
  for (const file of files.filter((name) => name !== '' && existsSync(join(projectRoot, name)))) {
    await cp(join(projectRoot, file), join(folder, file), { verbatimSymlinks: true });
  }
  await linkModules(folder);
  return folder;
}

/** Commits all files of a copy, creates a tag, and returns the tags of the commit. */
export function commitAndTag(folder: string, tag: string): string {
  for (const [key, value] of Object.entries(CONFIGURATION)) git(folder, 'config', key, value);
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--no-verify', '--allow-empty', '--message', `Release ${tag}`);
  git(folder, 'tag', '--annotate', tag, '--message', `Release ${tag}`);
  return git(folder, 'tag', '--points-at', 'HEAD').trim();
}

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
}
