// Writes the Markdown version (twin) of a page: the source of the page, with links to the twins of other pages.

import type { CollectionEntry } from 'astro:content';
import { posix } from 'node:path';
import { insertReadmeCode } from './markdown/readme-code.ts';
import { linkAddress, siteBase, twinAddress } from './page-address.ts';

const base = siteBase(import.meta.env.BASE_URL);
/** Matches a code block. Its text is not prose, so a link in it is not a link of the page. */
export const FENCED_BLOCK = /(^ *```[\s\S]*?^ *```$)/gm;
/** Matches the comments before the first heading, which say how a generated page is made. */
const LEADING_COMMENTS = /^(?:\s*<!--[\s\S]*?-->)*\s*/;
const LINK_TARGET = /(\]\()([^)\s]+)(\))/g;

/** Path of the source of a page, relative to the root of the repository. */
export const sourceFile = ({ filePath = '' }: CollectionEntry<'docs'>): string => posix.join('site', filePath);

/** Applies a function to the text outside code blocks. */
const mapProse = (markdown: string, change: (prose: string) => string): string =>
  markdown
    .split(FENCED_BLOCK)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');

/** Returns the Markdown of a page, with its title as the first heading. */
export function markdownTwin(page: CollectionEntry<'docs'>): string {
  const file = sourceFile(page);
  const text = mapProse(insertReadmeCode(page.body ?? ''), (prose) =>
    prose.replaceAll(
      LINK_TARGET,
      (_, start, target, end) => start + linkAddress(target, file, base, twinAddress) + end,
    ),
  );
  const content = text.replace(LEADING_COMMENTS, '');
  return content.startsWith('# ') ? `${content}\n` : `# ${page.data.title}\n\n${content}\n`;
}
