import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { behaviorFileOf } from 'tools-document/behavior';
import { findApi, projectRoot, type RedoclyApi } from 'tools-document/read';
import { type Contract, contractOf } from '../contract.ts';

/** Matches tags such as `v1.2.3`, but not `v1.2.3-rc.1`, because git sorts the tag of a pre-release above `v1.2.3`. */
const RELEASE_TAG = /^v\d+\.\d+\.\d+$/;

/** Returns the tag of the last release before the current commit, or `HEAD` if no release has a tag. */
function lastRelease(root = projectRoot): string {
  const tags = git(root, 'tag', '--merged', 'HEAD', '--sort=-version:refname').toString().split('\n');
  return tags.find((tag) => RELEASE_TAG.test(tag)) ?? 'HEAD';
}

/** Returns the result of `lastRelease`. If no release has a tag, prints that the comparison is with `HEAD`. */
export function defaultRef(root = projectRoot): string {
  const ref = lastRelease(root);
  if (ref === 'HEAD')
    console.error(
      'No release has a tag (v*), so the comparison is with HEAD. To compare with another commit, pass its git ref.',
    );
  return ref;
}

/**
 * Writes the files of a git ref into a folder.
 *
 * @param root Folder of the repository.
 * @returns The contract that `redocly.yaml` names at the ref.
 * @throws Error If git does not know the ref, or if the ref does not contain a document.
 */
export async function contractAt(ref: string, folder: string, root = projectRoot): Promise<Contract> {
  try {
    git(root, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`);
  } catch (cause) {
    throw new Error(
      `${ref} must be a commit or a tag of this repository: run \`git fetch --tags\`, or pass another ref`,
      { cause },
    );
  }
  await mkdir(folder, { recursive: true });
  execFileSync('tar', ['-x', '-C', folder], { input: git(root, 'archive', ref) });
  if (!existsSync(join(folder, 'redocly.yaml')))
    throw new Error('redocly.yaml must exist at the git ref; pass a ref that contains the document');
  const seconds = git(root, 'log', '-1', '--format=%ct', ref, '--').toString();
  return { ...(await contractIn(folder)), date: new Date(Number(seconds) * 1000).toISOString().slice(0, 10) };
}

/**
 * Returns the contract of a folder, such as the project.
 *
 * @throws Error If the document does not exist.
 */
export async function contractIn(folder: string): Promise<Contract> {
  const { file, root } = await findApi(undefined, folder);
  if (!existsSync(file)) {
    const place = relative(folder, projectRoot) === '' ? '' : ' at the git ref';
    throw new Error(`${root} must exist${place}, because redocly.yaml names this document`);
  }
  return contractOf(file, folder);
}

const git = (root: string, ...args: string[]): Buffer =>
  execFileSync('git', args, { cwd: root, maxBuffer: Number.POSITIVE_INFINITY, stdio: ['ignore', 'pipe', 'ignore'] });

/** The contract with which each saved version is compared. */
export interface Baseline {
  /** Name for the output, such as `v1.2.0`. */
  readonly name: string;
  readonly contract: Contract;
}

/**
 * Reads the contract of the last release, or of the last commit before the first release. If git has neither, the
 * function returns a copy of the current contract.
 *
 * @param folder Folder for the files of the contract.
 */
export async function readBaseline(api: RedoclyApi, folder: string): Promise<Baseline> {
  try {
    const ref = lastRelease();
    const contract = await contractAt(ref, join(folder, 'ref'));
    return { name: ref === 'HEAD' ? 'the last commit (HEAD)' : `the last release (${ref})`, contract };
  } catch {
    return { name: 'the start of npm run dev', contract: await copyContract(api, join(folder, 'start')) };
  }
}

async function copyContract({ file }: RedoclyApi, folder: string): Promise<Contract> {
  const copyOf = (path: string) => join(folder, relative(projectRoot, path));
  // The behavior file is optional, and the document can be missing until the first save.
  for (const path of [file, behaviorFileOf(file)]) await cp(path, copyOf(path)).catch(() => undefined);
  return contractOf(copyOf(file), folder);
}
