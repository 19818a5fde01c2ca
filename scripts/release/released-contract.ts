import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { behaviorFileOf } from '../../sandbox/build/behavior.ts';
import type { Contract } from '../diff/verdict.ts';
import { findApi, projectRoot } from '../openapi/document.ts';

const CONFIGURATION = 'redocly.yaml';

/** Returns the tag of the last release, or `HEAD` if no release has a tag. */
export function lastRelease(): string {
  const tags = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname');
  return tags.split('\n')[0] || 'HEAD';
}

/**
 * Copies the contract at a git ref to a folder: the document that `redocly.yaml` names there, the files next to the
 * document, and the behavior file.
 *
 * @throws Error If git does not know the ref, or if the commit does not contain the document.
 */
export async function contractAt(ref: string, folder: string): Promise<Contract> {
  try {
    git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`);
  } catch {
    throw new Error(
      `${ref} must be a commit or a tag of this repository: run \`git fetch --tags\`, or pass another ref`,
    );
  }
  try {
    copyAt(ref, CONFIGURATION, folder);
    copyAt(ref, posix.dirname((await findApi(undefined, folder)).root), folder);
    return await contractIn(folder);
  } catch (cause) {
    throw new Error(`${ref} must contain ${CONFIGURATION} and the document that this file names: pass a later ref`, {
      cause,
    });
  }
}

/** Returns the contract of a folder that contains `redocly.yaml`, such as the project. */
export async function contractIn(folder: string): Promise<Contract> {
  const { file } = await findApi(undefined, folder);
  const behavior = behaviorFileOf(file);
  return existsSync(behavior) ? { document: file, behavior } : { document: file };
}

/** Copies a file or a folder of a commit. */
function copyAt(ref: string, path: string, folder: string): void {
  const archive = join(folder, 'contract.tar');
  git('archive', '--output', archive, ref, path);
  execFileSync('tar', ['-xf', archive, '-C', folder]);
}

/** Runs git. The messages of git are not printed, because the callers throw their own. */
function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
