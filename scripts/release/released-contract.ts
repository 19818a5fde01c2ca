import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { behaviorFileOf } from '../../sandbox/build/behavior.ts';
import type { Contract } from '../diff/verdict.ts';
import { findApi, projectRoot } from '../openapi/document.ts';

/** Returns the tag of the last release, or `HEAD` if no release has a tag. */
export function lastRelease(): string {
  const tags = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname').trim();
  return tags.split('\n')[0] || 'HEAD';
}

/**
 * Writes the files of the contract at a git ref into a folder.
 *
 * @throws Error If git does not know the ref, or if the ref does not contain a document.
 */
export async function contractAt(ref: string, folder: string): Promise<Contract> {
  git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`);
  const { root } = await findApi();
  await mkdir(folder, { recursive: true });
  execFileSync('tar', ['-x', '-C', folder], {
    input: execFileSync('git', ['archive', ref, 'redocly.yaml', dirname(root)], { cwd: projectRoot }),
  });
  return await contractIn(folder);
}

/** Returns the contract of a folder, such as the project. */
export async function contractIn(folder: string): Promise<Contract> {
  const { file } = await findApi(undefined, folder);
  const behavior = behaviorFileOf(file);
  return existsSync(behavior) ? { document: file, behavior } : { document: file };
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' });
}
