import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BUMPS, type Bump, largestBump } from '../change.ts';

/** Returns the bump of the packages. Before 1.0, a breaking change needs a minor version (Semantic Versioning, 4). */
export const packageBump = (bump: Bump, version: string): Bump =>
  bump === 'major' && version.startsWith('0.') ? 'minor' : bump;

/** Verdict and versions that a release check compares. */
export interface PlannedRelease {
  readonly bump: Bump;
  /** Version in `package.json` at the git ref. */
  readonly before: string;
  /** Version in `package.json` of the working tree. */
  readonly after: string;
  /** Bumps of the changesets that are new or different since the git ref. */
  readonly changesets: readonly Bump[];
}

/**
 * Checks that the next version is large enough for a verdict. The version in `package.json` or a new changeset can
 * announce the next version.
 *
 * @throws Error If the next version is too small.
 */
export function checkRelease({ bump, before, after, changesets }: PlannedRelease): void {
  const needed = packageBump(bump, before);
  const planned = largestBump([versionBump(before, after), ...changesets]);
  if (BUMPS.indexOf(planned) >= BUMPS.indexOf(needed)) return;
  throw new Error(
    `The changes of the contract need a ${needed} version, but package.json and the new changesets announce ${planned === 'none' ? 'no new version' : `a ${planned} version`}: run \`npm run release:entry\`, or add a changeset that announces a ${needed} version`,
  );
}

/** Returns the first part in which two versions differ, or `none` if the second version is not larger. */
function versionBump(before: string, after: string): Bump {
  const [old, now] = [before, after].map((version) => version.split(/[.+-]/).slice(0, 3).map(Number));
  const index = [0, 1, 2].find((part) => old?.[part] !== now?.[part]);
  if (index === undefined || (now?.[index] ?? 0) < (old?.[index] ?? 0)) return 'none';
  return (['major', 'minor', 'patch'] as const)[index] ?? 'none';
}

/** Returns the version in the `package.json` of a folder. */
export async function packageVersion(folder: string): Promise<string> {
  const { version }: { version: string } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return version;
}
