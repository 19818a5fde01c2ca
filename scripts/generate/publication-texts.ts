import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageVersion } from 'tools-diff';
import { UNPUBLISHED } from './versions-page.ts';

/** The pages that can have a text for the time before the first publication, and in a comment, one for the time after it. */
const PAGES = ['*.md', 'docs/*.md', 'packages/*/README.md', 'examples/*/README.md', 'site/src/content/docs/index.md'];
const TEXTS = /^<!--before-publication-->\n.*?^<!--after-publication\n(.*?)^-->\n/gms;

/**
 * Replaces the texts for the time before the first publication, unless `package.json` in the folder still has the version
 * {@link UNPUBLISHED}.
 *
 * @param files Gets the pages, by path from the folder. Pages that it already has are changed.
 */
export async function replacePublicationTexts(files: Map<string, string>, folder: string): Promise<void> {
  if ((await packageVersion(folder)) === UNPUBLISHED) return;
  for (const path of globSync(PAGES, { cwd: folder }).map((one) => one.replaceAll('\\', '/')))
    files.set(path, (files.get(path) ?? (await readFile(join(folder, path), 'utf8'))).replaceAll(TEXTS, '$1'));
}
