import type { CollectionEntry } from 'astro:content';
import { statSync } from 'node:fs';
import { posix } from 'node:path';
import { isReference, pageId, resolveLink } from './page-address.ts';

/** Matches a code block. Its text is not prose, so a link in it is not a link of the page. */
const FENCED_BLOCK = /(^ *```[\s\S]*?^ *```$)/gm;
const LINK_TARGET = /(?<!!)\[[^\]]*\]\(([^)\s]+)\)/g;

/**
 * Paths of the files that pages link to and that are not pages, relative to the root of the repository. Links of the
 * reference do not count, because a description must not publish a file.
 */
export function linkedFiles(pages: readonly CollectionEntry<'docs'>[]): string[] {
  const files = new Set<string>();
  for (const { body = '', filePath = '' } of pages.filter(({ id }) => !isReference(id))) {
    const prose = body.replaceAll(FENCED_BLOCK, '');
    for (const [, target = ''] of prose.matchAll(LINK_TARGET)) {
      const { file } = resolveLink(target, posix.join('site', filePath)) ?? {};
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
