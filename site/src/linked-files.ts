import type { CollectionEntry } from 'astro:content';
import { statSync } from 'node:fs';
import { FENCED_BLOCK, sourceFile } from './markdown-twin.ts';
import { isReference, pageId, resolveLink } from './page-address.ts';

const LINK_TARGET = /(?<!!)\[[^\]]*\]\(([^)\s]+)\)/g;

/**
 * Paths of the files that pages link to and that are not pages, relative to the root of the repository. Links of the
 * reference do not count, because a description must not publish a file.
 */
export function linkedFiles(pages: readonly CollectionEntry<'docs'>[]): string[] {
  const files = new Set<string>();
  for (const page of pages.filter(({ id }) => !isReference(id))) {
    const prose = (page.body ?? '').replaceAll(FENCED_BLOCK, '');
    for (const [, target = ''] of prose.matchAll(LINK_TARGET)) {
      const { file } = resolveLink(target, sourceFile(page)) ?? {};
      // The check of the links reports files that do not exist.
      if (
        file !== undefined &&
        pageId(file) === undefined &&
        statSync(`../${file}`, { throwIfNoEntry: false })?.isFile()
      )
        files.add(file);
    }
  }
  return [...files];
}
