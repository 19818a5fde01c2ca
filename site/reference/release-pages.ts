import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contractAt, contractIn, releaseTags, type Verdict } from 'tenant-management-diff';
import { compareReleases, releaseSections } from 'tenant-management-diff/release-text';
import type { OpenApiDocument } from 'tenant-management-document';
import { code } from './markdown.ts';
import { page, section } from './page.ts';

/** Returns the types of a document as TypeScript. */
type TypesOf = (document: OpenApiDocument) => Promise<string>;

/** A release and the git ref with which it is compared. */
interface Release {
  /** Tag of the release; `undefined` for the next release, which is the working tree. */
  readonly tag: string | undefined;
  readonly since: string;
}

/**
 * Returns the releases of a repository, the next release first. The first release has nothing to compare with. Without
 * tags, as in a shallow clone, the next release is compared with the last commit.
 */
function listReleases(tags: readonly string[]): Release[] {
  return [
    { tag: undefined, since: tags[0] ?? 'HEAD' },
    ...tags.slice(1).map((since, index) => ({ tag: tags[index], since })),
  ];
}

/**
 * Writes a page for each release: what readers, senders, operators and tests must do. A release is left out if git
 * cannot read it, for example outside a repository.
 *
 * @param root Folder of the repository.
 * @param folder Folder of the pages.
 * @returns The number of pages.
 */
export async function writeReleasePages(root: string, folder: string, typesOf: TypesOf): Promise<number> {
  await mkdir(folder, { recursive: true });
  let count = 0;
  for (const [order, release] of listReleases(tagsOf(root)).entries()) {
    const text = await releasePage(release, order, root, typesOf).catch((error: Error) => {
      console.error(`The docs site has no page for ${release.tag ?? 'the next release'}: ${error.message}`);
    });
    if (text === undefined) continue;
    await writeFile(join(folder, `${release.tag?.replaceAll('.', '-') ?? 'next'}.md`), text);
    count += 1;
  }
  return count;
}

/** Returns the tags of the releases; none outside a repository. */
function tagsOf(root: string): string[] {
  try {
    return releaseTags(root);
  } catch {
    return [];
  }
}

/** Returns a sentence with the version that changes need. */
const neededVersion = (bump: Verdict['bump']): string =>
  `They need a ${bump} version${bump === 'major' ? ' (before 1.0, a minor version)' : ''}.`;

async function releasePage({ tag, since }: Release, order: number, root: string, typesOf: TypesOf): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'release-page-'));
  try {
    const before = await contractAt(since, join(folder, 'before'), root);
    const after = tag === undefined ? await contractIn(root) : await contractAt(tag, join(folder, 'after'), root);
    const { verdict, versions } = await compareReleases(before, after, typesOf);
    const title = tag === undefined ? 'Next release' : `Release ${tag}`;
    const isSame = verdict.bump === 'none';
    return page({ title, description: `Changes of the API since ${since}.`, sidebar: { label: title, order } }, [
      isSame
        ? `The API is the same as at ${code(since)}.`
        : `Changes of the API since ${code(since)}. ${neededVersion(verdict.bump)}`,
      ...(isSame ? [] : releaseSections(verdict, versions)).flatMap(({ heading, lines }) =>
        section(heading, lines.join('\n').trim() || 'Nothing to do.'),
      ),
      ...section(
        'Find the lines to change',
        `To list the lines of a service that stop compiling, run ${code(`npm run diff -- --consumer ../service ${since}`)} in this project: see [Changes of the contract](../../../../../../docs/changes.md#does-it-break-my-service).`,
      ),
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
}
